// Speaks the language server's protocol for the one document that Overleaf's editor shows.

import type { Text } from "@codemirror/state"
import type { EditorView } from "@codemirror/view"
import type * as lsp from "vscode-languageserver-protocol"

import { capabilities } from "../cm6/capabilities.ts"
import type { Findings } from "../cm6/extension.ts"
import { changesOf, offsetsOf, rangeOf } from "../cm6/positions.ts"
import type { Coverage, Evidence, Finding, Link } from "../cm6/types.ts"
import type { Wire } from "./channel.ts"
import { mainPath, openPath, readPath, remember, uriOf } from "./project.ts"

const SYNC_AFTER = 250 // milliseconds without a key
const PATIENCE = 20_000

export interface Status {
  readonly reason: string | null // why nothing is checked, null where it is
  readonly coverage: Coverage | null
  readonly findings: readonly lsp.Diagnostic[]
}

export const NOTHING_YET: Status = { reason: "Connecting …", coverage: null, findings: [] }

export interface Session extends Link {
  attach(view: EditorView, findings: Findings): void
  detach(view: EditorView): void
  changed(view: EditorView): void
}

interface Shown {
  readonly view: EditorView
  readonly findings: Findings
  readonly uri: string
  version: number
  synced: Text
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: never
  readonly result?: never
  readonly error?: { readonly message: string }
}

const CAPABILITIES = {
  ...capabilities(["quickfix"]),
  experimental: { tablecheck: { readFile: true, coverage: true } },
}

