// A workbench of VS Code in headless Chromium: what a user sees and does, in words of the tests.
import { createRequire } from "node:module";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const { chromium } = createRequire(path.join(process.env.TABLECHECK_NODE_MODULES, "x.js"))("playwright-core");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const SQUIGGLE = ".squiggly-error, .squiggly-warning, .squiggly-info, .squiggly-hint";
const LONG = 90_000; // milliseconds; nothing takes as long on a machine that has time

/** Open a workbench on a folder or a workspace file, with a file of it in front. */
export async function openWorkbench({ folder, workspace, file, size = { width: 1280, height: 800 }, scale = 1 }) {
    const browser = await chromium.launch({ executablePath: process.env.TABLECHECK_CHROMIUM, args: FLAGS });
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: scale });
    page.setDefaultTimeout(LONG);
    await page.addInitScript(`window.lettersOf = ${lettersOf}`);
    const address = new URL(process.env.TABLECHECK_CODE_SERVER);
    if (folder) address.searchParams.set("folder", folder);
    if (workspace) address.searchParams.set("workspace", workspace);
    const uri = file?.includes("://") ? file : `vscode-remote://${address.host}${file}`;
    if (file) address.searchParams.set("payload", JSON.stringify([["openFile", uri]]));
    await page.goto(address.href);
    await page.waitForSelector(".monaco-workbench");
    if (file) await page.waitForSelector(".view-line");
    return { page, close: () => browser.close() };
}

/** Wait until a condition on the page holds; say what was seen when it never does. */
export async function until(what, look, wanted, timeout = LONG) {
    const end = Date.now() + timeout;
    for (;;) {
        const seen = await look();
        if (wanted(seen)) return seen;
        if (Date.now() > end) throw new Error(`${what}: last seen ${JSON.stringify(seen)}`);
        await new Promise((resolve) => setTimeout(resolve, 60));
    }
}

/** Runs in the page: gives the letters of a line of the editor, and where each of them is drawn. */
function lettersOf(line) {
    const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const letters = [];
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        for (let at = 0; at < node.length; at++) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            letters.push({ letter: node.data[at].replace("\u00a0", " "), box: range.getBoundingClientRect() });
        }
    }
    return letters;
}

/** Give the texts under the squiggles of the editor in front, from top to bottom. */
export function squiggles(page) {
    return page.evaluate((selector) => {
        const marks = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
        const lines = [...document.querySelectorAll(".editor-instance .view-line")];
        const isUnder = (mark, { left, right }) => mark.left < (left + right) / 2 && (left + right) / 2 < mark.right;
        const textUnder = (mark) => {
            const middle = mark.top + mark.height / 2;
            const line = lines.find((each) => each.getBoundingClientRect().top <= middle && middle <= each.getBoundingClientRect().bottom);
            return line ? lettersOf(line).filter(({ box }) => isUnder(mark, box)).map(({ letter }) => letter).join("") : "";
        };
        return marks.sort((a, b) => a.top - b.top || a.left - b.left).map(textUnder);
    }, SQUIGGLE);
}

export const waitForSquiggles = (page, texts) =>
    until("squiggles", () => squiggles(page), (seen) => JSON.stringify(seen) === JSON.stringify(texts));

/** Notification cards, and the badge that hides cards. */
export const cards = (page) => page.locator(".notifications-toasts .notification-list-item-message").allInnerTexts();

export const statusText = (page) => page.locator('.statusbar-item[id$="tablecheck.status"]').innerText();

export const lenses = (page) => page.locator(".codelens-decoration").allInnerTexts();

/** Click on a word of a line of the editor in front; the line is named by how it begins. */
export async function clickOn(page, beginning, word) {
    const place = await page.evaluate(([start, wanted]) => {
        for (const line of document.querySelectorAll(".editor-instance .view-line")) {
            const letters = lettersOf(line);
            const text = letters.map(({ letter }) => letter).join("");
            const at = text.startsWith(start) ? text.indexOf(wanted) : -1;
            if (at < 0) continue;
            const { left, top, height } = letters[at + Math.floor(wanted.length / 2)].box;
            return { x: left, y: top + height / 2 };
        }
        return null;
    }, [beginning, word]);
    if (!place) throw new Error(`${word} is not shown in a line that begins with ${beginning}`);
    await page.mouse.click(place.x, place.y);
}

