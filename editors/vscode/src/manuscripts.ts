/** Which documents are manuscripts. The scheme does not matter: a file, an Overleaf project, or not saved yet. */

import type * as vscode from "vscode";

export const LANGUAGES = ["latex", "tex", "bibtex"] as const;

/** Whether numbers may be checked in this document. */
export function isManuscript(document: vscode.TextDocument): boolean {
    return document.languageId === "latex" || document.languageId === "tex";
}
