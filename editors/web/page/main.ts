// The page: opens the manuscript, keeps list, evidence and footer true, and says when something cannot be trusted.

import type * as lsp from "vscode-languageserver-protocol"

import { findingsExtension, type Findings } from "../cm6/extension.ts"
import * as mirror from "./mirror.ts"
import { findingsAt, findingsIn, select } from "../cm6/marks.ts"
import { offsetsOf } from "../cm6/positions.ts"
import type { Coverage, Finding } from "../cm6/types.ts"
import { LSPPlugin } from "@codemirror/lsp-client"
import { applyEdit, evidenceAt, linkOf, mendAll } from "./fixes.ts"
import { fileTalk } from "./files.ts"
import { language, type Language } from "./language.ts"
import { drawList, type Listed } from "./list.ts"
import { drawEvidence, wantsPicture } from "./paper.ts"
import { isUnsaved, sheetsOf, type Sheet } from "./sheets.ts"
import { drawCoverage, drawState, type State } from "./status.ts"
import { tokenOf } from "./socket.ts"

const EVIDENCE_AFTER = 120 // milliseconds at one place

function openPage(token: string): void {
  let server: Language | null = null
  const marks = new Map<string, Findings>()
  const elsewhere = new Map<string, readonly lsp.Diagnostic[]>() // of files that are not open
  const state: State = { files: false, server: false, coverage: null, checked: false, message: null }
  let chosen: Listed | null = null
  let evidenceTimer: ReturnType<typeof setTimeout> | undefined
  let evidenceNumber = 0

  const files = fileTalk(token, {
    up() {
      state.files = true
      void start()
      refresh()
    },
    down() {
      state.files = false
      refresh()
    },
    changed: (name) => void sheets.diskChanged(name),
  })

  const sheets = sheetsOf(files, {
    extensions(entry) {
      const findings = findingsExtension(
        mirror,
        linkOf(
          entry.uri,
          () => server,
          () => sheets,
        ),
      )
      marks.set(entry.uri, findings)
      return [findings.extension, server!.client.plugin(entry.uri, entry.name.endsWith(".bib") ? "bibtex" : "latex")]
    },
    shown: (sheet) => touched(sheet),
    touched,
    saved(sheet) {
      state.message = null
      server?.client.notification("textDocument/didSave", { textDocument: { uri: sheet.entry.uri } })
      void files.list().then(
        ({ files: entries }) => sheets.list(entries),
        () => undefined,
      )
      refresh()
    },
  })

  async function start(): Promise<void> {
    const { folder, settings, files: entries } = await files.list()
    sheets.list(entries)
    if (server) return sheets.reconnected()
    document.title = `${entries[0]?.name ?? ""} – tablecheck`
    server = language(folder, settings, token, {
      up() {
        state.server = true
        refresh()
      },
      down() {
        Object.assign(state, { server: false, checked: false, coverage: null })
        refresh()
      },
      diagnostics,
      coverage(coverage: Coverage) {
        state.coverage = coverage
        refresh()
      },
      edit: (edit) => applyEdit(edit, sheets),
      message: say,
    })
    const { view } = await sheets.show(entries[0]!.name)
    view.focus()
  }

  // What the server says of a text that has changed since is dropped: it will say it anew.
  function diagnostics({ uri, version, diagnostics }: lsp.PublishDiagnosticsParams): void {
    const sheet = sheets.ofUri(uri)
    const findings = marks.get(uri)
    const plugin = sheet && LSPPlugin.get(sheet.view)
    if (sheet && findings && plugin) {
      const file = server!.client.workspace.getFile(uri)
      if (version !== undefined && version !== null && file && version !== file.version) return
      const drawn: Finding[] = []
      for (const diagnostic of diagnostics) {
        const { from, to } = offsetsOf(plugin.syncedDoc, diagnostic.range)
        if (plugin.unsyncedChanges.touchesRange(from, to)) continue
        drawn.push({
          from: plugin.unsyncedChanges.mapPos(from, 1),
          to: plugin.unsyncedChanges.mapPos(to, -1),
          diagnostic,
        })
      }
      sheet.view.dispatch({ effects: findings.set.of(drawn) })
    }
    elsewhere.set(uri, diagnostics)
    state.checked = true
    if (sheet && sheet === sheets.current())
      touched(sheet) // what stands beside the text may have changed as well
    else refresh()
  }

  function listed(): Listed[] {
    const found: Listed[] = []
    for (const [uri, raw] of elsewhere) {
      const sheet = sheets.ofUri(uri)
      const entry = sheets.entryOf(uri)
      if (!entry) continue
      if (!sheet) {
        found.push(
          ...raw.map((diagnostic) => ({
            file: entry.name,
            line: diagnostic.range.start.line + 1,
            text: "",
            from: -1 - diagnostic.range.start.line,
            diagnostic,
          })),
        )
        continue
      }
      const { doc } = sheet.view.state
      for (const { from, to, diagnostic } of findingsIn(marks.get(uri)!, sheet.view.state)) {
        found.push({
          file: entry.name,
          line: doc.lineAt(from).number,
          text: doc.sliceString(from, to),
          from,
          diagnostic,
        })
      }
    }
    return found
  }

  async function choose(one: Listed): Promise<void> {
    const sheet = await sheets.show(one.file)
    const findings = findingsIn(marks.get(sheet.entry.uri)!, sheet.view.state)
    select(
      sheet.view,
      findings.find(({ from, diagnostic }) => from === one.from || diagnostic === one.diagnostic) ??
        offsetsOf(sheet.view.state.doc, one.diagnostic.range),
    )
    sheet.view.focus()
  }

  function touched(sheet: Sheet): void {
    const at = sheet.view.state.selection.main.from
    const finding = findingsAt(marks.get(sheet.entry.uri)!, sheet.view.state, at)[0]
    chosen = finding
      ? { file: sheet.entry.name, line: 0, text: "", from: finding.from, diagnostic: finding.diagnostic }
      : null
    clearTimeout(evidenceTimer)
    evidenceTimer = setTimeout(() => void showEvidence(sheet, finding?.from ?? at), EVIDENCE_AFTER)
    refresh()
  }

  async function showEvidence(sheet: Sheet, at: number): Promise<void> {
    const number = ++evidenceNumber
    const evidence = server?.isUp() ? await evidenceAt(server, sheet, at, wantsPicture()).catch(() => null) : null
    const note = "Put the cursor into a number of a cited row to see where it comes from."
    if (number === evidenceNumber) drawEvidence(evidence, note, () => void showEvidence(sheet, at))
  }

  function refresh(): void {
    const current = sheets.current()
    const all = listed()
    drawList(
      all,
      chosen,
      state.checked ? "No finding in what could be checked." : "Checking …",
      (one) => void choose(one),
    )
    drawState(
      state,
      sheets
        .all()
        .filter(isUnsaved)
        .map(({ entry }) => entry.name),
    )
    drawCoverage(state.coverage, () => void fetchPapers())
    document.querySelector<HTMLButtonElement>("#save")!.disabled =
      !current || !isUnsaved(current) || !current.entry.mayBeSaved
    document.body.classList.toggle("unsure", !state.files || !state.server)
    document.getElementById("mend")!.hidden = !all.length || !state.server
  }

  async function fetchPapers(): Promise<void> {
    const uri = sheets.current()?.entry.uri
    say("Fetching the cited papers …")
    await server?.ask("workspace/executeCommand", { command: "tablecheck.fetchSources", arguments: [uri] }).then(
      () => say(null),
      (error: { message?: string }) => say(`The papers could not be fetched: ${error.message ?? "nobody says why"}`),
    )
  }

  function say(message: string | null): void {
    state.message = message
    refresh()
  }

  document.getElementById("save")!.addEventListener("click", () => void sheets.save())
  document.getElementById("mend")!.addEventListener("click", () => {
    const sheet = sheets.current()
    if (sheet) void mendAll(server, sheet, sheets)
  })
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
      event.preventDefault()
      void sheets.save()
    }
    const sheet = sheets.current()
    if (event.key === "F8" && sheet && !event.defaultPrevented) {
      event.preventDefault()
      const { keys } = marks.get(sheet.entry.uri)!
      sheet.view.focus()
      void (event.shiftKey ? keys.previous(sheet.view) : keys.next(sheet.view))
    }
  })
  window.addEventListener("beforeunload", (event) => {
    if (sheets.all().some(isUnsaved)) event.preventDefault()
  })
}

const token = tokenOf()
if (token) openPage(token)
else
  document
    .getElementById("bars")!
    .append("This address has no secret at its end. Open the address that tablecheck web has printed.")
