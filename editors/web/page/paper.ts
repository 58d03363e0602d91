// The cited paper beside the text: our row above theirs, their table with the cell marked, or the page it is printed on.

import { rows, sourceWords } from "../cm6/card.ts"
import { element } from "../cm6/dom.ts"
import { safeTable } from "../cm6/safe.ts"
import type { Evidence } from "../cm6/types.ts"

type Look = "table" | "page"

let look: Look = "table"

export const wantsPicture = (): boolean => look === "page"

// ``again`` has the evidence asked for anew: the picture of the page is only drawn for those who look at it.
export function drawEvidence(evidence: Evidence | null, note: string, again: () => void): void {
  const place = document.getElementById("evidence")!
  if (!evidence) {
    place.replaceChildren(element("p", { class: "quiet" }, note))
    return
  }
  const hasPage = evidence.page !== null && evidence.kind === "pdf"
  const shown: Look = look === "page" && hasPage ? "page" : "table"
  const choice = (name: Look, words: string) =>
    element(
      "button",
      {
        type: "button",
        "aria-pressed": String(shown === name),
        click: () => {
          look = name
          drawEvidence(evidence, note, again)
          place.querySelector<HTMLElement>(".looks [aria-pressed=true]")?.focus()
          if (name === "page" && !evidence.pagePng) again()
        },
      },
      words,
    )
  const buttons = hasPage
    ? element(
        "div",
        { class: "looks", role: "group", "aria-label": "How to show the cited table" },
        choice("table", "Table"),
        choice("page", "Page"),
      )
    : null
  const hadFocus = place.querySelector(".looks")?.contains(document.activeElement) ?? false
  const table = shown === "table" ? safeTable(evidence.tableHtml) : null
  place.replaceChildren(
    ...[
      element("div", { class: "about" }, element("p", { class: "tc-source" }, sourceWords(evidence)), buttons),
      rows(evidence),
      shown === "page"
        ? page(evidence)
        : element(
            "div",
            { class: "cited", tabindex: "0", role: "group", "aria-label": "The cited table" },
            table ?? "",
          ),
    ].filter((one) => one !== null),
  )
  if (hadFocus) place.querySelector<HTMLElement>(".looks [aria-pressed=true]")?.focus()
  place.querySelector(".marked")?.scrollIntoView({ block: "nearest", inline: "nearest" })
}

function page({ pagePng, pageSize, pageBox, page: number, key }: Evidence): HTMLElement {
  if (!pagePng) return element("p", { class: "quiet" }, "Drawing the page …")
  const words = `Page ${number ?? ""} of [${key}] with the cited cell marked`
  const image = element("img", { src: `data:image/png;base64,${pagePng}`, alt: words })
  const whole = element("div", { class: "cited", tabindex: "0", role: "group", "aria-label": "The cited page" }, image)
  image.addEventListener("load", () => {
    if (!pageBox || !pageSize) return
    const scale = image.clientWidth / pageSize[0]
    const middle = ((pageBox[1] + pageBox[3]) / 2) * scale
    whole.scrollLeft = ((pageBox[0] + pageBox[2]) / 2) * scale - whole.clientWidth / 2
    const around = document.getElementById("evidence")!
    const top = image.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop
    around.scrollTop = top + middle - around.clientHeight * 0.6
  })
  return whole
}
