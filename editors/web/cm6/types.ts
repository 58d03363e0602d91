// What is said between the language server and an editor in a page; editors/protocol.md is the whole of it.

import type * as lsp from "vscode-languageserver-protocol"

export type Severity = "error" | "warning" | "info" | "note"

// A diagnostic at its place in the text an editor shows: offsets are UTF-16 units, as CodeMirror and the server count.
export interface Finding {
  readonly from: number
  readonly to: number
  readonly diagnostic: lsp.Diagnostic
}

export interface Evidence {
  readonly key: string
  readonly title: string | null
  readonly version: number | null
  readonly page: number | null
  readonly kind: string
  readonly caption: string
  readonly tableHtml: string
  readonly row: { readonly header: readonly string[]; readonly ours: readonly string[]; readonly theirs: readonly string[] } | null
  readonly pagePng: string | null
  readonly pageBox: readonly [number, number, number, number] | null
}

export interface Coverage {
  readonly uri: string
  readonly version: number | null
  readonly summary: string
  readonly checked: number
  readonly numbers: number
  readonly differ: number
  readonly unchecked: number
  readonly sources: readonly { readonly key: string; readonly status: string; readonly reason: string }[]
  readonly problems: readonly (string | { readonly message: string })[]
  readonly state: "checking" | "fresh" | "failed"
}

// How the shared extension asks for more about a finding, and has a fix made.
export interface Link {
  actions(finding: Finding): Promise<readonly lsp.CodeAction[]>
  evidence(finding: Finding): Promise<Evidence | null>
  apply(action: lsp.CodeAction): Promise<void>
}

export function severityOf(diagnostic: lsp.Diagnostic): Severity {
  return (["error", "warning", "info", "note"] as const)[(diagnostic.severity ?? 1) - 1] ?? "note"
}

export function messageOf({ message }: lsp.Diagnostic): string {
  return typeof message === "string" ? message : message.value
}