export function startSession(wire: Wire, tell: (status: Status) => void): Session {
  const waiting = new Map<number, { done(value: never): void; fail(error: Error): void }>()
  let shown: Shown | null = null
  let status = NOTHING_YET
  let main: string | null = null
  let isReady = false
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = (change: Partial<Status>) => tell((status = { ...status, ...change }))
  const send = (message: object) => wire.send(JSON.stringify({ jsonrpc: "2.0", ...message }))
  const notify = (method: string, params: object) => isReady && send({ method, params })
  const ask = <T>(method: string, params: object): Promise<T> =>
    new Promise<T>((done, fail) => {
      const id = ++count
      waiting.set(id, { done, fail })
      setTimeout(() => waiting.delete(id) && fail(new Error(`${method} took too long`)), PATIENCE)
      send({ id, method, params })
    })

  const open = () => {
    if (!shown) return
    if (main) notify("textDocument/didClose", { textDocument: { uri: main } })
    main = null
    shown.synced = shown.view.state.doc
    notify("textDocument/didOpen", {
      textDocument: { uri: shown.uri, languageId: "latex", version: shown.version, text: shown.synced.toString() },
    })
    void openMain()
  }
  // The main file is opened, too, as Overleaf knows it: a chapter is checked as a part of its thesis, whatever that is called.
  const openMain = async () => {
    const path = mainPath()
    const uri = path === null ? null : uriOf(path)
    const text = uri === null || uri === shown?.uri ? null : await readPath(uri)
    if (text === null || uri === null || uri === shown?.uri || main || !isReady) return
    main = uri
    notify("textDocument/didOpen", { textDocument: { uri, languageId: "latex", version: 0, text } })
  }
  const sync = () => {
    clearTimeout(timer)
    if (!shown || !isReady || shown.synced.eq(shown.view.state.doc)) return
    shown.synced = shown.view.state.doc
    shown.version++
    remember(openPath(), shown.synced.toString())
    notify("textDocument/didChange", {
      textDocument: { uri: shown.uri, version: shown.version },
      contentChanges: [{ text: shown.synced.toString() }],
    })
  }
  const draw = (diagnostics: readonly lsp.Diagnostic[]) => {
    if (!shown) return
    const { doc } = shown.view.state
    const found = diagnostics.map((diagnostic): Finding => ({ ...offsetsOf(doc, diagnostic.range), diagnostic }))
    shown.view.dispatch({ effects: shown.findings.set.of(found) })
    say({ findings: diagnostics })
  }
  const published = ({ uri, version, diagnostics }: lsp.PublishDiagnosticsParams) => {
    const isStale =
      shown?.uri !== uri ||
      (typeof version === "number" && version !== shown.version) ||
      !shown.synced.eq(shown.view.state.doc)
    if (!isStale) draw(diagnostics) // what is said of an older text will be said anew
  }
  const answer = async (
    id: number,
    method: string,
    params: { readonly uri?: string; readonly items?: readonly unknown[] },
  ) => {
    if (method === "tablecheck/readFile") {
      const text = params.uri ? await readPath(params.uri) : null
      return send({ id, result: text === null ? null : { text } })
    }
    if (method === "workspace/configuration") return send({ id, result: (params.items ?? []).map(() => null) })
    if (/^(client\/(un)?registerCapability|window\/workDoneProgress\/create|workspace\/\w+\/refresh)$/.test(method))
      return send({ id, result: null })
    return send({ id, error: { code: -32601, message: `${method} is not known here` } })
  }

  wire.listen({
    async up() {
      isReady = false
      main = null
      await ask("initialize", {
        processId: null,
        rootUri: null,
        clientInfo: { name: "tablecheck-overleaf" },
        capabilities: CAPABILITIES,
      })
      send({ method: "initialized", params: {} })
      isReady = true
      say({ reason: null })
      open()
    },
    message(text) {
      const { id, method, params, result, error } = JSON.parse(text) as Message
      if (method !== undefined && id !== undefined) void answer(id, method, params ?? {})
      else if (method === "textDocument/publishDiagnostics") published(params!)
      else if (method === "tablecheck/coverage" && (params as unknown as Coverage).uri === shown?.uri)
        say({ coverage: params! })
      else if (id !== undefined) {
        const asked = waiting.get(id)
        waiting.delete(id)
        if (error) asked?.fail(new Error(error.message))
        else asked?.done(result!)
      }
    },
    down(reason) {
      isReady = false
      for (const { fail } of waiting.values()) fail(new Error(reason))
      waiting.clear()
      draw([])
      say({ reason, coverage: null, findings: [] })
    },
  })

  return {
    attach(view, findings) {
      const path = openPath()
      remember(path, view.state.doc.toString())
      shown = { view, findings, uri: uriOf(path), version: 1, synced: view.state.doc }
      open()
    },
    detach(view) {
      if (shown?.view !== view) return
      notify("textDocument/didClose", { textDocument: { uri: shown.uri } })
      shown = null
    },
    changed(view) {
      if (shown?.view !== view) return
      const uri = uriOf(openPath())
      if (uri !== shown.uri) return // the name of another document, whose text comes next
      clearTimeout(timer)
      timer = setTimeout(sync, SYNC_AFTER)
    },
    async actions({ from, to, diagnostic }) {
      if (!shown || !isReady) return []
      sync()
      const range = rangeOf(shown.view.state.doc, from, to)
      const found = await ask<(lsp.CodeAction | lsp.Command)[] | null>("textDocument/codeAction", {
        textDocument: { uri: shown.uri },
        range,
        context: { diagnostics: [{ ...diagnostic, range }], only: ["quickfix"], triggerKind: 1 },
      })
      const { uri } = shown
      return (found ?? []).filter(
        (one): one is lsp.CodeAction =>
          !!("edit" in one && one.edit && editsOf(one.edit, uri)) || ("data" in one && !!one.data),
      )
    },
    async evidence({ from }) {
      if (!shown || !isReady) return null
      const { start } = rangeOf(shown.view.state.doc, from, from)
      return ask<Evidence | null>("tablecheck/evidence", { uri: shown.uri, position: start, picture: false })
    },
    async settled() {
      if (shown && isReady) await ask("tablecheck/findings", { uri: shown.uri })
    },
    async apply(action) {
      if (!shown) return
      const whole = action.edit ? action : await ask<lsp.CodeAction>("codeAction/resolve", action)
      const edits = whole.edit && editsOf(whole.edit, shown.uri)
      if (!edits) return
      shown.view.dispatch({ changes: changesOf(shown.view.state.doc, edits), userEvent: "input.tablecheck" })
      shown.view.focus()
    },
  }
}

// The edits of this document, null where a fix would change another document, which the page cannot do.
function editsOf(edit: lsp.WorkspaceEdit, uri: string): readonly lsp.TextEdit[] | null {
  const all = new Map<string, readonly lsp.TextEdit[]>(Object.entries(edit.changes ?? {}))
  for (const change of edit.documentChanges ?? []) {
    if (!("edits" in change)) return null
    all.set(
      change.textDocument.uri,
      change.edits.filter((one): one is lsp.TextEdit => "newText" in one),
    )
  }
  return all.size === 1 ? (all.get(uri) ?? null) : null
}
