// Draws the pictures of the documentation: `make editor-pictures`. Look at them before committing them.
import { readFileSync } from "node:fs";
import path from "node:path";
import * as bench from "./workbench.mjs";

const folder = process.env.TABLECHECK_PAPER;
const { findings } = JSON.parse(readFileSync(process.env.TABLECHECK_EXPECTED, "utf8"));
const size = { width: 1180, height: 640 };
const { page, close } = await bench.openWorkbench({ folder, file: path.join(folder, "paper.tex"), size, scale: 1.5 });
const settled = () => page.waitForTimeout(1200); // for fades and blinking
const cursorOn = (finding) => bench.goTo(page, finding.line + 1, finding.column + 2);

await bench.waitForSquiggles(page, findings.map(({ text }) => text));
await bench.until("status", () => bench.statusText(page), (text) => text.includes("differ"));
await cursorOn(findings[0]);
await bench.hover(page);
await settled();
await bench.photograph(page, "hover");

await page.keyboard.press("Escape");
await bench.quickFixes(page);
await settled();
await bench.photograph(page, "quick-fix");

await page.keyboard.press("Escape");
await page.locator('.statusbar-item[id$="tablecheck.status"] a').click();
await settled();
await bench.photograph(page, "menu");

await page.keyboard.press("Escape");
await page.keyboard.press("Control+b");
await bench.command(page, "tablecheck: Show the Cited Cell to the Side");
await cursorOn(findings[0]);
await (await bench.citedCell(page)).locator("#picture").waitFor();
await settled();
await bench.photograph(page, "cited-cell");
await close();
