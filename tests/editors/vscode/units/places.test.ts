import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { besideInterpreter, canStart, onPath } from "../../../../editors/vscode/src/server/places.ts";

const folder = mkdtempSync(path.join(tmpdir(), "places-"));
for (const name of ["one", "two"]) mkdirSync(path.join(folder, name));
writeFileSync(path.join(folder, "one", "tablecheck"), "no program");
const program = path.join(folder, "two", "tablecheck");
writeFileSync(program, "#!/bin/sh\n");
chmodSync(program, 0o755);

test("a file that may not be run is passed over", () => {
    assert.equal(onPath("tablecheck", [path.join(folder, "one"), path.join(folder, "two")].join(path.delimiter)), program);
    assert.equal(onPath("tablecheck", path.join(folder, "one")), undefined);
});

test("a relative folder of the PATH is never looked into", () => {
    assert.equal(onPath("tablecheck", path.relative(process.cwd(), path.join(folder, "two"))), undefined);
    assert.equal(onPath("tablecheck", undefined), undefined);
});

test("the program beside an interpreter is its tablecheck", () => {
    assert.equal(besideInterpreter(path.join(folder, "two", "python")), program);
    assert.equal(besideInterpreter(path.join(folder, "one", "python")), undefined);
});

test("a command is a path to a program or a name on the PATH, never a relative path", () => {
    assert.ok(canStart(program, ""));
    assert.ok(canStart("tablecheck", path.join(folder, "two")));
    assert.ok(!canStart("./tablecheck", path.join(folder, "one")));
    assert.ok(!canStart(path.join(folder, "two"), ""));
});
