/** The side panel: the cited table or page, with the cell that belongs to the number under the cursor. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { isManuscript } from "../manuscripts.ts";
import type { Session } from "../session.ts";
import type { Evidence, FromPanel, ToPanel } from "./evidence.ts";
import { page } from "./page.ts";

const PAUSE = 150; // milliseconds after the cursor came to rest: a held arrow key asks once

/** Open the panel by a command, and let it follow the cursor. */
export interface Side extends vscode.Disposable {
    readonly open: () => void;
    /** Ask again, because the answers may be others now. */
    readonly refresh: () => void;
}

export function makeSide(extension: vscode.Uri, session: Session): Side {
    let panel: vscode.WebviewPanel | undefined;
    let last: ToPanel = { evidence: null, isCurrent: false, hint: "" };
    let timer: NodeJS.Timeout | undefined;
    let asking: vscode.CancellationTokenSource | undefined;

    const send = (message: ToPanel): void => {
        last = message;
        void panel?.webview.postMessage(message);
    };

    const follow = async (editor: vscode.TextEditor | undefined): Promise<void> => {
        if (!panel || !editor || !isManuscript(editor.document)) return;
        const client = session.client();
        if (!client) return send({ ...last, isCurrent: false, hint: "The tablecheck server is not running." });
        asking?.cancel();
        const source = new vscode.CancellationTokenSource();
        asking = source;
        const { code2ProtocolConverter: convert } = client;
        const asked = { uri: convert.asUri(editor.document.uri), position: convert.asPosition(editor.selection.active) };
        try {
            const evidence = await client.sendRequest<Evidence | null>("tablecheck/evidence", asked, source.token);
            if (!source.token.isCancellationRequested) send(next(evidence, last));
        } catch (error) {
            if (!source.token.isCancellationRequested) send({ ...last, isCurrent: false, hint: String(error) });
        }
    };

    const soon = (editor: vscode.TextEditor | undefined): void => {
        clearTimeout(timer);
        timer = setTimeout(() => void follow(editor), PAUSE);
    };

    const open = (): void => {
        const editor = vscode.window.activeTextEditor;
        if (panel) panel.reveal(undefined, true);
        else {
            panel = makePanel(extension);
            panel.webview.onDidReceiveMessage(({ kind }: FromPanel) => kind === "ready" && send(last));
            panel.onDidDispose(() => (panel = undefined));
        }
        void follow(editor);
    };

    const following = vscode.Disposable.from(
        vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => soon(textEditor)),
        vscode.window.onDidChangeActiveTextEditor(soon),
        vscode.commands.registerCommand("tablecheck.showCitedCell", open),
    );
    return {
        open,
        refresh: () => soon(vscode.window.activeTextEditor),
        dispose: () => {
            clearTimeout(timer);
            following.dispose();
            panel?.dispose();
        },
    };
}

function next(evidence: Evidence | null, last: ToPanel): ToPanel {
    if (evidence) return { evidence, isCurrent: true, hint: "" };
    const hint = last.evidence
        ? "There is no cited cell for what is under the cursor; this was the last one."
        : "Put the cursor on a number that was compared with a cited paper.";
    return { evidence: last.evidence, isCurrent: false, hint };
}

function makePanel(extension: vscode.Uri): vscode.WebviewPanel {
    const root = vscode.Uri.joinPath(extension, "dist");
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("tablecheck.citedCell", "Cited cell", where, {
        enableScripts: true,
        localResourceRoots: [root],
    });
    const address = (name: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
    panel.iconPath = vscode.Uri.joinPath(extension, "icon.png");
    panel.webview.html = page({
        source: panel.webview.cspSource,
        style: address("panel.css"),
        script: address("panel.js"),
        nonce: randomBytes(16).toString("base64"),
    });
    return panel;
}
