/** The script of the side panel: draws the evidence it is told of. */

import type { Evidence, FromPanel, Row, ToPanel } from "./evidence.ts";
import { safeTable } from "./safe_table.ts";

interface Editor {
    postMessage(message: FromPanel): void;
    getState(): { tab?: Tab } | undefined;
    setState(state: { tab: Tab }): void;
}
declare function acquireVsCodeApi(): Editor;

type Tab = "page" | "table";

const editor = acquireVsCodeApi();
const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const picture = at("picture") as HTMLImageElement;
let wanted: Tab = editor.getState()?.tab ?? "page";
let shown: Evidence | null = null;

for (const tab of ["page", "table"] as const) {
    at(`tab-${tab}`).addEventListener("click", () => {
        wanted = tab;
        editor.setState({ tab });
        choose();
    });
}
at("sheet").addEventListener("click", () => {
    at("page").classList.toggle("whole");
    showMark();
});
picture.addEventListener("load", () => {
    mark();
    showMark();
});
window.addEventListener("message", ({ data }: MessageEvent<ToPanel>) => tell(data));
editor.postMessage({ kind: "ready" });

function tell({ evidence, isCurrent, hint }: ToPanel): void {
    at("hint").textContent = hint;
    at("hint").hidden = !hint;
    at("evidence").hidden = !evidence;
    at("evidence").classList.toggle("past", !isCurrent);
    if (evidence && JSON.stringify(evidence) !== JSON.stringify(shown)) draw(evidence);
    shown = evidence;
}

function draw(evidence: Evidence): void {
    at("title").textContent = evidence.title || evidence.key;
    at("where").textContent = place(evidence);
    at("caption").textContent = evidence.caption ?? "";
    at("compared").replaceChildren(...(evidence.row ? [compared(evidence.row, evidence.agrees ?? true)] : []));
    at("table").replaceChildren(safeTable(evidence.tableHtml ?? "", document));
    if (evidence.pagePng) picture.src = `data:image/png;base64,${evidence.pagePng}`;
    picture.alt = `Page ${evidence.page ?? ""} of the cited paper`;
    shown = evidence;
    choose();
}

function place({ key, version, kind, page }: Evidence): string {
    const parts = [key, version ? `version ${version}` : "", kind?.toUpperCase() ?? "", page ? `page ${page}` : ""];
    return parts.filter(Boolean).join(" · ");
}

/** The row here above the row there; the numbers that are meant stand out by more than colour. */
function compared(row: Row, agrees: boolean): HTMLTableElement {
    const drawn = document.createElement("table");
    const style = agrees ? "here" : "here differs";
    drawn.append(
        line("th", "", row.header, row.here, "here"),
        line("td", "yours", row.ours, row.here, style),
        line("td", "cited", row.theirs, row.here, style),
    );
    return drawn;
}

function line(kind: "th" | "td", name: string, cells: readonly string[], here: number | null | undefined, style: string): HTMLTableRowElement {
    const drawn = document.createElement("tr");
    const label = document.createElement("th");
    label.scope = "row";
    label.textContent = name;
    drawn.append(label);
    cells.forEach((text, index) => {
        const cell = document.createElement(kind);
        if (kind === "th") (cell as HTMLTableCellElement).scope = "col";
        cell.textContent = text || "–";
        if (index === here) cell.className = style;
        drawn.append(cell);
    });
    return drawn;
}

function choose(): void {
    const hasPage = Boolean(shown?.pagePng);
    const tab: Tab = hasPage ? wanted : "table";
    at("tab-page").toggleAttribute("disabled", !hasPage);
    for (const each of ["page", "table"] as const) {
        at(each).hidden = each !== tab;
        at(`tab-${each}`).setAttribute("aria-selected", String(each === tab));
    }
    showMark();
}

/** Lay a light over the cell. */
function mark(): void {
    const box = shown?.pageBox;
    const size = shown?.pageSize;
    at("mark").hidden = !box || !size;
    if (!box || !size) return;
    const [left, top, right, bottom] = box;
    const [width, height] = size;
    const style = at("mark").style;
    style.left = `${(left / width) * 100}%`;
    style.width = `${((right - left) / width) * 100}%`;
    style.top = `${(top / height) * 100}%`;
    style.height = `${((bottom - top) / height) * 100}%`;
}

/** Scroll the page and the table, not the panel, so that the marked cell is in their middle. */
function showMark(): void {
    for (const [frame, target] of [[at("page"), at("mark")], [at("table"), at("table").querySelector("mark")]] as const) {
        if (frame.hidden || !target) continue;
        const outer = frame.getBoundingClientRect();
        const inner = target.getBoundingClientRect();
        frame.scrollBy(
            inner.left + inner.width / 2 - outer.left - outer.width / 2,
            inner.top + inner.height / 2 - outer.top - outer.height / 2,
        );
    }
}
