import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { optionsFrom } from "../../../../editors/vscode/src/settings.ts";

const written = (values: Record<string, unknown>) => <T,>(name: string) => values[name] as T | undefined;

test("what nobody has set is left to the project's file", () => {
    assert.deepEqual(optionsFrom(written({})), { readFiles: true });
});

test("settings are sent under the server's names", () => {
    const sent = optionsFrom(written({ run: "onSave", papers: ["pdfs"], ignore: ["TC303"], select: [] }));
    assert.deepEqual(sent, { run: "onSave", papers: ["pdfs"], rules: { ignore: ["TC303"] }, readFiles: true });
});

test("a switch that is off is sent", () => {
    assert.equal(optionsFrom(written({ codeLens: false })).codeLens, false);
});

test("every setting of the manifest has a description and an order", () => {
    const manifest = JSON.parse(readFileSync(new URL("../../../../editors/vscode/package.json", import.meta.url), "utf8"));
    for (const [name, setting] of Object.entries<Record<string, unknown>>(manifest.contributes.configuration.properties)) {
        assert.ok(setting["description"] ?? setting["markdownDescription"], name);
        assert.ok(setting["order"], name);
    }
});
