import assert from "node:assert/strict";
import { test } from "node:test";
import { type Coverage, look } from "../../../../editors/vscode/src/coverage.ts";

const RUNNING = { kind: "running" } as const;
const FRESH: Coverage = { uri: "file:///p.tex", state: "fresh", summary: "34 of 40 cited numbers checked", numbers: 60, checked: 34, differ: 2, unchecked: 6, sources: [], problems: [] };

test("the numbers that nobody looked at are in the text", () => {
    assert.equal(look(RUNNING, FRESH).text, "$(warning) 34 of 40 cited numbers checked, 2 differ");
    assert.equal(look(RUNNING, { ...FRESH, differ: 0 }).text, "$(table) 34 of 40 cited numbers checked");
});

test("a manuscript without cited numbers never looks like one that passed", () => {
    assert.equal(look(RUNNING, { ...FRESH, checked: 0, unchecked: 0, differ: 0 }).text, "$(table) tablecheck: no cited numbers");
});

test("a check that broke down is an alarm and keeps no old counts", () => {
    const shown = look(RUNNING, { ...FRESH, state: "failed", problems: ["the bibliography cannot be read"] });
    assert.ok(shown.isAlarm && !shown.text.includes("34"));
    assert.ok(shown.details.includes("the bibliography cannot be read"));
});

test("cited papers that are missing are named with the reason, the others are not", () => {
    const sources = [{ key: "he2016", status: "read", reason: "" }, { key: "tan2019", status: "not-obtained", reason: "not in papers/" }];
    assert.deepEqual(look(RUNNING, { ...FRESH, sources }).details, ["34 of 40 cited numbers checked", "tan2019: not in papers/"]);
});

test("a server that is missing or stopped says what to do", () => {
    for (const kind of ["missing", "stopped"] as const) {
        const shown = look({ kind, detail: "do this" }, FRESH);
        assert.ok(shown.isAlarm && shown.details.includes("do this") && !shown.text.includes("34"));
    }
});
