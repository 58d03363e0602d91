import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../../../../editors/vscode/src/evidence/page.ts";

const frame = { source: "https://*.vscode-cdn.net", style: "https://x.vscode-cdn.net/panel.css", script: "https://x.vscode-cdn.net/panel.js", nonce: "abc" };

test("the panel may run its own script only, and load nothing but pictures it is handed", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page(frame))?.[1];
    assert.equal(policy, "default-src 'none'; img-src data:; style-src https://*.vscode-cdn.net; script-src 'nonce-abc'");
});

test("the panel has no inline script and no inline style", () => {
    const html = page(frame);
    assert.deepEqual(html.match(/<script[^>]*>/g), ['<script nonce="abc" src="https://x.vscode-cdn.net/panel.js">']);
    assert.doesNotMatch(html, / style=| on[a-z]+=|<style/);
});
