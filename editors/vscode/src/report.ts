/** The report of a manuscript as a tab of the editor. */

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";

/** A report as the server gives it: a page, or where one lies. */
interface Report {
    readonly uri?: string;
    readonly html?: string;
}

/** Show what the server answers to its command, also where a lens above a table runs it. */
export const showingReports: Middleware = {
    executeCommand: async (command, given, next) => {
        const answer: unknown = await next(command, given);
        if (command === "tablecheck.openReport") await showReport(answer);
        return answer;
    },
};

/** Show a report, if there is one. */
export async function showReport(answer: unknown): Promise<void> {
    const report = answer as Report | null | undefined;
    const html = report?.html ?? (report?.uri && (await pageAt(report.uri)));
    if (!html) return;
    const panel = vscode.window.createWebviewPanel("tablecheck.report", "tablecheck report", vscode.ViewColumn.Active, {
        enableScripts: true, // the report folds its tables; its own policy lets in nothing from elsewhere
        localResourceRoots: [],
    });
    panel.webview.html = html;
}

async function pageAt(uri: string): Promise<string> {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri, true)));
}
