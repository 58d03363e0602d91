// Bundles the extension and the script of its side panel into dist/, with the licences of what is bundled.
import { build } from "esbuild";
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

rmSync("dist", { recursive: true, force: true });
const common = { bundle: true, minify: true, sourcemap: "linked", sourcesContent: false, metafile: true, outdir: "dist", logLevel: "warning" };
const extension = await build({
    ...common,
    entryPoints: { extension: "src/extension.ts" },
    platform: "node",
    format: "cjs",
    target: "node20", // that of the oldest VS Code in `engines`
    external: ["vscode"],
});
await build({ ...common, entryPoints: { panel: "src/evidence/view.ts" }, platform: "browser", format: "iife", target: "es2022" });
copyFileSync("media/panel.css", "dist/panel.css");

const packages = new Set(Object.keys(extension.metafile.inputs).flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
const notices = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (!file || !existsSync(path.join(folder, file))) throw new Error(`${name} brings no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(path.join(folder, file), "utf8").trim()}\n`;
});
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", notices.join(`\n${"-".repeat(78)}\n\n`));
