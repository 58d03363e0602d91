/** The one status-bar item. It is there while a LaTeX file is in front, and while something needs the user. */

import * as vscode from "vscode";
import { type Coverage, look, type ServerState } from "./coverage.ts";
import { isManuscript } from "./manuscripts.ts";

/** Shows what it is told last; `coverageOf` is asked anew whenever another editor comes to the front. */
export interface Status extends vscode.Disposable {
    readonly show: (server: ServerState) => void;
    readonly refresh: () => void;
}

export function makeStatus(coverageOf: (uri: vscode.Uri) => Coverage | undefined): Status {
    const item = vscode.window.createStatusBarItem("tablecheck.status", vscode.StatusBarAlignment.Left, 40);
    item.name = "tablecheck";
    item.command = "tablecheck.menu";
    let server: ServerState = { kind: "starting" };
    const refresh = (): void => {
        const manuscript = inFront();
        const { text, details, isAlarm } = look(server, manuscript && coverageOf(manuscript.uri));
        item.text = text;
        item.tooltip = tooltip(details);
        item.backgroundColor = isAlarm ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
        item.accessibilityInformation = { label: `tablecheck: ${details.join(" ")}` };
        if (manuscript || server.kind === "setting up") item.show();
        else item.hide();
    };
    const following = vscode.window.onDidChangeActiveTextEditor(refresh);
    refresh();
    return {
        show: (now) => {
            server = now;
            refresh();
        },
        refresh,
        dispose: () => vscode.Disposable.from(following, item).dispose(),
    };
}

/** Give the manuscript that the user looks at; beside the side panel it has not the focus. */
function inFront(): vscode.TextDocument | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const editors = activeTextEditor ? [activeTextEditor] : visibleTextEditors;
    return editors.map(({ document }) => document).find(isManuscript);
}

function tooltip(details: readonly string[]): vscode.MarkdownString {
    const shown = new vscode.MarkdownString();
    for (const detail of details) shown.appendText(detail).appendMarkdown("\n\n");
    return shown.appendMarkdown("Click for what can be done.");
}