/** Write into the box at the top and choose; again, where an editor took the focus back and the box went away. */
async function quickly(page, key, text, choose) {
    const box = page.locator(".quick-input-widget input");
    const once = async () => {
        await pressFor(page, [key], box);
        await box.fill(text, { timeout: 3000 });
        await choose({ timeout: 5000 });
        return "done";
    };
    await until(text, () => once().catch((error) => page.keyboard.press("Escape").then(() => String(error))), (seen) => seen === "done");
}

/** Put the cursor at a place of the editor that has the focus; both count from 1, columns in code points. */
export const goTo = (page, line, column) =>
    quickly(page, "Control+g", `:${line}:${column}`, async (patience) => {
        await page.keyboard.press("Enter");
        await page.locator(".quick-input-widget").waitFor({ state: "hidden", ...patience });
    });

/** Run a command of the palette by its title. */
export const command = (page, title) =>
    quickly(page, "F1", `>${title}`, (patience) =>
        page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click(patience),
    );

/** Press keys until something shows: an editor that is just getting the focus back lets keys fall. */
async function pressFor(page, keys, shown) {
    const press = async () => {
        for (const key of keys) await page.keyboard.press(key);
        return shown.waitFor({ timeout: 5000 }).then(() => true, () => false);
    };
    await until(keys.join(" "), press, (isShown) => isShown);
    return shown;
}

/** Close a tab with the middle button, which needs no focus. */
export async function closeTab(page, name) {
    const tab = page.getByRole("tab", { name }).first();
    await tab.click({ button: "middle" });
    await tab.waitFor({ state: "detached" });
}

/** Show the hover at the cursor. */
export const hover = (page) =>
    pressFor(page, ["Control+k", "Control+i"], page.locator(".monaco-hover:not(.hidden) .monaco-hover-content").first());

/** Open the light bulb's menu at the cursor and give its rows. */
export async function quickFixes(page) {
    const rows = page.locator(".action-widget .monaco-list-row.action");
    await pressFor(page, ["Control+."], rows.first());
    return rows;
}

/** Give the lines of the editor in front that are in view, from top to bottom. */
export const shownLines = (page) =>
    page.evaluate(() => {
        const lines = [...document.querySelectorAll(".editor-instance .view-line")];
        const top = (line) => line.getBoundingClientRect().top;
        return lines.sort((a, b) => top(a) - top(b)).map((line) => line.textContent.replaceAll("\u00a0", " "));
    });

/** Give the inside of the one page that an extension shows. */
export const inside = (page) => page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");

/** Give the inside of the side panel. */
export async function citedCell(page) {
    const panel = inside(page);
    await panel.locator("#hint").waitFor({ state: "attached" });
    return panel;
}

/** Keep what is seen, where TABLECHECK_PICTURES names a folder for it. */
export async function photograph(page, name) {
    const folder = process.env.TABLECHECK_PICTURES;
    if (folder) await page.screenshot({ path: path.join(folder, `vscode-${name}.png`) });
}

/** End the language server that the code-server of this test started, and no other. Gives its process id. */
export function killServer() {
    const mark = `TABLECHECK_TEST_MARK=${process.env.TABLECHECK_TEST_MARK}`;
    const served = serverProcesses(mark);
    if (served.length !== 1) throw new Error(`there are ${served.length} servers`);
    process.kill(served[0], "SIGKILL");
    return served[0];
}

function serverProcesses(mark) {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).filter((id) => {
        try {
            const words = readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
            return words.includes("serve") && readFileSync(`/proc/${id}/environ`, "utf8").split("\0").includes(mark);
        } catch {
            return false; // it has ended, or is somebody else's
        }
    });
}
