/** Which tablecheck is started: the first that is there, in an order that users can count on. */

export type Origin = "setting" | "interpreter" | "path" | "private";

/** A command that starts the server, and who said so. */
export interface Server {
    readonly command: string;
    readonly args: readonly string[];
    readonly origin: Origin;
}

/** Why no server can be started; `detail` says what to do. */
export interface Missing {
    readonly detail: string;
    readonly canSetUp: boolean;
}

export type Search = { readonly server: Server } | { readonly missing: Missing };

/** What can be looked at; each look gives the program, or nothing where there is none. */
export interface Looks {
    /** The command that the user has written, its arguments behind it; empty for none. */
    readonly setting: readonly string[];
    readonly exists: (command: string) => boolean;
    /** Interpreters of the workspace, the one the user chose first. Empty where the workspace is not trusted. */
    readonly interpreters: () => Promise<readonly string[]>;
    readonly besideInterpreter: (interpreter: string) => string | undefined;
    readonly onPath: () => string | undefined;
    readonly privateEnvironment: () => string | undefined;
    readonly hasWheel: boolean;
}

/** Find the server: the setting, the workspace's interpreter, the PATH, the extension's own environment. */
export async function findServer(looks: Looks): Promise<Search> {
    const [written, ...rest] = looks.setting;
    if (written !== undefined) {
        return looks.exists(written)
            ? { server: { command: written, args: rest.length ? rest : ["serve"], origin: "setting" } }
            : { missing: { detail: `The setting tablecheck.path names ${written}, and there is no such program.`, canSetUp: false } };
    }
    for (const interpreter of await looks.interpreters()) {
        const beside = looks.besideInterpreter(interpreter);
        if (beside) return found(beside, "interpreter");
    }
    const onPath = looks.onPath();
    if (onPath) return found(onPath, "path");
    const own = looks.privateEnvironment();
    if (own) return found(own, "private");
    return { missing: { detail: howToGetIt(looks.hasWheel), canSetUp: looks.hasWheel } };
}

function found(command: string, origin: Origin): Search {
    return { server: { command, args: ["serve"], origin } };
}

function howToGetIt(hasWheel: boolean): string {
    const install = "install it with `pip install tablecheck`, or name it in the setting tablecheck.path";
    return hasWheel
        ? `tablecheck is not installed. Set it up from here, ${install}.`
        : `tablecheck is not installed: ${install}.`;
}
