// Our own copy of what the shared extension stands on.

export { Prec, StateEffect, StateField } from "@codemirror/state"
export { Decoration, EditorView, hoverTooltip, keymap, ViewPlugin } from "@codemirror/view"
