// Takes a table that the server drew and builds it anew from the few elements a table needs: what else a document has
// smuggled into its cells arrives as text or not at all.

const ELEMENTS = new Set([
  "table",
  "caption",
  "colgroup",
  "col",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "th",
  "td",
  "sup",
  "sub",
  "em",
  "strong",
  "b",
  "i",
  "mark",
  "span",
  "br",
])
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "svg", "math", "title"])
const NUMBERS = new Set(["colspan", "rowspan"])
const MOST_ELEMENTS = 20_000

interface HtmlPolicy {
  createHTML(html: string): string
}
interface WithTrustedTypes {
  trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy }
}

let policy: HtmlPolicy | undefined

export function safeTable(html: string): HTMLElement | null {
  // An inert document: nothing in it is loaded or run, and nothing of it is taken over.
  policy ??= (window as WithTrustedTypes).trustedTypes?.createPolicy("tablecheck", { createHTML: (text) => text }) ?? {
    createHTML: (text) => text,
  }
  const table = new DOMParser().parseFromString(policy.createHTML(html), "text/html").querySelector("table")
  const left = { count: MOST_ELEMENTS }
  const built = table && rebuilt(table, left)
  return built instanceof HTMLElement ? built : null
}

function rebuilt(node: Node, left: { count: number }): Node | null {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.nodeValue ?? "")
  if (!(node.nodeType === Node.ELEMENT_NODE) || left.count-- <= 0) return null
  const name = (node as Element).localName
  if (DROPPED.has(name)) return null
  const made = ELEMENTS.has(name) ? document.createElement(name) : document.createElement("span")
  for (const { name: key, value } of (node as Element).attributes) {
    if (NUMBERS.has(key) && /^\d{1,3}$/.test(value)) made.setAttribute(key, value)
    if (key === "class" && /^[\w -]{1,60}$/.test(value)) made.setAttribute("class", value)
    if (key === "scope" && /^(row|col|rowgroup|colgroup)$/.test(value)) made.setAttribute("scope", value)
  }
  for (const child of node.childNodes) {
    const copy = rebuilt(child, left)
    if (copy) made.append(copy)
  }
  return made
}
