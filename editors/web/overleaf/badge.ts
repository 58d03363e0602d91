// The badge at the foot of Overleaf's editor: what was checked, what could not be, or why nothing is.

import { element } from "../cm6/dom.ts"
import type { Status } from "./session.ts"

const STYLE = `
:host { position: fixed; right: 18px; bottom: 18px; z-index: 400; font: 13px/1.45 system-ui, sans-serif; }
div:not(.dark), .pill:not(.dark) { --back: #fff; --text: #1b1d21; --line: #c9cdd3; --good: #1d6b3c; --bad: #c2122f; --gone: #8a5300; --link: #0b57d0; }
.dark { --back: #23262d; --text: #e6e8ec; --line: #4a515c; --good: #5fbf86; --bad: #ff7d87; --gone: #f2c46d; --link: #8ab8ff; }
button { font: inherit; cursor: pointer; color: var(--text); background: var(--back); border: 1px solid var(--line); }
.pill { display: flex; gap: 8px; align-items: center; margin-left: auto; padding: 5px 12px; border-radius: 999px; box-shadow: 0 2px 8px rgb(0 0 0 / 22%); }
.dot { width: 9px; height: 9px; border-radius: 50%; background: #808893; }
.fine .dot { background: var(--good); } .finds .dot { background: var(--bad); } .gone .dot { background: var(--gone); border-radius: 2px; }
.more {
  width: 22rem; max-height: 50vh; overflow: auto; margin-bottom: 8px; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--back); color: var(--text); box-shadow: 0 6px 24px rgb(0 0 0 / 18%);
}
.more p { margin: 0 0 8px; } ul { margin: 6px 0 10px; padding-left: 18px; } code { font-size: 12px; }
.more button { border-radius: 6px; padding: 3px 10px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`

export function badge(openSettings: () => void): (status: Status, isDark: boolean) => void {
  const host = element("div", { id: "tablecheck-badge" })
  const root = host.attachShadow({ mode: "open" })
  const style = document.createElement("style")
  style.textContent = STYLE
  const more = element("div", { class: "more", id: "more", hidden: true })
  const words = element("span", { role: "status" })
  const pill = element(
    "button",
    {
      type: "button",
      class: "pill gone",
      "aria-expanded": "false",
      "aria-controls": "more",
      click: () => {
        more.hidden = !more.hidden
        pill.setAttribute("aria-expanded", String(!more.hidden))
      },
    },
    element("span", { class: "dot" }),
    words,
  )
  root.append(style, more, pill)

  return (status, isDark) => {
    if (!host.isConnected) document.body?.append(host)
    const count = status.findings.length
    more.className = `more ${isDark ? "dark" : ""}`
    pill.className = `pill ${isDark ? "dark" : ""} ${status.reason ? "gone" : count ? "finds" : status.coverage ? "fine" : ""}`
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
  const { checked = 0, unchecked = 0 } = coverage
  return `${finds} · ${checked} of ${checked + unchecked} cited numbers checked`
}

function details({ reason, coverage }: Status): HTMLElement[] {
  if (reason)
    return [
      element("p", {}, reason),
      element(
        "p",
        {},
        "Start the server on this computer with ",
        element("code", {}, "tablecheck serve --websocket"),
        ".",
      ),
    ]
  if (!coverage) return [element("p", {}, "The document is being checked.")]
  const gaps = [
    ...(coverage.sources ?? [])
      .filter(({ status }) => status !== "read")
      .map(({ key, status, reason }) => `[${key}] ${status}${reason ? `: ${reason}` : ""}`),
    ...(coverage.problems ?? []),
  ]
  return [
    element("p", {}, coverage.summary),
    ...(gaps.length
      ? [
          element("p", {}, "What could not be checked:"),
          element("ul", {}, ...gaps.map((gap) => element("li", {}, gap))),
        ]
      : []),
  ]
}
