/**
 * Quick fixes that write a reason into the manuscript ask for it first.
 *
 * The server's edits hold a placeholder where the reason belongs. Editors that cannot ask put it into the text for the author to
 * write over; here it never gets there.
 */

import * as vscode from "vscode";
import {
    type CodeAction,
    CodeActionRequest,
    CodeActionResolveRequest,
    type Command,
    type LanguageClient,
    type Middleware,
    type WorkspaceEdit,
} from "vscode-languageclient/node";
import { asksForReason, withReason } from "./reason_text.ts";

const COMMAND = "tablecheck.withReason";

/** Replace actions that hold a placeholder by a question; the others are handed on. */
export function askingForReasons(running: () => LanguageClient | undefined): Middleware {
    return {
        provideCodeActions: async (document, range, context, token, next) => {
            const client = running();
            if (!client) return next(document, range, context, token);
            const { code2ProtocolConverter: toServer, protocol2CodeConverter: fromServer } = client;
            const asked = {
                textDocument: toServer.asTextDocumentIdentifier(document),
                range: toServer.asRange(range),
                context: toServer.asCodeActionContextSync(context),
            };
            const given = (await client.sendRequest(CodeActionRequest.type, asked, token)) ?? [];
            const actions = await fromServer.asCodeActionResult(given.map((action) => question(action) ?? action), token);
            return actions as (vscode.Command | vscode.CodeAction)[];
        },
        // Nothing is left to resolve in a question; the server would put the edit back into it.
        resolveCodeAction: (action, token, next) => (action.command?.command === COMMAND ? action : next(action, token)),
    };
}

/** Register the command behind the questions. */
export function registerReasons(running: () => LanguageClient | undefined): vscode.Disposable {
    return vscode.commands.registerCommand(COMMAND, async (action: CodeAction) => {
        const client = running();
        if (!client) return;
        const reason = await vscode.window.showInputBox({
            title: action.title,
            prompt: "It stands in the manuscript as a comment, for your co-authors and for you.",
            placeHolder: "our own run with the authors' code",
            validateInput: (text) => (text.trim() ? undefined : "A reason is needed."),
            ignoreFocusOut: true,
        });
        if (!reason?.trim()) return;
        const resolved = action.edit ? action : await client.sendRequest(CodeActionResolveRequest.type, action);
        if (resolved.edit) await apply(withReason(resolved.edit, reason), client);
    });
}

function question(action: Command | CodeAction): CodeAction | undefined {
    if (!asksForReason(action)) return undefined;
    const { edit: _edit, data: _data, ...shown } = action;
    return { ...shown, command: { title: action.title, command: COMMAND, arguments: [action] } };
}

async function apply(edit: WorkspaceEdit, client: LanguageClient): Promise<void> {
    const hasMoved = (edit.documentChanges ?? []).some((change) => {
        if (!("textDocument" in change) || change.textDocument.version === null) return false;
        const uri = client.protocol2CodeConverter.asUri(change.textDocument.uri).toString();
        const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
        return document !== undefined && document.version !== change.textDocument.version;
    });
    if (hasMoved) {
        void vscode.window.showInformationMessage("tablecheck: the manuscript has changed meanwhile; choose the quick fix again.");
        return;
    }
    await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit));
}
