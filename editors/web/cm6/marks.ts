// Where the findings stand in the text. A finding goes with its number as text is typed around it, and goes away as
// soon as the number itself is touched: what is drawn is never about a number that is no longer there.

import type { EditorState, Extension, StateEffectType, StateField } from "@codemirror/state"
import type { DecorationSet, EditorView } from "@codemirror/view"

import type { Mirror } from "./mirror.ts"
import { severityOf, type Finding } from "./types.ts"

export interface Marks {
  readonly extension: Extension
  readonly set: StateEffectType<readonly Finding[]>
  readonly field: StateField<DecorationSet>
}

export function findingMarks(mirror: Mirror): Marks {
  const set = mirror.StateEffect.define<readonly Finding[]>()
  const field = mirror.StateField.define<DecorationSet>({
    create: () => mirror.Decoration.none,
    update(marks, transaction) {
      if (transaction.docChanged) {
        const { changes } = transaction
        marks = marks.update({ filter: (from, to) => !changes.touchesRange(from, to) }).map(changes)
      }
      for (const effect of transaction.effects) if (effect.is(set)) marks = drawn(mirror, effect.value)
      return marks
    },
    provide: (field) => mirror.EditorView.decorations.from(field),
  })
  return { set, field, extension: field }
}

export function findingsIn(marks: Marks, state: EditorState): Finding[] {
  return between(marks, state, 0, state.doc.length)
}

export function findingsAt(marks: Marks, state: EditorState, position: number): Finding[] {
  return between(marks, state, position, position)
}

// Go to the finding after or before the cursor, around the ends.
export function go(marks: Marks, view: EditorView, step: 1 | -1): Finding | null {
  const findings = findingsIn(marks, view.state)
  const { from, to } = view.state.selection.main
  const ahead = step > 0 ? findings.find((one) => one.from > from) : findings.findLast((one) => one.to < to)
  const next = ahead ?? (step > 0 ? findings[0] : findings.at(-1)) ?? null
  if (next) select(view, next)
  return next
}

export function select(view: EditorView, finding: Pick<Finding, "from" | "to">): void {
  view.dispatch({ selection: { anchor: finding.from, head: finding.to }, scrollIntoView: true, userEvent: "select" })
}

function between(marks: Marks, state: EditorState, from: number, to: number): Finding[] {
  const found: Finding[] = []
  state.field(marks.field, false)?.between(from, to, (start, end, mark) => {
    found.push({ from: start, to: end, diagnostic: (mark.spec as { finding: Finding }).finding.diagnostic })
  })
  return found
}

function drawn(mirror: Mirror, findings: readonly Finding[]): DecorationSet {
  const ranges = findings
    .filter((finding) => finding.from < finding.to)
    .map((finding) =>
      mirror.Decoration.mark({ class: `tc-finding tc-${severityOf(finding.diagnostic)}`, finding }).range(
        finding.from,
        finding.to,
      ),
    )
  return mirror.Decoration.set(ranges, true)
}
