import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutFindings, withRoom } from "../../../../editors/vscode/src/hover_text.ts";

const finding = "[TC101 value-differs](https://example.org/value-differs.md): 31.2 differs from the cited 37.2";

test("a finding that the editor shows already is not shown twice", () => {
    assert.equal(withoutFindings(`${finding}\n\n| | Quarry |\n\n**\\[key\\]**`), "| | Quarry |\n\n**\\[key\\]**");
});

test("where there is nothing else the finding stays", () => {
    assert.equal(withoutFindings(finding), finding);
});

test("cells get room, the line below the header and other text do not", () => {
    const table = "|  | Harbor |\n| --- | --- |\n| yours | **52.6** |\n\nTable 1 | a title";
    assert.equal(withRoom(table), "| &ensp; | Harbor&ensp; |\n| --- | --- |\n| yours&ensp; | **52.6**&ensp; |\n\nTable 1 | a title");
});
