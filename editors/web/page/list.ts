// The list of findings, file by file, in the order of the text.

import type * as lsp from "vscode-languageserver-protocol"

import { codeLink } from "../cm6/card.ts"
import { element } from "../cm6/dom.ts"
import { messageOf, severityOf } from "../cm6/types.ts"

export interface Listed {
  readonly file: string
  readonly line: number
  readonly text: string // the number itself, where its file is open
  readonly from: number
  readonly diagnostic: lsp.Diagnostic
}

const WORDS = { error: "Error", warning: "Warning", info: "Hint", note: "Note" } as const

export function drawList(
  listed: readonly Listed[],
  chosen: Listed | null,
  note: string | null,
  choose: (one: Listed) => void,
): void {
  const place = document.getElementById("findings")!
  const count = document.getElementById("count")!
  const focused = [...place.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement)
  count.textContent = note && !listed.length ? "" : String(listed.length)
  if (!listed.length) {
    place.replaceChildren(element("p", { class: "quiet" }, note ?? "No finding."))
    return
  }
  place.replaceChildren(
    element(
      "ol",
      {},
      ...listed.map((one) => {
        const severity = severityOf(one.diagnostic)
        const isChosen =
          chosen !== null &&
          one.file === chosen.file &&
          one.from === chosen.from &&
          one.diagnostic.code === chosen.diagnostic.code
        return element(
          "li",
          { class: `tc-${severity}` },
          element(
            "button",
            { type: "button", class: "finding", "aria-current": String(isChosen), click: () => choose(one) },
            element(
              "span",
              { class: "row" },
              element("span", { class: "tc-badge" }, WORDS[severity]),
              element("span", { class: "number" }, one.text),
              element("span", { class: "where" }, `${one.file}:${one.line}`),
            ),
            element("span", { class: "message" }, messageOf(one.diagnostic)),
          ),
          codeLink(one.diagnostic),
        )
      }),
    ),
  )
  if (focused >= 0) place.querySelectorAll("button")[Math.min(focused, listed.length - 1)]?.focus()
}
