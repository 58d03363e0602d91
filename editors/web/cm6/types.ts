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
  readonly agrees: boolean
  readonly probability: number
  readonly tableHtml: string
  readonly row: Row | null
  readonly pagePng?: string | null
  readonly pageSize?: readonly [number, number] | null // in points
  readonly pageBox?: readonly [number, number, number, number] | null // points from the top left
}

// Three lists of one length; ``here`` is the column of the number that was asked about.
export interface Row {
  readonly header: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
  readonly here: number | null
}

// While a check runs for the first time, and where it failed, there are no counts.
export interface Coverage {
  readonly uri: string
  readonly state: "checking" | "fresh" | "failed"
  readonly summary: string
  readonly numbers?: number
  readonly checked?: number
  readonly unchecked?: number
  readonly sources?: readonly { readonly key: string; readonly status: string; readonly reason: string }[]
  readonly problems?: readonly string[]
}

// How the shared extension asks for more about a finding, and has a fix made.
export interface Link {
  actions(finding: Finding): Promise<readonly lsp.CodeAction[]>
  evidence(finding: Finding): Promise<Evidence | null> // without the picture of the page, which takes its time
  settled(): Promise<unknown> // when the newest text was checked
  apply(action: lsp.CodeAction): Promise<void>
}

export function severityOf(diagnostic: lsp.Diagnostic): Severity {
  return (["error", "warning", "info", "note"] as const)[(diagnostic.severity ?? 1) - 1] ?? "note"
}

export function messageOf({ message }: lsp.Diagnostic): string {
  return typeof message === "string" ? message : message.value
}
