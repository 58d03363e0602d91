// The scenario that every editor plays, in VS Code. The steps build on each other: one window, one manuscript.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import * as bench from "./workbench.mjs";

const folder = process.env.TABLECHECK_PAPER;
const manuscript = path.join(folder, "paper.tex");
const written = readFileSync(manuscript, "utf8").split("\n");
const expected = JSON.parse(readFileSync(process.env.TABLECHECK_EXPECTED, "utf8"));
const { findings } = expected;
const texts = findings.map(({ text }) => text);
const textsOf = (indices) => indices.map((index) => findings[index].text);
const REASON = "our own run, seed 7";
const copy = path.join(folder, "crlf.tex");
let page, close;

before(async () => {
    writeFileSync(copy, written.join("\r\n"));
    const size = { width: 1800, height: 900 };
    ({ page, close } = await bench.openWorkbench({ folder, file: manuscript, size }));
    await page.keyboard.press("Control+b"); // the explorer is not needed, and the side panel wants room
});
after(() => close());

/** One step; those after a failed one have nothing to stand on. */
let broken = "";
function step(name, play) {
    test(name, async (context) => {
        if (broken) return context.skip(`after: ${broken}`);
        try {
            await play();
        } catch (error) {
            broken = name;
            await bench.photograph(page, `failed ${name}`);
            throw error;
        }
    });
}

const start = (finding) => written[finding.line].split(" & ")[0];
const cursorOn = (finding) => bench.clickOn(page, start(finding), finding.text);
const line = async (finding) => (await bench.shownLines(page)).find((each) => each.startsWith(start(finding)));

step("both findings are underlined at their numbers, and no card is shown", async () => {
    await bench.waitForSquiggles(page, texts);
    assert.deepEqual(await bench.cards(page), []);
});

step("the status bar and the line above the table say how much was checked", async () => {
    const { checked, differ } = expected.coverage;
    await bench.until("status", () => bench.statusText(page), (text) => text.includes(`${checked} of ${checked} cited numbers checked, ${differ} differ`));
    const above = await bench.until("lens", () => bench.lenses(page), (texts) => texts.length > 0);
    assert.match(above.join(" "), new RegExp(`\\b${checked} of \\d+ numbers checked`));
});

step("the Problems panel shows the messages, the rules and the cited cells", async () => {
    await page.keyboard.press("Control+Shift+M");
    const rows = page.locator(".markers-panel-container .monaco-list-row");
    const seen = await bench.until("problems", () => rows.allInnerTexts(), (texts) => texts.length >= 1 + 2 * findings.length);
    const all = seen.join("\n").replaceAll("\u00a0", " ");
    for (const { message, code } of findings) {
        assert.ok(all.includes(message), all);
        assert.ok(all.includes(code), all);
    }
});

step("the cited cell below a problem opens the cited table", async () => {
    const name = decodeURIComponent(findings[0].page.split("/").pop());
    await page.locator(".markers-panel-container .monaco-list-row", { hasText: name }).first().dblclick();
    await page.getByRole("tab", { name: new RegExp(name) }).first().waitFor();
    await bench.until("cited table", () => bench.shownLines(page), (lines) => lines.some((each) => each.includes(findings[0].cited)));
    await bench.closeTab(page, new RegExp(name));
    await bench.command(page, "View: Hide Panel");
});

step("the hover shows the cited row", async () => {
    await cursorOn(findings[expected.hover.finding]);
    const shown = await bench.hover(page);
    const words = await bench.until("hover", () => shown.innerText(), (text) => expected.hover.contains.every((each) => text.includes(each)));
    assert.doesNotMatch(words, /\*\*|\| ---/);
    await page.keyboard.press("Escape");
});

