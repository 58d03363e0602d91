/** What a click on the status bar offers. */

import * as vscode from "vscode";
import type { Session } from "./session.ts";

interface Choice extends vscode.QuickPickItem {
    readonly command: string;
    readonly arguments?: readonly unknown[];
}

const WITH_SERVER: readonly Choice[] = [
    { label: "$(play) Check now", command: "tablecheck.check" },
    { label: "$(cloud-download) Fetch cited papers", detail: "Asks the network for papers that are not at hand", command: "tablecheck.fetch" },
    { label: "$(book) Show the cited cell to the side", command: "tablecheck.showCitedCell" },
    { label: "$(checklist) Open the report", command: "tablecheck.report" },
];

const ALWAYS: readonly Choice[] = [
    { label: "$(output) Show the log", command: "tablecheck.showLog" },
    { label: "$(refresh) Restart the server", command: "tablecheck.restart" },
    { label: "$(gear) Settings", command: "workbench.action.openSettings", arguments: ["@ext:tablecheck-dev.tablecheck"] },
];

const SET_UP: Choice = {
    label: "$(desktop-download) Set up tablecheck",
    detail: "Makes a Python environment for this extension alone; pip fetches its packages, 500 MB on disk",
    command: "tablecheck.setUp",
};

/** Ask what to do, and do it. */
export async function showMenu(session: Session): Promise<void> {
    const choices = [...(session.client() ? WITH_SERVER : []), ...(session.canSetUp() ? [SET_UP] : []), ...ALWAYS];
    const chosen = await vscode.window.showQuickPick(choices, { title: "tablecheck", placeHolder: "What to do" });
    if (chosen) await vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
}
