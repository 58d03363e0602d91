import assert from "node:assert/strict";
import { test } from "node:test";
import { findServer, type Looks } from "../../../../editors/vscode/src/server/find.ts";

const NOTHING: Looks = {
    setting: [],
    exists: () => true,
    interpreters: async () => [],
    besideInterpreter: () => undefined,
    onPath: () => undefined,
    privateEnvironment: () => undefined,
    hasWheel: false,
};
const EVERYTHING: Looks = {
    ...NOTHING,
    setting: ["/opt/mine"],
    interpreters: async () => ["/env/bin/python"],
    besideInterpreter: (python) => python.replace("python", "tablecheck"),
    onPath: () => "/usr/bin/tablecheck",
    privateEnvironment: () => "/storage/tablecheck",
    hasWheel: true,
};

async function command(looks: Looks): Promise<string> {
    const found = await findServer(looks);
    return "server" in found ? [found.server.command, ...found.server.args].join(" ") : found.missing.detail;
}

test("the setting comes first, then the interpreter, the PATH and the extension's own environment", async () => {
    assert.equal(await command(EVERYTHING), "/opt/mine serve");
    assert.equal(await command({ ...EVERYTHING, setting: [] }), "/env/bin/tablecheck serve");
    assert.equal(await command({ ...EVERYTHING, setting: [], interpreters: async () => [] }), "/usr/bin/tablecheck serve");
    assert.equal(await command({ ...NOTHING, privateEnvironment: () => "/storage/tablecheck" }), "/storage/tablecheck serve");
});

test("arguments in the setting replace our own", async () => {
    assert.equal(await command({ ...NOTHING, setting: ["uv", "run", "tablecheck", "serve"] }), "uv run tablecheck serve");
});

test("a setting that names nothing is not passed over in silence", async () => {
    const found = await findServer({ ...EVERYTHING, exists: () => false });
    assert.ok("missing" in found && found.missing.detail.includes("/opt/mine") && !found.missing.canSetUp);
});

test("a second interpreter is asked when the first has no tablecheck", async () => {
    const looks = { ...NOTHING, interpreters: async () => ["/a/python", "/b/python"], besideInterpreter: (python: string) => (python === "/b/python" ? "/b/tablecheck" : undefined) };
    assert.equal(await command(looks), "/b/tablecheck serve");
});

test("where there is nothing, it says what to do, and offers to set up only what it brings", async () => {
    for (const hasWheel of [true, false]) {
        const found = await findServer({ ...NOTHING, hasWheel });
        assert.ok("missing" in found && found.missing.canSetUp === hasWheel && found.missing.detail.includes("pip install tablecheck"));
    }
});
