// Builds the page that the wheel carries and the Overleaf extension. The same sources give the same bytes.
//   node build.mjs                write tablecheck/web/page and editors/web/overleaf/dist
//   node build.mjs --check        build in memory and say whether the committed page is that one
//   node build.mjs --extension FOLDER    write the extension alone, to a folder
// NODE_FOLDER names the folder that holds node_modules; by default .venv/editors/web of the project.

import { createRequire } from "node:module"
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import process from "node:process"

const here = import.meta.dirname
const project = path.join(here, "..", "..")
const modules = path.join(process.env.NODE_FOLDER ?? path.join(project, ".venv", "editors", "web"), "node_modules")
const shipped = path.join(project, "tablecheck", "web", "page")
const chosen = process.argv[process.argv.indexOf("--extension") + 1]
const extension =
  process.argv.includes("--extension") && chosen ? path.resolve(chosen) : path.join(here, "overleaf", "dist")
const { build } = createRequire(path.join(modules, "x.js"))("esbuild")

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  charset: "utf8",
  target: ["chrome120", "firefox128", "safari17"],
  legalComments: "none", // they stand in licences.txt, with the whole text
  logLevel: "warning",
  nodePaths: [modules],
}

async function bundled(entry, format) {
  const result = await build({ ...common, entryPoints: [entry], format, outdir: "out" })
  return { text: result.outputFiles[0].text, inputs: Object.keys(result.metafile.inputs) }
}

// The licence of each package that is in a bundle, with its version.
function licences(inputs) {
  const names = new Set(
    inputs
      .map((input) => input.replaceAll("\\", "/").match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1])
      .filter(Boolean),
  )
  const parts = [...names].sort().map((name) => {
    const folder = path.join(modules, name)
    const { version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"))
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
    return `${name} ${version} (${license})\n\n${file ? readFileSync(path.join(folder, file), "utf8").trim() : ""}\n`
  })
  return `This page is part of tablecheck (AGPL-3.0-or-later). It holds these packages:\n\n${parts.join(`\n${"-".repeat(78)}\n\n`)}`
}

async function pageFiles() {
  const script = await bundled("page/main.ts", "esm")
  const style = await bundled("page/page.css", "esm")
  return {
    "index.html": readFileSync(path.join(here, "page", "index.html"), "utf8"),
    "icon.svg": readFileSync(path.join(here, "page", "icon.svg"), "utf8"),
    "page.js": script.text,
    "page.css": style.text,
    "licences.txt": licences(script.inputs),
  }
}

async function extensionFiles() {
  const files = Object.fromEntries(
    ["manifest.json", "options.html", "options.css"].map((name) => [
      name,
      readFileSync(path.join(here, "overleaf", name), "utf8"),
    ]),
  )
  for (const name of ["icon48.png", "icon128.png"]) files[name] = readFileSync(path.join(here, "overleaf", name))
  for (const name of ["inject", "between", "background", "options"])
    files[`${name}.js`] = (await bundled(`overleaf/${name}.ts`, "iife")).text
  const userscript = (await bundled("overleaf/userscript.ts", "iife")).text
  files["tablecheck.user.js"] = readFileSync(path.join(here, "overleaf", "userscript.head.js"), "utf8") + userscript
  return files
}

function write(folder, files) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}

const page = await pageFiles()
if (process.argv.includes("--check")) {
  const stale = Object.entries(page).filter(
    ([name, text]) => !existsSync(path.join(shipped, name)) || readFileSync(path.join(shipped, name), "utf8") !== text,
  )
  for (const [name] of stale) console.error(`${name} is not what the sources give; run make web`)
  process.exit(stale.length ? 1 : 0)
}
if (!process.argv.includes("--extension")) write(shipped, page)
write(extension, await extensionFiles())
