/** What the server says about how much of a manuscript was checked, and the words for it in the status bar. */

/** A notification `tablecheck/coverage`. */
export interface Coverage {
    readonly uri: string;
    readonly version?: number | null;
    readonly summary?: string;
    readonly state: "checking" | "fresh" | "failed";
    readonly numbers?: number;
    readonly checked?: number;
    readonly differ?: number;
    readonly unchecked?: number;
    readonly sources?: readonly Source[];
    readonly problems?: readonly (string | { readonly message: string })[];
}

export interface Source {
    readonly key: string;
    readonly status: string;
    readonly reason?: string;
}

/** How the server itself is. */
export type ServerState =
    | { readonly kind: "starting" | "running" | "off" }
    | { readonly kind: "setting up"; readonly step: string }
    | { readonly kind: "missing" | "stopped"; readonly detail: string };

/** What the status bar shows. `isAlarm` asks for the warning colour. */
export interface Look {
    readonly text: string;
    readonly details: readonly string[];
    readonly isAlarm: boolean;
}

/** Put the state of the server and of the manuscript into words; numbers that nobody looked at are always named. */
export function look(server: ServerState, coverage: Coverage | undefined): Look {
    switch (server.kind) {
        case "off":
            return plain("$(circle-slash) tablecheck", "Switched off by the setting tablecheck.enable.");
        case "starting":
            return plain("$(loading~spin) tablecheck", "The server is starting.");
        case "setting up":
            return plain("$(loading~spin) tablecheck: setting up", `Setting up: ${server.step}.`);
        case "missing":
            return { text: "$(warning) tablecheck: not installed", details: [server.detail], isAlarm: true };
        case "stopped":
            return { text: "$(warning) tablecheck: stopped", details: [server.detail], isAlarm: true };
        case "running":
            return coverage ? covered(coverage) : plain("$(table) tablecheck", "Nothing has been checked yet.");
    }
}

function plain(text: string, detail: string): Look {
    return { text, details: [detail], isAlarm: false };
}

function covered(coverage: Coverage): Look {
    const details = [coverage.summary ?? "", ...sourceLines(coverage.sources ?? []), ...problemLines(coverage)].filter(Boolean);
    if (coverage.state === "failed") return { text: "$(warning) tablecheck: not checked", details, isAlarm: true };
    const icon = coverage.state === "checking" ? "$(loading~spin)" : coverage.differ ? "$(warning)" : "$(table)";
    return { text: `${icon} ${words(coverage)}`, details, isAlarm: false };
}

function words({ checked = 0, unchecked = 0, differ = 0, state }: Coverage): string {
    const claimed = checked + unchecked;
    if (!claimed) return state === "checking" ? "tablecheck" : "tablecheck: no cited numbers";
    return `${checked} of ${claimed} cited numbers checked` + (differ ? `, ${differ} differ` : "");
}

function sourceLines(sources: readonly Source[]): string[] {
    const troubled = sources.filter(({ status }) => status !== "read" && status !== "not-needed");
    return troubled.map(({ key, status, reason }) => `${key}: ${reason || status}`);
}

function problemLines({ problems = [] }: Coverage): string[] {
    return problems.map((problem) => (typeof problem === "string" ? problem : problem.message));
}
