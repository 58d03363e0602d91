/** Where programs lie on this machine. */

import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

const IS_WINDOWS = process.platform === "win32";
const NAME = IS_WINDOWS ? "tablecheck.exe" : "tablecheck";

/** Whether a path is a program that may be run. */
export function isProgram(file: string): boolean {
    try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
    } catch {
        return false;
    }
}

/** Give the first program of a name in the folders of a PATH. Relative folders are passed over: a project could fill them. */
export function onPath(name: string, searched: string | undefined): string | undefined {
    const names = IS_WINDOWS && !path.extname(name) ? [`${name}.exe`] : [name];
    return (searched ?? "")
        .split(path.delimiter)
        .filter((folder) => path.isAbsolute(folder))
        .flatMap((folder) => names.map((each) => path.join(folder, each)))
        .find(isProgram);
}

/** Give the tablecheck that belongs to an interpreter. On Windows conda keeps programs one folder further down. */
export function besideInterpreter(interpreter: string): string | undefined {
    const folder = path.dirname(interpreter);
    return [path.join(folder, NAME), path.join(folder, "Scripts", NAME)].find(isProgram);
}

/** Give the interpreter of a virtual environment, whether it is there or not. */
export function interpreterOf(environment: string): string {
    return IS_WINDOWS ? path.join(environment, "Scripts", "python.exe") : path.join(environment, "bin", "python");
}

/** Whether a command can be started: a path must be a program, a bare name must be on the PATH. */
export function canStart(command: string, searched: string | undefined): boolean {
    return path.isAbsolute(command) ? isProgram(command) : onPath(command, searched) !== undefined;
}
