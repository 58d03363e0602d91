// The card of a finding: what it says, our row above the cited one, and what can be done about it.

import type * as lsp from "vscode-languageserver-protocol"

import { element } from "./dom.ts"
import { messageOf, severityOf, type Evidence, type Finding, type Link } from "./types.ts"

const PATIENCE = 1500 // milliseconds; a card without the cited row is better than none
const WORDS = { error: "Error", warning: "Warning", info: "Hint", note: "Note" } as const

export interface Filled {
  readonly finding: Finding
  readonly actions: readonly lsp.CodeAction[]
  readonly evidence: Evidence | null
}

// Ask for all that a card shows, and give up early on what does not come.
export async function fill(finding: Finding, link: Link): Promise<Filled> {
  const [actions, evidence] = await Promise.all([soon(link.actions(finding), []), soon(link.evidence(finding), null)])
  return { finding, actions, evidence }
}

export function card({ finding, actions, evidence }: Filled, act: (action: lsp.CodeAction) => void): HTMLElement {
  const { diagnostic } = finding
  const severity = severityOf(diagnostic)
  const buttons = actions.map((action) => element("button", {
    type: "button", class: action.isPreferred ? "tc-button tc-main" : "tc-button", click: () => act(action),
  }, action.title))
  return element("section", { class: `tc-card tc-${severity}`, "aria-label": "Finding" },
    element("div", { class: "tc-head" }, element("span", { class: "tc-badge" }, WORDS[severity]), codeLink(diagnostic)),
    element("p", { class: "tc-message" }, messageOf(diagnostic)),
    evidence && rows(evidence),
    evidence && element("p", { class: "tc-source" }, sourceWords(evidence)),
    buttons.length ? element("div", { class: "tc-buttons" }, ...buttons) : null)
}

export function codeLink(diagnostic: lsp.Diagnostic): HTMLElement {
  const code = String(diagnostic.code ?? diagnostic.source ?? "")
  const href = diagnostic.codeDescription?.href ?? ""
  if (!/^https?:/.test(href)) return element("span", { class: "tc-code" }, code)
  return element("a", { class: "tc-code", href, target: "_blank", rel: "noopener noreferrer", title: `What ${code} means` }, code)
}

export function sourceWords({ key, title, version, page, caption }: Evidence): string {
  const paper = title ? `“${title}”` : `[${key}]`
  const parts = [paper, version === null ? "" : `v${version}`, caption, page === null ? "" : `page ${page}`]
  return parts.filter(Boolean).join(" · ")
}

// Our row above theirs; cells that print different things are marked in both.
export function rows({ row }: Evidence): HTMLElement | null {
  if (!row || (!row.ours.length && !row.theirs.length)) return null
  const width = Math.max(row.header.length, row.ours.length, row.theirs.length)
  const columns = Array.from({ length: width }, (_, index) => index)
  const differs = columns.map((index) => {
    const [ours, theirs] = [row.ours[index]?.trim() ?? "", row.theirs[index]?.trim() ?? ""]
    return ours !== "" && theirs !== "" && ours !== theirs && /\d/.test(ours + theirs)
  })
  const line = (name: string, cells: readonly string[], kind: string) => element("tr", {},
    element("th", { scope: "row" }, name),
    ...columns.map((index) => element("td", { class: differs[index] ? kind : "" }, cells[index] ?? "")))
  return element("div", { class: "tc-rows", tabindex: "0", role: "region", "aria-label": "Our row and the cited row" }, element("table", {},
    element("thead", {}, element("tr", {}, element("td"), ...columns.map((index) => element("th", { scope: "col" }, row.header[index] ?? "")))),
    element("tbody", {}, line("here", row.ours, "tc-ours"), line("cited", row.theirs, "tc-theirs"))))
}

function soon<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([promise.catch(() => otherwise), new Promise<T>((done) => setTimeout(() => done(otherwise), PATIENCE))])
}
