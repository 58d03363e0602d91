// The part of CodeMirror that the shared extension stands on. It is handed in, never imported: Overleaf gives its own
// copy to extensions, and objects of two copies do not work together.

import type * as state from "@codemirror/state"
import type * as view from "@codemirror/view"

export type Mirror = Pick<typeof state, "Prec" | "StateEffect" | "StateField"> &
  Pick<typeof view, "Decoration" | "EditorView" | "ViewPlugin" | "hoverTooltip" | "keymap">

export const MIRROR_NAMES = [
  "Prec",
  "StateEffect",
  "StateField",
  "Decoration",
  "EditorView",
  "ViewPlugin",
  "hoverTooltip",
  "keymap",
] as const satisfies readonly (keyof Mirror)[]
