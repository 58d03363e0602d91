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
picture.addEventListener("load", showMark);
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
    at("compared").replaceChildren(...(evidence.row ? [compared(evidence.row)] : []));
    at("table").replaceChildren(safeTable(evidence.tableHtml ?? "", document));
    if (evidence.pagePng) picture.src = `data:image/png;base64,${evidence.pagePng}`;
    picture.alt = `Page ${evidence.page ?? ""} of the cited paper`;
    mark(evidence.pageBox ?? null);
    shown = evidence;
    choose();
}

function place({ key, version, kind, page, table }: Evidence): string {
    const parts = [key, version ? (typeof version === "number" ? `version ${version}` : version) : "", kind ?? "", table ?? "", page ? `page ${page}` : ""];
    return parts.filter(Boolean).join(" · ");
}

/** The row here above the row there; cells that differ stand out by more than colour. */
function compared(row: Row): HTMLTableElement {
    const drawn = document.createElement("table");
    const differs = row.ours.map((cell, index) => cell !== (row.theirs[index] ?? cell));
    drawn.append(line("th", "", row.header, []), line("td", "here", row.ours, differs), line("td", "cited", row.theirs, differs));
    return drawn;
}

function line(kind: "th" | "td", name: string, cells: readonly string[], differs: readonly boolean[]): HTMLTableRowElement {
    const drawn = document.createElement("tr");
    const label = document.createElement("th");
    label.scope = "row";
    label.textContent = name;
    drawn.append(label);
    cells.forEach((text, index) => {
        const cell = document.createElement(kind);
        if (kind === "th") cell.scope = "col";
        cell.textContent = text;
        cell.classList.toggle("differs", differs[index] ?? false);
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

function mark(box: Evidence["pageBox"] | null): void {
    const style = at("mark").style;
    at("mark").hidden = !box;
    if (!box) return;
    const [left, top, right, bottom] = box;
    style.left = `${left * 100}%`;
    style.top = `${top * 100}%`;
    style.width = `${(right - left) * 100}%`;
    style.height = `${(bottom - top) * 100}%`;
}

/** Bring the marked cell into view, in the page and in the table. */
function showMark(): void {
    for (const target of [at("mark"), at("table").querySelector("mark, .cited, .marked")]) {
        if (target instanceof HTMLElement && target.offsetParent) target.scrollIntoView({ block: "center", inline: "center" });
    }
}
