// The footer: whether what is shown can be trusted, and what was not looked at.

import { element } from "../cm6/dom.ts"
import type { Coverage } from "../cm6/types.ts"

const WORDS: Readonly<Record<string, string>> = {
  read: "was read",
  unreadable: "holds no table that could be read",
  "not-obtained": "is not at hand",
  "not-needed": "is not needed",
}

export interface State {
  files: boolean
  server: boolean
  checked: boolean
  coverage: Coverage | null
  message: string | null
}

export function drawState(state: State, unsaved: readonly string[]): void {
  const [kind, words] = sentence(state)
  const place = document.getElementById("state")!
  const saved = unsaved.length ? `Unsaved: ${unsaved.join(", ")}` : state.files ? "All saved" : ""
  const text = [words, state.message ?? "", saved].filter(Boolean).join("  ·  ")
  if (place.textContent === text && place.className === kind) return // a live region speaks at every change
  place.className = kind
  place.textContent = text
}

function sentence({ files, server, checked, coverage }: State): readonly ["fresh" | "checking" | "failed", string] {
  if (!files)
    return [
      "failed",
      "The server is gone: nothing is checked or saved. Your text stays here; start tablecheck web again",
    ]
  if (!server) return ["checking", "The language server is starting …"]
  if (coverage?.state === "failed") return ["failed", `The check failed: ${coverage.summary}`]
  if (coverage?.state === "checking" || !checked) return ["checking", "Checking …"]
  return ["fresh", coverage?.summary ?? "Checked"]
}

export function drawCoverage(coverage: Coverage | null, fetchPapers: () => void): void {
  const whole = document.getElementById("coverage") as HTMLDetailsElement
  whole.hidden = coverage === null
  if (!coverage) return
  const place = document.getElementById("coverage-text")!
  const { sources = [], problems = [] } = coverage
  const lost = sources.filter(({ status }) => status === "not-obtained" || status === "unreadable")
  place.replaceChildren(
    element("p", {}, coverage.summary),
    ...part(
      "Could not be looked at",
      problems.map((one) => element("li", {}, one)),
    ),
    ...part(
      "Cited papers",
      sources.map(({ key, status, reason }) =>
        element("li", {}, element("code", {}, key), ` ${WORDS[status] ?? status}${reason ? `: ${reason}` : ""}`),
      ),
    ),
    ...(lost.length ? [element("button", { type: "button", click: fetchPapers }, "Fetch the missing papers")] : []),
  )
  whole.classList.toggle("gaps", lost.length > 0 || problems.length > 0)
}

function part(title: string, items: readonly HTMLElement[]): HTMLElement[] {
  return items.length ? [element("h3", {}, title), element("ul", {}, ...items)] : []
}
