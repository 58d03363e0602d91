/** The language client: what it offers to the server, and what it does when the server dies. */

import * as vscode from "vscode";
import {
    CloseAction,
    ErrorAction,
    type LanguageClientOptions,
    type Middleware,
    RevealOutputChannelOn,
    State,
    type StaticFeature,
} from "vscode-languageclient";
import { LanguageClient } from "vscode-languageclient/node";
import type { Coverage } from "./coverage.ts";
import { LANGUAGES } from "./manuscripts.ts";
import type { Server } from "./server/find.ts";
import { restartsLeft } from "./server/restarts.ts";
import type { Options } from "./settings.ts";

/** What happens when the server says something or goes away. */
export interface Listeners {
    readonly onCoverage: (coverage: Coverage) => void;
    readonly onRunning: () => void;
    readonly onRestart: () => void;
    readonly onStop: (detail: string) => void;
}

const ANSWERS: StaticFeature = {
    fillClientCapabilities: (capabilities) => {
        const tablecheck = { readFile: true, coverage: true };
        capabilities.experimental = { ...(capabilities.experimental as object | undefined), tablecheck };
    },
    initialize: () => {},
    getState: () => ({ kind: "static" }),
    clear: () => {},
};

/** Writes errors into the log only: the library would put a card for each into the user's face. */
class QuietClient extends LanguageClient {
    override error(message: string, data?: unknown): void {
        super.error(message, data, false);
    }
}

/** Make a client that is not started yet. It shows no message of its own: the status bar and the log say what happens. */
export function makeClient(
    server: Server,
    options: (resource?: vscode.Uri) => Options,
    log: vscode.LogOutputChannel,
    middleware: Middleware,
    listeners: Listeners,
): LanguageClient {
    const deaths: number[] = [];
    let hasRun = false;
    const clientOptions: LanguageClientOptions = {
        documentSelector: LANGUAGES.map((language) => ({ language })), // no scheme: virtual workspaces too
        initializationOptions: () => options(),
        outputChannel: log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        middleware: {
            ...middleware,
            workspace: {
                configuration: ({ items }) =>
                    items.map(({ section, scopeUri }) => (section === "tablecheck" ? options(scopeUri ? vscode.Uri.parse(scopeUri) : undefined) : null)),
            },
        },
        initializationFailedHandler: () => false,
        errorHandler: {
            error: (error) => {
                log.error(error.message);
                return { action: ErrorAction.Continue, handled: true };
            },
            closed: () => {
                if (!hasRun) {
                    listeners.onStop(`${server.command} could not be started; the log says why.`);
                    return { action: CloseAction.DoNotRestart, handled: true };
                }
                if (restartsLeft(deaths, Date.now())) {
                    listeners.onRestart();
                    return { action: CloseAction.Restart, handled: true };
                }
                listeners.onStop("The server died five times within three minutes; the log has its last words.");
                return { action: CloseAction.DoNotRestart, handled: true };
            },
        },
    };
    const executable = { command: server.command, args: [...server.args] }; // no `transport`: it would add --stdio
    const client = new QuietClient("tablecheck", "tablecheck", executable, clientOptions);
    client.registerFeature(ANSWERS);
    client.onDidChangeState(({ newState }) => {
        if (newState !== State.Running) return;
        hasRun = true;
        listeners.onRunning();
    });
    client.onNotification("tablecheck/coverage", listeners.onCoverage);
    client.onRequest("tablecheck/readFile", ({ uri }: { uri: string }) => readFile(uri));
    return client;
}

/** Read a file wherever it lies; `null` where there is none, which is no error: the server asks for files that may exist. */
async function readFile(uri: string): Promise<{ text: string } | null> {
    const target = vscode.Uri.parse(uri, true);
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === target.toString());
    if (open) return { text: open.getText() };
    try {
        return { text: new TextDecoder().decode(await vscode.workspace.fs.readFile(target)) };
    } catch {
        return null;
    }
}
