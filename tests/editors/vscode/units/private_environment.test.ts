// Makes real environments with the real wheel. TABLECHECK_WHEEL, TABLECHECK_PYTHON and an offline pip come from the caller.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { bundledWheel, makeEnvironment, privateServer, SetUpError } from "../../../../editors/vscode/src/server/private_environment.ts";

const wheel = process.env["TABLECHECK_WHEEL"] ?? "";
const python = process.env["TABLECHECK_PYTHON"] ?? "";
const fresh = (): string => mkdtempSync(path.join(tmpdir(), "private-"));

function watcher(signal = new AbortController().signal) {
    const steps: string[] = [];
    return { steps, signal, tell: (step: string) => void steps.push(step), log: () => {} };
}

test("an environment is made from the wheel, found again, and older ones go", async () => {
    const storage = fresh();
    mkdirSync(path.join(storage, "tablecheck-0.0.0-py3-none-any"));
    const watching = watcher();
    const server = await makeEnvironment(storage, wheel, [python], watching);
    assert.match(execFileSync(server, ["--version"], { encoding: "utf8" }), /tablecheck/);
    assert.equal(privateServer(storage, wheel), server);
    assert.deepEqual(watching.steps, ["looking for Python", "making an environment", "installing packages"]);
    assert.equal(readdirSync(storage).length, 1);
    assert.equal(privateServer(storage, "/another/tablecheck-9.9.9-py3-none-any.whl"), undefined);
});

test("where pip fails nothing is left behind, and the user reads what to do", async () => {
    const storage = fresh();
    const broken = path.join(storage, "tablecheck-0.1.0-py3-none-any.whl");
    await assert.rejects(makeEnvironment(storage, broken, [python], watcher()), SetUpError);
    assert.equal(privateServer(storage, broken), undefined);
    assert.deepEqual(readdirSync(storage), []);
});

test("a Python that is none is passed over; without any the user is told which is wanted", async () => {
    const searched = process.env["PATH"];
    process.env["PATH"] = "";
    try {
        await assert.rejects(makeEnvironment(fresh(), wheel, ["/bin/false"], watcher()), /No Python 3\.11 or newer/);
    } finally {
        process.env["PATH"] = searched;
    }
});

test("setting up can be cancelled", async () => {
    const cancelling = new AbortController();
    const storage = fresh();
    const watching = { ...watcher(cancelling.signal), tell: (step: string) => step === "making an environment" && cancelling.abort() };
    await assert.rejects(makeEnvironment(storage, wheel, [python], watching), /cancelled/);
    assert.ok(!existsSync(path.join(storage, path.basename(wheel, ".whl"))));
});

test("the wheel is the one file of its kind in the folder of the extension", () => {
    assert.equal(bundledWheel(path.dirname(wheel)), wheel);
    assert.equal(bundledWheel("/nowhere"), undefined);
});
