// One CodeMirror editor for one file, with what makes a LaTeX editor pleasant and nothing that asks anybody.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language"
import { stex } from "@codemirror/legacy-modes/mode/stex"
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search"
import { Compartment, EditorState, type Extension } from "@codemirror/state"
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view"
import { tags } from "@lezer/highlight"

const darkness = new Compartment()
const isDark = matchMedia("(prefers-color-scheme: dark)")

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName], color: "var(--code-command)" },
  { tag: [tags.atom, tags.string], color: "var(--code-text)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.bracket, tags.punctuation], color: "var(--code-bracket)" },
  { tag: tags.invalid, color: "inherit" }, // colouring is no checker
])

const surface = EditorView.theme({
  "&": { height: "100%", fontSize: "14px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Consolas, monospace", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", paddingBottom: "40vh" },
  "&.cm-focused": { outline: "none" },
  ".cm-gutters": { background: "var(--page)", color: "var(--soft)", border: "none", paddingLeft: "6px" },
  ".cm-activeLine": { background: "var(--line-now)" },
  ".cm-activeLineGutter": { background: "var(--line-now)", color: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selected)",
  },
  ".cm-selectionMatch": { background: "var(--same)" },
  ".cm-panels": { background: "var(--panel)", color: "var(--text)", borderColor: "var(--line)" },
})

function scheme(): Extension {
  return EditorView.theme({}, { dark: isDark.matches })
}

export function makeEditor(
  text: string,
  parent: HTMLElement,
  name: string,
  mayBeSaved: boolean,
  more: Extension,
): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? ""
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorView.lineWrapping,
        StreamLanguage.define(stex),
        syntaxHighlighting(colours),
        surface,
        darkness.of(scheme()),
        EditorView.contentAttributes.of({
          "aria-label": `Text of ${name}`,
          spellcheck: "false",
          autocorrect: "off",
          tabindex: "0",
        }),
        mayBeSaved ? [] : EditorState.readOnly.of(true),
        more,
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
      ],
    }),
  })
  isDark.addEventListener("change", () => view.dispatch({ effects: darkness.reconfigure(scheme()) }))
  return view
}

// Turn the text into another one by the smallest change, so that undo and the cursor live on.
export function becomes(view: EditorView, text: string): void {
  const before = view.state.doc.toString()
  let from = 0
  const least = Math.min(before.length, text.length)
  while (from < least && before.charCodeAt(from) === text.charCodeAt(from)) from++
  let [end, newEnd] = [before.length, text.length]
  while (end > from && newEnd > from && before.charCodeAt(end - 1) === text.charCodeAt(newEnd - 1)) {
    end--
    newEnd--
  }
  if (from > 0 && isFirstHalf(before.charCodeAt(from - 1))) from-- // never between the two units of a letter
  if (end < before.length && isFirstHalf(before.charCodeAt(end - 1))) [end, newEnd] = [end + 1, newEnd + 1]
  if (end > from || newEnd > from) {
    view.dispatch({ changes: { from, to: end, insert: text.slice(from, newEnd) }, userEvent: "reload" })
  }
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
