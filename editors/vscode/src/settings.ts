/** The editor's settings, as the server wants them. Only what the user has chosen is sent: the project's file says the rest. */

/** Reads a setting that somebody has written, in any scope; nothing where it has its default. */
export type Written = <T>(name: string) => T | undefined;

/** What the server is told at start and whenever a setting changes. */
export interface Options {
    enable?: boolean;
    run?: string;
    fetch?: string;
    papers?: readonly string[];
    locked?: boolean | string;
    inlayHints?: boolean;
    codeLens?: boolean;
    debounce?: number;
    rules?: { select?: readonly string[]; ignore?: readonly string[] };
    diagnosticMode?: string;
    readFiles: boolean;
}

const SAME = ["enable", "run", "fetch", "papers", "locked", "inlayHints", "codeLens", "debounce", "diagnosticMode"] as const;

/** Translate the settings. */
export function optionsFrom(written: Written): Options {
    const plain = Object.fromEntries(SAME.map((name) => [name, written(name)]).filter(([, value]) => value !== undefined));
    const select = written<readonly string[]>("select");
    const ignore = written<readonly string[]>("ignore");
    const rules = { ...(select?.length ? { select } : {}), ...(ignore?.length ? { ignore } : {}) };
    return { ...plain, ...(Object.keys(rules).length ? { rules } : {}), readFiles: true };
}
