import assert from "node:assert/strict";
import { test } from "node:test";
import { asksForReason, withReason } from "../../../../editors/vscode/src/reason_text.ts";

const range = { start: { line: 3, character: 9 }, end: { line: 3, character: 9 } };
const textDocument = { uri: "file:///p.tex", version: 3 };
const mark = " % tablecheck: ignore[TC102=41.6] say why";

test("an action whose edit holds the placeholder asks; so does one that only says it will", () => {
    assert.ok(asksForReason({ title: "", edit: { documentChanges: [{ textDocument, edits: [{ range, newText: mark }] }] } }));
    assert.ok(asksForReason({ title: "", data: { asksWhy: true } }));
    assert.ok(!asksForReason({ title: "", edit: { changes: { "file:///p.tex": [{ range, newText: "46.1" }] } } }));
    assert.ok(!asksForReason({ title: "say why", command: "tablecheck.checkNow" }));
});

test("the reason takes the place of the placeholder, on one line, whatever it holds", () => {
    const edit = { documentChanges: [{ textDocument, edits: [{ range, newText: mark }] }] };
    const filled = withReason(edit, "our run,\n$& costs 5$ ").documentChanges?.[0];
    assert.ok(filled && "edits" in filled);
    assert.deepEqual(filled.edits, [{ range, newText: " % tablecheck: ignore[TC102=41.6] our run, $& costs 5$" }]);
    assert.deepEqual(filled.textDocument, textDocument);
});

test("a snippet becomes plain text", () => {
    const snippet = { kind: "snippet" as const, value: " % tablecheck: rerun ${1:say why} 5\\$$0" };
    const filled = withReason({ documentChanges: [{ textDocument, edits: [{ range, snippet }] }] }, "three seeds").documentChanges?.[0];
    assert.ok(filled && "edits" in filled);
    assert.deepEqual(filled.edits, [{ range, newText: " % tablecheck: rerun three seeds 5$" }]);
});
