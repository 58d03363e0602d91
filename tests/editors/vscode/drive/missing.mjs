// Where there is no tablecheck: the status bar says so, its menu offers what helps, and no card is shown.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import * as bench from "./workbench.mjs";

const folder = process.env.TABLECHECK_PAPER;

test("without a server the editor stays quiet and says what to do", async () => {
    const { page, close } = await bench.openWorkbench({ folder, file: path.join(folder, "paper.tex") });
    try {
        await bench.until("status", () => bench.statusText(page), (text) => text.includes("not installed"));
        await page.locator('.statusbar-item[id$="tablecheck.status"] a').click();
        const rows = page.locator(".quick-input-list .monaco-list-row");
        await rows.first().waitFor();
        const offered = (await rows.allInnerTexts()).join("\n");
        assert.match(offered, /Set up tablecheck/);
        assert.match(offered, /Show the log/);
        assert.doesNotMatch(offered, /Check now/);
        assert.deepEqual(await bench.cards(page), []);
    } finally {
        await close();
    }
});
