/** The placeholder of a reason in the edits of the server, and the reason in its place. */

import type { CodeAction, Command, WorkspaceEdit } from "vscode-languageclient/node";

const WHY = "say why"; // as editors/protocol.md says

/** Whether an action writes a reason; an action without its edit says so in its data. */
export function asksForReason(action: Command | CodeAction): action is CodeAction {
    if (typeof action.command === "string") return false; // a bare command, which the library knows by this
    const { edit, data } = action as CodeAction;
    return edit ? JSON.stringify(edit).includes(WHY) : (data as { asksWhy?: boolean } | undefined)?.asksWhy === true;
}

/** Put the reason where the placeholder is; snippets become plain text, since there is nothing left to fill in. */
export function withReason(edit: WorkspaceEdit, reason: string): WorkspaceEdit {
    const line = reason.replace(/\s+/g, " ").trim();
    const filled = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(filled);
        if (typeof value !== "object" || value === null) return value;
        const { snippet, ...rest } = value as { snippet?: { value: string } };
        const fields = Object.entries(snippet ? { ...rest, newText: plain(snippet.value) } : rest);
        return Object.fromEntries(
            fields.map(([name, held]) => [name, name === "newText" ? String(held).replace(WHY, () => line) : filled(held)]),
        );
    };
    return filled(edit) as WorkspaceEdit;
}

/** Read a snippet without its placeholders' numbers and escapes. */
function plain(snippet: string): string {
    return snippet.replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\d+/g, "").replace(/\\([$}\\])/g, "$1");
}
