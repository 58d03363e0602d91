// Asks the language server what can be done about a finding, and does it in the open files.

import type * as lsp from "vscode-languageserver-protocol"

import { changesOf, rangeOf } from "../cm6/positions.ts"
import type { Evidence, Finding, Link } from "../cm6/types.ts"
import type { Language } from "./language.ts"
import type { Sheet, Sheets } from "./sheets.ts"

export function linkOf(uri: string, language: () => Language | null, sheets: () => Sheets): Link {
  const sheet = () => sheets().ofUri(uri)
  return {
    async actions({ from, to, diagnostic }) {
      const doc = sheet()?.view.state.doc
      if (!doc) return []
      const range = rangeOf(doc, from, to)
      const found = await language()?.ask<(lsp.CodeAction | lsp.Command)[] | null>("textDocument/codeAction", {
        textDocument: { uri },
        range,
        context: { diagnostics: [{ ...diagnostic, range }], only: ["quickfix"], triggerKind: 1 },
      })
      return (found ?? []).filter((one): one is lsp.CodeAction => typeof one.command !== "string")
    },
    evidence: (finding: Finding) => evidenceAt(language(), sheet(), finding.from, false),
    settled: async () => language()?.ask("tablecheck/findings", { uri }),
    apply: (action) => apply(action, language(), sheets()),
  }
}

export async function evidenceAt(
  language: Language | null,
  sheet: Sheet | undefined,
  offset: number,
  picture: boolean,
): Promise<Evidence | null> {
  if (!language || !sheet) return null
  const { start } = rangeOf(sheet.view.state.doc, offset, offset)
  return language.ask<Evidence | null>("tablecheck/evidence", { uri: sheet.entry.uri, position: start, picture })
}

// Have all fixes made that the server calls safe, in the file that is shown.
export async function mendAll(language: Language | null, sheet: Sheet, sheets: Sheets): Promise<void> {
  const range = rangeOf(sheet.view.state.doc, 0, sheet.view.state.doc.length)
  const found = await language?.ask<lsp.CodeAction[] | null>("textDocument/codeAction", {
    textDocument: { uri: sheet.entry.uri },
    range,
    context: { diagnostics: [], only: ["source.fixAll.tablecheck"], triggerKind: 1 },
  })
  const action = found?.[0]
  if (action) await apply(action, language, sheets)
}

export async function apply(action: lsp.CodeAction, language: Language | null, sheets: Sheets): Promise<void> {
  const whole = action.edit || !action.data ? action : await language?.ask<lsp.CodeAction>("codeAction/resolve", action)
  if (whole?.edit) await applyEdit(whole.edit, sheets)
  if (whole?.command)
    await language?.ask("workspace/executeCommand", {
      command: whole.command.command,
      arguments: whole.command.arguments ?? [],
    })
}

// All edits of a file are one step of its history. A file that is not open is opened first: nothing changes unseen.
export async function applyEdit(edit: lsp.WorkspaceEdit, sheets: Sheets): Promise<boolean> {
  const shown = sheets.current()?.entry.name
  const byFile = new Map<string, lsp.TextEdit[]>(Object.entries(edit.changes ?? {}))
  for (const change of edit.documentChanges ?? []) {
    if ("edits" in change)
      byFile.set(
        change.textDocument.uri,
        change.edits.filter((one): one is lsp.TextEdit => "newText" in one),
      )
  }
  for (const uri of byFile.keys()) {
    const entry = sheets.entryOf(uri)
    if (!entry?.mayBeSaved) return false
    if (!sheets.ofUri(uri)) await sheets.show(entry.name)
  }
  for (const [uri, edits] of byFile) {
    const view = sheets.ofUri(uri)!.view
    view.dispatch({ changes: changesOf(view.state.doc, edits), userEvent: "input.fix" })
    if (shown === sheets.ofUri(uri)!.entry.name) view.focus()
  }
  if (shown && sheets.current()?.entry.name !== shown) await sheets.show(shown)
  return true
}
