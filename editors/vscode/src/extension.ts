/** Starts with the first LaTeX file: wires the server, the status bar, the side panel and the commands together. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { registerCommands } from "./commands.ts";
import type { ServerState } from "./coverage.ts";
import { makeSide, type Side } from "./evidence/panel.ts";
import { tidyHover } from "./hover.ts";
import { askingForReasons, registerReasons } from "./reason.ts";
import { showingReports } from "./report.ts";
import { makeSession, type Session } from "./session.ts";
import { makeStatus, type Status } from "./status.ts";

const RESTARTING = ["tablecheck.path", "tablecheck.enable"]; // settings that say which server there is

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): void {
    const log = vscode.window.createOutputChannel("tablecheck", { log: true });
    let status: Status | undefined;
    let side: Side | undefined;
    const running = (): LanguageClient | undefined => session?.client();
    const started = makeSession(context, log, { ...askingForReasons(running), ...showingReports, ...tidyHover }, {
        onState: (state: ServerState) => {
            status?.show(state);
            void vscode.commands.executeCommand("setContext", "tablecheck.isRunning", state.kind === "running");
        },
        onCoverage: () => {
            status?.refresh();
            side?.refresh();
        },
    });
    session = started;
    status = makeStatus(started.coverageOf);
    side = makeSide(context.extensionUri, started);
    const settings = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("tablecheck")) return;
        const restarts = RESTARTING.some((name) => change.affectsConfiguration(name));
        void (restarts ? started.restart() : started.tellSettings());
    });
    const trust = vscode.workspace.onDidGrantWorkspaceTrust(() => !started.client() && void started.restart());
    context.subscriptions.push(log, status, side, settings, trust, registerCommands(started, log), registerReasons(running));
    void started.start();
}

export async function deactivate(): Promise<void> {
    await session?.stop();
}
