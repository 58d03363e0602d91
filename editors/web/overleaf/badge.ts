// The badge at the foot of Overleaf's editor: what was checked, what could not be, or why nothing is.

import { element } from "../cm6/dom.ts"
import type { Status } from "./session.ts"

const STYLE = `
:host { position: fixed; right: 18px; bottom: 18px; z-index: 400; font: 13px/1.45 system-ui, sans-serif; color: #1b1d21; }
button { font: inherit; cursor: pointer; color: inherit; }
.pill { display: flex; gap: 8px; align-items: center; margin-left: auto; padding: 5px 12px; border-radius: 999px; border: 1px solid #c9cdd3; background: #fff; box-shadow: 0 2px 8px rgb(27 29 33 / 22%); }
.dot { width: 9px; height: 9px; border-radius: 50%; background: #6b7280; }
.fine .dot { background: #1d6b3c; } .finds .dot { background: #c2122f; } .gone .dot { background: #8a5300; border-radius: 2px; }
.more { width: 22rem; max-height: 50vh; overflow: auto; margin-bottom: 8px; padding: 12px 14px; background: #fff; border: 1px solid #c9cdd3; border-radius: 8px; box-shadow: 0 6px 24px rgb(27 29 33 / 18%); }
.more p { margin: 0 0 8px; } ul { margin: 6px 0 10px; padding-left: 18px; } code { font-size: 12px; }
.more button { border: 1px solid #c9cdd3; background: #fff; border-radius: 6px; padding: 3px 10px; }
:focus-visible { outline: 2px solid #0b57d0; outline-offset: 2px; }
`

export function badge(openSettings: () => void): (status: Status) => void {
  const host = element("div", { id: "tablecheck-badge" })
  const root = host.attachShadow({ mode: "open" })
  const style = document.createElement("style")
  style.textContent = STYLE
  const more = element("div", { class: "more", id: "more", hidden: true })
  const words = element("span", { role: "status" })
  const pill = element("button", { type: "button", class: "pill gone", "aria-expanded": "false", "aria-controls": "more", click: () => {
    more.hidden = !more.hidden
    pill.setAttribute("aria-expanded", String(!more.hidden))
  } }, element("span", { class: "dot" }), words)
  root.append(style, more, pill)

  return (status) => {
    if (!host.isConnected) document.body?.append(host)
    const count = status.findings.length
    pill.className = `pill ${status.reason ? "gone" : count ? "finds" : status.coverage ? "fine" : ""}`
    const text = short(status)
    if (words.textContent !== text) words.textContent = text
    more.replaceChildren(...details(status), element("button", { type: "button", click: openSettings }, "Settings …"))
  }
}

function short({ reason, coverage, findings }: Status): string {
  if (reason) return "tablecheck: not checking"
  if (!coverage || coverage.state === "checking") return "tablecheck: checking …"
  if (coverage.state === "failed") return "tablecheck: the check failed"
  const finds = findings.length === 1 ? "1 finding" : `${findings.length} findings`
  return `${finds} · ${coverage.checked ?? 0} of ${coverage.numbers ?? 0} numbers checked`
}

function details({ reason, coverage }: Status): HTMLElement[] {
  if (reason) return [element("p", {}, reason), element("p", {}, "Start the server on this computer with ", element("code", {}, "tablecheck serve --websocket"), ".")]
  if (!coverage) return [element("p", {}, "The document is being checked.")]
  const gaps = [
    ...(coverage.sources ?? []).filter(({ status }) => status !== "read").map(({ key, status, reason }) => `[${key}] ${status}${reason ? `: ${reason}` : ""}`),
    ...(coverage.problems ?? []),
  ]
  return [
    element("p", {}, coverage.summary),
    ...(gaps.length ? [element("p", {}, "What could not be checked:"), element("ul", {}, ...gaps.map((gap) => element("li", {}, gap)))] : []),
  ]
}
