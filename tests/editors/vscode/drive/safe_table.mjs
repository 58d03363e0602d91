// What the side panel lets through of the HTML of a table, in a real browser.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(path.join(process.env.TABLECHECK_NODE_MODULES, "x.js"));
const source = fileURLToPath(new URL("../../../../editors/vscode/src/evidence/safe_table.ts", import.meta.url));
let browser, page;

before(async () => {
    const built = require("esbuild").buildSync({ entryPoints: [source], bundle: true, write: false, format: "iife", globalName: "safe" });
    browser = await require("playwright-core").chromium.launch({ executablePath: process.env.TABLECHECK_CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    page = await browser.newPage();
    await page.addScriptTag({ content: built.outputFiles[0].text });
});
after(() => browser.close());

const let_through = (markup) =>
    page.evaluate((given) => {
        document.body.replaceChildren(safe.safeTable(given, document));
        return document.body.innerHTML;
    }, markup);

test("a table with spans and a marked cell stays as it is", async () => {
    const table = '<table><thead><tr><th scope="col" colspan="2">AP<sub>50</sub></th></tr></thead><tbody><tr><td class="cited"><mark>71.5</mark></td></tr></tbody></table>';
    assert.equal(await let_through(table), table);
});

test("nothing in it can run, load or send", async () => {
    for (const markup of [
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<table><tr><td onclick='alert(1)' style='background:url(//x)'>1</td></tr></table>",
        "<iframe src='//x'></iframe><form action='//x'><input></form><link rel=stylesheet href='//x'>",
        "<svg><script>alert(1)</script></svg><math><mtext><img src=x onerror=alert(1)></mtext></math>",
        "<table><tr><td><a href='javascript:alert(1)'>1</a></td></tr></table>",
        "<template><img src=x></template><style>*{}</style>",
    ]) {
        assert.doesNotMatch(await let_through(markup), /img|script|on\w+=|style|iframe|form|input|link|svg|href|template/i, markup);
    }
});

test("the words of an element that is not let through are kept", async () => {
    assert.equal(await let_through("<table><tbody><tr><td><a href='//x'>85.3</a></td></tr></tbody></table>"), "<table><tbody><tr><td>85.3</td></tr></tbody></table>");
});