step("the side panel shows the cited cell, and follows the cursor", async () => {
    await bench.command(page, "tablecheck: Show the Cited Cell to the Side");
    const panel = await bench.citedCell(page);
    for (const finding of findings) {
        await cursorOn(finding);
        const cell = () => panel.locator("#compared .differs").allInnerTexts();
        await bench.until("cited cell", cell, (texts) => texts.join() === `${finding.text},${finding.cited}`);
        await panel.getByRole("tab", { name: "Table" }).click();
        assert.ok((await panel.locator("#table mark").first().innerText()).startsWith(finding.cited));
    }
    await cursorOn(findings[0]); // this one comes from a PDF
    await panel.getByRole("tab", { name: "Page" }).click();
    await bench.until("page", () => panel.locator("#picture").evaluate((each) => each.naturalWidth), (width) => width > 300);
    assert.ok(await panel.locator("#mark").isVisible());
    await bench.clickOn(page, "We compare", "published");
    await panel.getByText("no cited cell").waitFor();
    await bench.photograph(page, "scenario-side");
    await bench.closeTab(page, "Cited cell");
});

step("a manuscript that is broken while it is typed in comes back by undoing", async () => {
    await bench.clickOn(page, "\\begin{tabular}", "tabular");
    await page.keyboard.type("q{");
    await bench.waitForSquiggles(page, []);
    await bench.until("undo", async () => {
        await page.keyboard.press("Control+z");
        return bench.shownLines(page);
    }, (lines) => lines.includes(written[16]));
    await bench.waitForSquiggles(page, texts);
});

step("a second manuscript, with Windows line ends, is closed in the middle of a check", async () => {
    await page.keyboard.press("Control+b");
    await page.getByRole("treeitem", { name: /crlf\.tex/ }).dblclick();
    await page.getByRole("tab", { name: /crlf\.tex/ }).waitFor();
    await page.keyboard.press("Control+b");
    await bench.waitForSquiggles(page, texts);
    await bench.clickOn(page, "We compare", "published");
    await page.keyboard.type("x");
    await page.getByRole("tab", { name: /crlf\.tex/ }).click({ button: "middle" });
    await page.getByRole("button", { name: "Don't Save" }).click();
    await page.getByRole("tab", { name: /crlf\.tex/ }).waitFor({ state: "detached" });
    await bench.waitForSquiggles(page, texts);
});

step("the report opens as a tab", async () => {
    await cursorOn(findings[0]);
    await bench.command(page, "tablecheck: Open the Report");
    await bench.inside(page).getByText(findings[0].message).first().waitFor();
    await bench.photograph(page, "report");
    await bench.closeTab(page, "tablecheck report");
});

step("the quick fix takes the cited value; undoing it brings the finding back", async () => {
    const { finding, title, line_after } = expected.fix;
    await cursorOn(findings[finding]);
    await (await bench.quickFixes(page)).filter({ hasText: title }).click();
    await bench.waitForSquiggles(page, textsOf(expected.after_fix));
    assert.equal(await line(findings[finding]), line_after);
    await page.keyboard.press("Control+z");
    await bench.waitForSquiggles(page, texts);
    await page.keyboard.press("Control+y");
    await bench.waitForSquiggles(page, textsOf(expected.after_fix));
});

step("accepting a number asks for the reason and writes it beside the number", async () => {
    const { finding, title, line_after } = expected.ignore;
    await cursorOn(findings[finding]);
    await (await bench.quickFixes(page)).filter({ hasText: title }).click();
    const box = page.locator(".quick-input-widget input");
    await box.fill(REASON);
    await page.keyboard.press("Enter");
    await bench.waitForSquiggles(page, textsOf(expected.after_ignore));
    assert.equal(await line(findings[finding]), line_after.replace("say why", REASON));
});

step("a server that is killed comes back and goes on with the unsaved text", async () => {
    bench.killServer();
    await bench.goTo(page, findings[0].line + 1, findings[0].column + 1);
    await page.keyboard.press("Delete");
    await page.keyboard.type("9"); // 37.2 becomes 97.2
    await bench.waitForSquiggles(page, ["97.2"]);
});

step("all along no card was shown", async () => assert.deepEqual(await bench.cards(page), []));
