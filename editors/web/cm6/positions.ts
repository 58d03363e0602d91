// Positions of the protocol and offsets of CodeMirror: both count UTF-16 units, so only lines need counting.

import type { Text } from "@codemirror/state"
import type * as lsp from "vscode-languageserver-protocol"

export function offsetOf(doc: Text, position: lsp.Position): number {
  if (position.line >= doc.lines) return doc.length
  const line = doc.line(position.line + 1)
  return Math.min(line.to, line.from + position.character)
}

export function positionOf(doc: Text, offset: number): lsp.Position {
  const line = doc.lineAt(offset)
  return { line: line.number - 1, character: offset - line.from }
}

export function rangeOf(doc: Text, from: number, to: number): lsp.Range {
  return { start: positionOf(doc, from), end: positionOf(doc, to) }
}

export function changesOf(doc: Text, edits: readonly lsp.TextEdit[]): { from: number; to: number; insert: string }[] {
  return edits.map(({ range, newText }) => ({
    from: offsetOf(doc, range.start),
    to: offsetOf(doc, range.end),
    insert: newText,
  }))
}

// A range that is empty, as that of "not checked", is drawn to the end of its line: nothing that is said goes unseen.
export function offsetsOf(doc: Text, { start, end }: lsp.Range): { from: number; to: number } {
  const [from, to] = [offsetOf(doc, start), offsetOf(doc, end)]
  return { from, to: from < to ? to : doc.lineAt(from).to }
}
