/** One server at a time: found, started, watched, started again. */

import path from "node:path";
import * as vscode from "vscode";
import { DidChangeConfigurationNotification, type LanguageClient, type Middleware } from "vscode-languageclient/node";
import { makeClient } from "./client.ts";
import type { Coverage, ServerState } from "./coverage.ts";
import { findServer, type Search } from "./server/find.ts";
import { workspaceInterpreters } from "./server/interpreters.ts";
import { besideInterpreter, canStart, onPath } from "./server/places.ts";
import { bundledWheel, makeEnvironment, privateServer, SetUpError } from "./server/private_environment.ts";
import { type Options, optionsFrom } from "./settings.ts";

/** What the rest of the extension may do with the server. */
export interface Session {
    /** The client while the server runs. */
    readonly client: () => LanguageClient | undefined;
    readonly coverageOf: (uri: vscode.Uri) => Coverage | undefined;
    readonly canSetUp: () => boolean;
    readonly start: () => Promise<void>;
    readonly restart: () => Promise<void>;
    readonly stop: () => Promise<void>;
    readonly setUp: () => Promise<void>;
    readonly tellSettings: () => Promise<void>;
}

/** Who hears of the state of the server and of new coverage. */
export interface Ears {
    readonly onState: (state: ServerState) => void;
    readonly onCoverage: (coverage: Coverage) => void;
}

export function makeSession(
    context: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
    middleware: Middleware,
    ears: Ears,
): Session {
    const coverages = new Map<string, Coverage>();
    const storage = context.globalStorageUri.fsPath;
    const wheel = bundledWheel(path.join(context.extensionPath, "wheel"));
    let client: LanguageClient | undefined;
    let canSetUp = false;
    let turn: Promise<void> = Promise.resolve();

    /** Starts and stops wait for each other: two quick restarts must not leave two servers. */
    const inTurn = (work: () => Promise<void>): Promise<void> => {
        turn = turn.then(work, work);
        return turn;
    };

    const search = (): Promise<Search> =>
        findServer({
            setting: commandSetting(),
            exists: (command) => canStart(command, process.env["PATH"]),
            interpreters: workspaceInterpreters,
            besideInterpreter,
            onPath: () => onPath("tablecheck", process.env["PATH"]),
            privateEnvironment: () => wheel && privateServer(storage, wheel),
            hasWheel: wheel !== undefined,
        });

    const start = async (): Promise<void> => {
        if (!configuration().get<boolean>("enable", true)) return ears.onState({ kind: "off" });
        ears.onState({ kind: "starting" });
        const found = await search();
        canSetUp = "missing" in found && found.missing.canSetUp;
        if ("missing" in found) {
            log.warn(found.missing.detail);
            return ears.onState({ kind: "missing", detail: found.missing.detail });
        }
        const { server } = found;
        log.info(`starting ${[server.command, ...server.args].join(" ")} (found by: ${server.origin})`);
        client = makeClient(server, currentOptions, log, middleware, {
            onCoverage: (coverage) => {
                coverages.set(sameForm(coverage.uri), coverage);
                ears.onCoverage(coverage);
            },
            onRunning: () => ears.onState({ kind: "running" }),
            onRestart: () => {
                log.warn("the server went away and is started again");
                ears.onState({ kind: "starting" });
            },
            onStop: (detail) => ears.onState({ kind: "stopped", detail }),
        });
        try {
            await client.start();
        } catch (error) {
            log.error(String(error));
            ears.onState({ kind: "stopped", detail: `${server.command} could not be started; the log says why.` });
        }
    };

    const stop = async (): Promise<void> => {
        const ending = client;
        client = undefined;
        coverages.clear();
        if (!ending) return;
        try {
            await ending.dispose(2000);
        } catch (error) {
            log.warn(String(error)); // it had died before
        }
    };

    /** Gives whether there is an environment now; where there is none, the user has been told. */
    const setUp = async (): Promise<boolean> => {
        if (!wheel) {
            ears.onState({ kind: "missing", detail: "This build of the extension brings no tablecheck." });
            return false;
        }
        const cancelling = new AbortController();
        const location = vscode.ProgressLocation.Notification; // the user has asked for it, and may cancel it
        return vscode.window.withProgress({ location, title: "tablecheck", cancellable: true }, async (progress, token) => {
            token.onCancellationRequested(() => cancelling.abort());
            const tell = (step: string): void => {
                progress.report({ message: step });
                ears.onState({ kind: "setting up", step });
            };
            try {
                const watcher = { signal: cancelling.signal, tell, log: (line: string) => log.info(line) };
                await makeEnvironment(storage, wheel, await workspaceInterpreters(), watcher);
                return true;
            } catch (error) {
                const detail = error instanceof SetUpError ? error.message : String(error);
                log.error(detail);
                ears.onState({ kind: "missing", detail });
                void offerLog(detail, log);
                return false;
            }
        });
    };

    return {
        client: () => (client?.isRunning() ? client : undefined),
        coverageOf: (uri) => coverages.get(uri.toString()),
        canSetUp: () => canSetUp,
        start: () => inTurn(start),
        restart: () => 
            inTurn(async () => {
                await stop();
                await start();
            }),
        stop: () => inTurn(stop),
        setUp: () =>
            inTurn(async () => {
                await stop();
                if (await setUp()) await start();
            }),
        tellSettings: async () => {
            const settings = { tablecheck: currentOptions() };
            if (client?.isRunning()) await client.sendNotification(DidChangeConfigurationNotification.type, { settings });
        },
    };
}

function configuration(resource?: vscode.Uri): vscode.WorkspaceConfiguration {
    return vscode.workspace.getConfiguration("tablecheck", resource ?? null);
}

/** Give the command the user has written. A workspace that is not trusted cannot write it: see `restrictedConfigurations`. */
function commandSetting(): readonly string[] {
    return configuration().get<string[]>("path", []);
}

/** Give the settings for a file, or those that hold everywhere. */
function currentOptions(resource?: vscode.Uri): Options {
    const settings = configuration(resource);
    return optionsFrom(<T>(name: string) => {
        const written = settings.inspect<T>(name);
        return written?.workspaceFolderValue ?? written?.workspaceValue ?? written?.globalValue;
    });
}

function sameForm(uri: string): string {
    return vscode.Uri.parse(uri).toString();
}

async function offerLog(detail: string, log: vscode.LogOutputChannel): Promise<void> {
    const show = "Show log";
    if ((await vscode.window.showErrorMessage(`tablecheck: ${detail}`, show)) === show) log.show();
}
