/** The commands of the palette. The server's own commands have other names, which the language client registers. */

import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import { isManuscript } from "./manuscripts.ts";
import { showMenu } from "./menu.ts";
import { showReport } from "./report.ts";
import type { Session } from "./session.ts";

/** Register all of them but the side panel's. */
export function registerCommands(session: Session, log: vscode.LogOutputChannel): vscode.Disposable {
    const commands: Record<string, () => unknown> = {
        "tablecheck.menu": () => showMenu(session),
        "tablecheck.check": () => ask(session, "tablecheck.checkNow"),
        "tablecheck.fetch": async () => tell(await ask<Told>(session, "tablecheck.fetchSources")),
        "tablecheck.report": () => openReport(session),
        "tablecheck.emptyCache": async () => tell(await ask<Told>(session, "tablecheck.clearCache", false)),
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

/** What a command has done, in a sentence of the server. */
interface Told {
    readonly summary?: string;
}

function tell(told: Told | null | undefined): void {
    if (told?.summary) void vscode.window.showInformationMessage(`tablecheck: ${told.summary}`);
}

async function openReport(session: Session): Promise<void> {
    await showReport(await ask(session, "tablecheck.openReport"));
}
