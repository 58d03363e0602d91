// The card of a finding: what it says, our row above the cited one, and what can be done about it.

import type * as lsp from "vscode-languageserver-protocol"

import { element } from "./dom.ts"
import { messageOf, severityOf, type Evidence, type Finding, type Link } from "./types.ts"

// Milliseconds: who only points wants a card soon, with or without the cited row; who asked by key waits for all of it.
export const PATIENCE = { pointed: 2000, asked: 10_000 } as const
const WORDS = { error: "Error", warning: "Warning", info: "Hint", note: "Note" } as const

export interface Filled {
  readonly finding: Finding
  readonly actions: readonly lsp.CodeAction[]
  readonly evidence: Evidence | null
}

// Ask for all that a card shows, and give up on what does not come in time. While the server is still busy with an older
// text it may know of nothing to do; then it is asked again when it has looked at the newest.
export async function fill(finding: Finding, link: Link, patience: number): Promise<Filled> {
  const asked = async () => {
    const answers = () => Promise.all([link.actions(finding), link.evidence(finding)])
    const first = await answers()
    if (first[0].length) return first
    await link.settled()
    return answers()
  }
  const [actions, evidence] = await soon(asked(), [[], null], patience)
  return { finding, actions, evidence }
}

export function card({ finding, actions, evidence }: Filled, act: (action: lsp.CodeAction) => void): HTMLElement {
  const { diagnostic } = finding
  const severity = severityOf(diagnostic)
  const buttons = actions.map((action) =>
    element(
      "button",
      {
        type: "button",
        class: action.isPreferred ? "tc-button tc-main" : "tc-button",
        click: () => act(action),
      },
      action.title,
    ),
  )
  return element(
    "section",
    { class: `tc-card tc-${severity}`, "aria-label": "Finding" },
    element("div", { class: "tc-head" }, element("span", { class: "tc-badge" }, WORDS[severity]), codeLink(diagnostic)),
    element("p", { class: "tc-message" }, messageOf(diagnostic)),
    evidence && rows(evidence),
    evidence && element("p", { class: "tc-source" }, sourceWords(evidence)),
    buttons.length ? element("div", { class: "tc-buttons" }, ...buttons) : null,
  )
}

export function codeLink(diagnostic: lsp.Diagnostic): HTMLElement {
  const code = String(diagnostic.code ?? diagnostic.source ?? "")
  const href = diagnostic.codeDescription?.href ?? ""
  if (!/^https?:/.test(href)) return element("span", { class: "tc-code" }, code)
  return element(
    "a",
    { class: "tc-code", href, target: "_blank", rel: "noopener noreferrer", title: `What ${code} means` },
    code,
  )
}

export function sourceWords({ key, title, version, page, caption }: Evidence): string {
  const paper = title ? `“${title}”` : `[${key}]`
  const parts = [paper, version === null ? "" : `v${version}`, caption, page === null ? "" : `page ${page}`]
  return parts.filter(Boolean).join(" · ")
}

// Our row above theirs; the number in question is marked in both, and so is any other pair that prints different things.
export function rows({ row, agrees }: Evidence): HTMLElement | null {
  if (!row?.ours.length) return null
  const differs = row.ours.map(
    (ours, index) => (index === row.here ? !agrees : false) || isOther(ours, row.theirs[index] ?? ""),
  )
  const line = (name: string, cells: readonly string[], kind: string) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      ...cells.map((text, index) =>
        element("td", { class: differs[index] ? kind : index === row.here ? "tc-here" : "" }, text || "–"),
      ),
    )
  return element(
    "div",
    { class: "tc-rows", tabindex: "0", role: "group", "aria-label": "Our row and the cited row" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, element("td"), ...row.header.map((text) => element("th", { scope: "col" }, text))),
      ),
      element("tbody", {}, line("yours", row.ours, "tc-ours"), line("cited", row.theirs, "tc-theirs")),
    ),
  )
}

const isOther = (ours: string, theirs: string): boolean =>
  theirs !== "" && Number(ours) !== Number(theirs) && !Number.isNaN(Number(ours) + Number(theirs))

function soon<T>(promise: Promise<T>, otherwise: T, patience: number): Promise<T> {
  return Promise.race([
    promise.catch(() => otherwise),
    new Promise<T>((done) => setTimeout(() => done(otherwise), patience)),
  ])
}
