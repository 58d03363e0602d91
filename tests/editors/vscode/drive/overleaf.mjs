// A project that lies in no folder of this machine: the files come through the editor, under the scheme of Overleaf Workshop.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import * as bench from "./workbench.mjs";

const folder = process.env.TABLECHECK_PAPER;
const workspace = path.join(folder, "..", "project.code-workspace");
const addressOf = (name) => `overleaf-workshop://www.overleaf.invalid/Paper${name}?user%3Du1%26project%3Dp1`;
const { findings, fix } = JSON.parse(readFileSync(process.env.TABLECHECK_EXPECTED, "utf8"));
const settings = { "tablecheck.papers": [path.join(folder, "papers")] };
writeFileSync(workspace, JSON.stringify({ folders: [{ uri: addressOf(""), name: "Paper" }], settings }));

test("numbers are checked in a virtual workspace, with the bibliography read through the editor", async () => {
    const { page, close } = await bench.openWorkbench({ workspace, file: addressOf("/paper.tex") });
    try {
        await bench.waitForSquiggles(page, findings.map(({ text }) => text));
        await bench.goTo(page, findings[fix.finding].line + 1, findings[fix.finding].column + 2);
        await (await bench.quickFixes(page)).filter({ hasText: fix.title }).click();
        await bench.waitForSquiggles(page, [findings[1 - fix.finding].text]);
        assert.deepEqual(await bench.cards(page), []);
    } finally {
        await bench.photograph(page, "overleaf");
        await close();
    }
});
