// A page that keeps Overleaf's word to extensions, and nothing else of Overleaf: the event with its objects, the second
// chance for those who come late, the store of names, a new state for each document.

import {
  history,
  historyKeymap,
  defaultKeymap,
  invertedEffects,
  isolateHistory,
  redo,
  undo,
} from "@codemirror/commands"
import { StreamLanguage, syntaxHighlighting, syntaxTree } from "@codemirror/language"
import { classHighlighter } from "@lezer/highlight"
import { stex } from "@codemirror/legacy-modes/mode/stex"
import { ChangeSet, Compartment, EditorSelection, EditorState, Prec, StateEffect, StateField } from "@codemirror/state"
import { Decoration, EditorView, hoverTooltip, keymap, lineNumbers, ViewPlugin, WidgetType } from "@codemirror/view"

const offered = {
  ChangeSet,
  Decoration,
  EditorSelection,
  EditorView,
  Prec,
  StateEffect,
  StateField,
  ViewPlugin,
  WidgetType,
  hoverTooltip,
  keymap,
  syntaxTree,
  undo,
  redo,
  invertedEffects,
  isolateHistory,
}
const asked = new URLSearchParams(location.search)
for (const name of asked.getAll("without")) delete offered[name]

const project = await (await fetch("/test/project.json")).json()
const paths = Object.fromEntries(project.rootFolder[0].docs.map(({ _id, name }) => [name, _id]))
if (asked.has("root")) project.rootDoc_id = paths[asked.get("root")]
const known = { "editor.open_doc_id": "", "editor.open_doc_name": "", project }
if (!asked.has("storeless")) {
  window.overleaf = {
    unstable: {
      store: {
        get(path) {
          if (!(path in known)) throw new Error(`no ${path}`)
          return known[path]
        },
      },
    },
  }
}

const others = new Compartment()
const offer = () => {
  const extensions = []
  window.dispatchEvent(
    new CustomEvent("UNSTABLE_editor:extensions", { detail: { CodeMirror: offered, CodeMirrorVim: {}, extensions } }),
  )
  return extensions
}
const secondChance = ViewPlugin.define((view) => {
  const listener = () => view.dispatch({ effects: others.reconfigure(offer()) })
  window.addEventListener("editor:extension-loaded", listener)
  return { destroy: () => window.removeEventListener("editor:extension-loaded", listener) }
})

const view = new EditorView({ parent: document.getElementById("editor") })
async function open(name) {
  const id = paths[name]
  const doc = await (await fetch(`/Project/${project._id}/doc/${id}/download`)).text()
  Object.assign(known, { "editor.open_doc_id": id, "editor.open_doc_name": name })
  for (const entry of document.querySelectorAll("nav button"))
    entry.setAttribute("aria-current", String(entry.textContent === name))
  view.setState(
    EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        history(),
        EditorView.lineWrapping,
        StreamLanguage.define(stex),
        syntaxHighlighting(classHighlighter),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        EditorView.theme({}, { dark: asked.has("dark") }),
        others.of(offer()),
        secondChance,
      ],
    }),
  )
}
const nav = document.querySelector("nav")
for (const name of Object.keys(paths)) {
  const entry = document.createElement("button")
  entry.textContent = name
  entry.onclick = () => open(name)
  nav.append(entry)
}
document.documentElement.classList.toggle("dark", asked.has("dark"))
window.messages = []
window.addEventListener("message", (event) => window.messages.push(JSON.stringify(event.data)))
Object.assign(window, { view, open_document: open })
await open(asked.get("open") ?? "paper.tex")
