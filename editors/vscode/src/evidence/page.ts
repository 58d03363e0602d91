/** The frame of the side panel. It may load its own style and script, show pictures it is handed, and nothing else. */

/** What the frame needs from the editor. */
export interface Frame {
    readonly source: string; // of files of the extension, for the policy
    readonly style: string;
    readonly script: string;
    readonly nonce: string;
}

/** Write the frame; all that changes comes later, as messages. */
export function page({ source, style, script, nonce }: Frame): string {
    const policy = `default-src 'none'; img-src data:; style-src ${source}; script-src 'nonce-${nonce}'`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Cited cell</title>
</head>
<body>
<p id="hint" role="status"></p>
<main id="evidence" hidden>
<header><h1 id="title"></h1><p id="where"></p></header>
<section id="compared" aria-label="The row here and in the cited paper"></section>
<p id="caption"></p>
<nav role="tablist" aria-label="How the cited table is shown">
<button role="tab" id="tab-page" aria-controls="page">Page</button>
<button role="tab" id="tab-table" aria-controls="table">Table</button>
</nav>
<section role="tabpanel" id="page" aria-labelledby="tab-page"><div id="sheet"><img id="picture" alt=""><div id="mark"></div></div></section>
<section role="tabpanel" id="table" aria-labelledby="tab-table"></section>
</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
