/** Lets elements of tables through, and nothing that could load, run or look like something else. */

const ELEMENTS = new Set([
    "TABLE", "CAPTION", "THEAD", "TBODY", "TFOOT", "TR", "TH", "TD", "COLGROUP", "COL",
    "SUP", "SUB", "B", "STRONG", "I", "EM", "U", "MARK", "SPAN", "BR",
]);
const ATTRIBUTES = new Set(["class", "colspan", "rowspan", "scope", "aria-label", "title"]);

/** Copy markup into a document of the panel: unknown elements are replaced by their content, other attributes are left out. */
export function safeTable(markup: string, into: Document): DocumentFragment {
    const parsed = new DOMParser().parseFromString(markup, "text/html"); // inert: nothing in it runs or loads
    const fragment = into.createDocumentFragment();
    for (const child of parsed.body.childNodes) copy(child, fragment, into);
    return fragment;
}

function copy(node: Node, parent: Node, into: Document): void {
    if (node.nodeType === Node.TEXT_NODE) {
        parent.appendChild(into.createTextNode(node.textContent ?? ""));
        return;
    }
    if (!(node instanceof HTMLElement) || ["SCRIPT", "STYLE", "TEMPLATE"].includes(node.tagName)) return;
    let target = parent;
    if (ELEMENTS.has(node.tagName)) {
        const element = into.createElement(node.tagName);
        for (const { name, value } of node.attributes) if (ATTRIBUTES.has(name)) element.setAttribute(name, value);
        target = parent.appendChild(element);
    }
    for (const child of node.childNodes) copy(child, target, into);
}
