import assert from "node:assert/strict";
import { test } from "node:test";
import { restartsLeft } from "../../../../editors/vscode/src/server/restarts.ts";

const MINUTE = 60_000;

test("a server that dies five times within three minutes is left alone", () => {
    const deaths: number[] = [];
    assert.deepEqual([0, 1, 2, 3, 4].map((second) => restartsLeft(deaths, second * 1000)), [true, true, true, true, false]);
});

test("a server that dies now and then is always started again", () => {
    const deaths: number[] = [];
    assert.ok([...Array(20).keys()].every((count) => restartsLeft(deaths, count * MINUTE)));
});
