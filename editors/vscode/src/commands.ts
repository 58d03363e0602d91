/** The commands of the palette. The server's own commands have other names, which the language client registers. */

import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import { isManuscript } from "./manuscripts.ts";
import { showMenu } from "./menu.ts";
import type { Session } from "./session.ts";

/** Register all of them but the side panel's. */
export function registerCommands(session: Session, log: vscode.LogOutputChannel): vscode.Disposable {
    const commands: Record<string, () => unknown> = {
        "tablecheck.menu": () => showMenu(session),
        "tablecheck.check": () => ask(session, "tablecheck.checkNow"),
        "tablecheck.fetch": () => ask(session, "tablecheck.fetchSources"),
        "tablecheck.report": () => openReport(session),
        "tablecheck.emptyCache": () => ask(session, "tablecheck.clearCache", false),
        "tablecheck.restart": () => session.restart(),
        "tablecheck.setUp": () => session.setUp(),
        "tablecheck.showLog": () => log.show(),
    };
    return vscode.Disposable.from(
        ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    );
}

/** Have the server run a command on the manuscript in front; gives its answer, nothing where there was nobody to ask. */
async function ask<T>(session: Session, command: string, needsManuscript = true): Promise<T | undefined> {
    const client = session.client();
    if (!client) {
        await showMenu(session); // it says what is missing, and what helps
        return undefined;
    }
    const document = vscode.window.activeTextEditor?.document;
    if (needsManuscript && !(document && isManuscript(document))) {
        void vscode.window.showInformationMessage("tablecheck: open the LaTeX file that is meant.");
        return undefined;
    }
    const uri = needsManuscript && document ? [client.code2ProtocolConverter.asUri(document.uri)] : [];
    try {
        return (await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: uri })) as T;
    } catch (error) {
        void vscode.window.showErrorMessage(`tablecheck: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
    }
}

/** The report as the server gives it: a page, or where one lies. */
interface Report {
    readonly uri?: string;
    readonly html?: string;
}

async function openReport(session: Session): Promise<void> {
    const report = await ask<Report | null>(session, "tablecheck.openReport");
    if (!report) return;
    const html = report.html ?? (report.uri && (await pageAt(report.uri)));
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
