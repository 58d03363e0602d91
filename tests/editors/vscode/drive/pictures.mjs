// Draws the pictures of the documentation. Look at them before committing them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as bench from "./workbench.mjs";

const folder = process.env.TABLECHECK_PAPER;
const manuscript = path.join(folder, "paper.tex");
const written = readFileSync(manuscript, "utf8").split("\n");
const { findings } = JSON.parse(readFileSync(process.env.TABLECHECK_EXPECTED, "utf8"));
const chosen = path.join(folder, ".vscode", "settings.json");
mkdirSync(path.dirname(chosen));

async function draw(theme, size, play) {
    writeFileSync(chosen, JSON.stringify({ "workbench.colorTheme": theme, "files.exclude": { "**/.vscode": true } }));
    const { page, close } = await bench.openWorkbench({ folder, file: manuscript, size, scale: 1.5 });
    const cursorOn = (finding) => bench.clickOn(page, written[finding.line].split(" & ")[0], finding.text);
    const keep = async (name) => {
        await page.mouse.move(size.width / 3, size.height - 60); // where nothing is, so that no tip is shown
        await page.waitForTimeout(1500); // for fades
        await bench.photograph(page, name);
    };
    await bench.waitForSquiggles(page, findings.map(({ text }) => text));
    await bench.until("status", () => bench.statusText(page), (text) => text.includes("differ"));
    await play({ page, cursorOn, keep });
    await close();
}

await draw("Default Light Modern", { width: 1120, height: 620 }, async ({ page, cursorOn, keep }) => {
    await page.locator(".editor-instance").first().hover();
    await page.mouse.wheel(0, 150);
    await page.waitForTimeout(500);
    await cursorOn(findings[0]);
    await bench.hover(page);
    await keep("hover");
    await page.keyboard.press("Escape");
    await bench.quickFixes(page);
    await keep("quick-fix");
    await page.keyboard.press("Escape");
    await page.locator('.statusbar-item[id$="tablecheck.status"] a').click();
    await keep("menu");
});

await draw("Default Dark Modern", { width: 1560, height: 700 }, async ({ page, cursorOn, keep }) => {
    await page.keyboard.press("Control+b");
    await bench.command(page, "tablecheck: Show the Cited Cell to the Side");
    const panel = await bench.citedCell(page);
    await cursorOn(findings[0]);
    await panel.locator("#mark").waitFor();
    await keep("cited-cell");
    await cursorOn(findings[1]);
    await panel.locator("#table mark").waitFor();
    await keep("cited-table");
});
