/** The Python interpreters of a workspace: the one chosen in the Python extension, then `.venv`. */

import path from "node:path";
import * as vscode from "vscode";
import { interpreterOf } from "./places.ts";

/** The part of the Python extension's interface that is asked here. */
interface PythonExtension {
    readonly environments?: {
        getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    };
}

/** Give interpreters to look beside, the chosen one first. None where the workspace is not trusted: it could name any program. */
export async function workspaceInterpreters(): Promise<readonly string[]> {
    if (!vscode.workspace.isTrusted) return [];
    const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
    const chosen = await chosenInterpreter(folders[0]?.uri);
    const inFolders = folders.flatMap(({ uri }) => [".venv", "venv"].map((name) => interpreterOf(path.join(uri.fsPath, name))));
    return [...chosen, ...inFolders];
}

async function chosenInterpreter(resource: vscode.Uri | undefined): Promise<readonly string[]> {
    const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
    const written = vscode.workspace.getConfiguration("python", resource ?? null).get<string>("defaultInterpreterPath");
    const fromSetting = written && path.isAbsolute(written) ? [written] : [];
    if (!extension) return fromSetting;
    try {
        const python = extension.isActive ? extension.exports : await extension.activate();
        const active = python.environments?.getActiveEnvironmentPath(resource).path;
        return active && path.isAbsolute(active) ? [active, ...fromSetting] : fromSetting;
    } catch {
        return fromSetting; // the Python extension is somebody else's; it must not keep tablecheck from starting
    }
}
