/**
 * A Python environment of the extension's own, made from the wheel inside the extension.
 *
 * It is made only when the user asks: pip brings the packages that tablecheck needs from the network.
 */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { besideInterpreter, interpreterOf, onPath } from "./places.ts";

/** What went wrong, in words for the user; `output` is what the program said. */
export class SetUpError extends Error {
    readonly output: string;
    constructor(message: string, output = "") {
        super(message);
        this.output = output;
    }
}

/** What stops the work, and who hears how far it is. */
export interface Watcher {
    readonly signal: AbortSignal;
    readonly tell: (step: string) => void;
    readonly log: (line: string) => void;
}

const OLDEST = [3, 11] as const; // requires-python of the wheel
const READY = ".ready"; // written last: an environment without it was broken off

/** Give the wheel that the extension brings, if it brings one. */
export function bundledWheel(folder: string): string | undefined {
    if (!existsSync(folder)) return undefined;
    const name = readdirSync(folder).find((file) => file.endsWith(".whl"));
    return name && path.join(folder, name);
}

/** Give the server of the environment that was made for this wheel. */
export function privateServer(storage: string, wheel: string): string | undefined {
    const environment = environmentFor(storage, wheel);
    return existsSync(path.join(environment, READY)) ? besideInterpreter(interpreterOf(environment)) : undefined;
}

/** Make the environment anew and give its server. Raises `SetUpError`; what was half done is taken away again. */
export async function makeEnvironment(
    storage: string,
    wheel: string,
    interpreters: readonly string[],
    watcher: Watcher,
): Promise<string> {
    const environment = environmentFor(storage, wheel);
    watcher.tell("looking for Python");
    const python = await youngEnough([...interpreters, ...pythonsOnPath()], watcher);
    for (const old of existsSync(storage) ? readdirSync(storage) : []) {
        if (old.startsWith("tablecheck-")) rmSync(path.join(storage, old), { recursive: true, force: true });
    }
    mkdirSync(storage, { recursive: true });
    try {
        watcher.tell("making an environment");
        await run(python, ["-m", "venv", environment], watcher);
        watcher.tell("installing packages");
        const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", wheel];
        await run(interpreterOf(environment), pip, watcher);
    } catch (error) {
        rmSync(environment, { recursive: true, force: true });
        throw error;
    }
    const server = besideInterpreter(interpreterOf(environment));
    if (!server) throw new SetUpError("The environment was made, and tablecheck is not in it.");
    writeFileSync(path.join(environment, READY), "");
    return server;
}

function environmentFor(storage: string, wheel: string): string {
    return path.join(storage, path.basename(wheel, ".whl"));
}

function pythonsOnPath(): string[] {
    const names = process.platform === "win32" ? ["py", "python"] : ["python3", "python3.13", "python3.12", "python3.11", "python"];
    return names.flatMap((name) => onPath(name, process.env["PATH"]) ?? []);
}

async function youngEnough(candidates: readonly string[], watcher: Watcher): Promise<string> {
    const wanted = OLDEST.join(".");
    const question = `import sys; sys.exit(0 if sys.version_info >= (${OLDEST.join(", ")}) else 3)`;
    for (const python of new Set(candidates)) {
        try {
            await run(python, ["-c", question], watcher);
            return python;
        } catch {
            if (watcher.signal.aborted) break;
            watcher.log(`${python}: not Python ${wanted} or newer`);
        }
    }
    if (watcher.signal.aborted) throw new SetUpError("Setting up was cancelled.");
    throw new SetUpError(`No Python ${wanted} or newer was found. Install one from python.org or your system's packages, then try again.`);
}

function run(command: string, args: readonly string[], watcher: Watcher): Promise<void> {
    return new Promise((resolve, reject) => {
        let output = "";
        const process = spawn(command, args, { signal: watcher.signal, windowsHide: true });
        const hear = (part: Buffer): void => {
            output = (output + part.toString()).slice(-20_000);
            for (const line of part.toString().split("\n")) if (line.trim()) watcher.log(line.trimEnd());
        };
        process.stdout.on("data", hear);
        process.stderr.on("data", hear);
        process.on("error", (error) => {
            const cancelled = watcher.signal.aborted;
            reject(new SetUpError(cancelled ? "Setting up was cancelled." : `${command} could not be started: ${error.message}`));
        });
        process.on("close", (code) => {
            if (code === 0) resolve();
            else reject(new SetUpError(explain(args, output), output));
        });
    });
}

/** Say what the user can do about it; the words of pip and venv are in the log. */
function explain(args: readonly string[], output: string): string {
    if (/ensurepip is not available/i.test(output)) {
        return "Python cannot make environments here. On Debian or Ubuntu: sudo apt install python3-venv.";
    }
    if (/No space left on device/i.test(output)) return "There is no space left on the disk.";
    if (/NewConnectionError|Name or service not known|Temporary failure in name resolution|ConnectTimeout|ProxyError|SSLError|Could not fetch URL/i.test(output)) {
        return "pip could not reach the Python package index. Is the network there, and does it need a proxy?";
    }
    if (/No matching distribution found/i.test(output)) {
        return "pip found no fitting version of a package that tablecheck needs, for this Python and this machine.";
    }
    return `Setting up failed (${args.includes("pip") ? "pip" : "venv"}).`;
}
