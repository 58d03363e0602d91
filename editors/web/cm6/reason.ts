// Actions that write a comment leave room for the author's reason; a page can simply ask for it.

import type * as lsp from "vscode-languageserver-protocol"

import { element } from "./dom.ts"

const ROOM = /\bsay why(?=\s*$)/ // what the server writes where the reason belongs: editors/protocol.md

export function asksWhy(action: lsp.CodeAction): boolean {
  return editsOf(action).some(({ newText }) => ROOM.test(newText))
}

export function withReason(action: lsp.CodeAction, reason: string): lsp.CodeAction {
  const written = reason.replace(/[\s%]+/g, " ").trim()
  const said = (edit: lsp.TextEdit): lsp.TextEdit => ({ ...edit, newText: edit.newText.replace(ROOM, () => written) })
  const edit: lsp.WorkspaceEdit = {}
  if (action.edit?.changes)
    edit.changes = Object.fromEntries(Object.entries(action.edit.changes).map(([uri, edits]) => [uri, edits.map(said)]))
  if (action.edit?.documentChanges) {
    edit.documentChanges = action.edit.documentChanges.map((change) =>
      "edits" in change
        ? { ...change, edits: change.edits.map((one) => ("newText" in one ? said(one) : one)) }
        : change,
    )
  }
  return { ...action, edit }
}

// A line to write the reason on; Enter goes on, Escape gives up.
export function reasonForm(
  action: lsp.CodeAction,
  done: (action: lsp.CodeAction) => void,
  cancel: () => void,
): HTMLElement {
  const input = element("input", {
    type: "text",
    required: true,
    maxlength: "200",
    autocomplete: "off",
    "aria-label": "Reason",
    placeholder: "Why is this right?",
  })
  return element(
    "form",
    {
      class: "tc-card tc-reason",
      submit: (event) => {
        event.preventDefault()
        if (input.value.trim()) done(withReason(action, input.value))
      },
    },
    element("p", { class: "tc-message" }, action.title),
    input,
    element(
      "div",
      { class: "tc-buttons" },
      element("button", { type: "submit", class: "tc-button tc-main" }, "Write the comment"),
      element("button", { type: "button", class: "tc-button", click: cancel }, "Cancel"),
    ),
  )
}

function editsOf({ edit }: lsp.CodeAction): lsp.TextEdit[] {
  const changed = (edit?.documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : []))
  return [...Object.values(edit?.changes ?? {}).flat(), ...changed].filter(
    (one): one is lsp.TextEdit => "newText" in one,
  )
}
