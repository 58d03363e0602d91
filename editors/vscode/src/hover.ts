/** The server's hover as VS Code shows it best. */

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { withoutFindings, withRoom } from "./hover_text.ts";

/** Leave out what the editor shows above the hover anyway, and give the columns of the row some room. */
export const tidyHover: Middleware = {
    provideHover: async (document, position, token, next) => {
        const hover = await next(document, position, token);
        if (!hover) return hover;
        const isUnderlined = vscode.languages
            .getDiagnostics(document.uri)
            .some(({ source, range }) => source === "tablecheck" && range.contains(position));
        for (const content of hover.contents) {
            if (!(content instanceof vscode.MarkdownString)) continue;
            content.value = withRoom(isUnderlined ? withoutFindings(content.value) : content.value);
        }
        return hover;
    },
};
