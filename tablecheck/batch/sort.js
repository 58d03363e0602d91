for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const isUp = head.getAttribute("aria-sort") === "descending";
    for (const one of heads) one.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    const order = new Intl.Collator(undefined, { numeric: true }).compare;
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => order(a.cells[column].textContent, b.cells[column].textContent) * (isUp ? 1 : -1));
    table.tBodies[0].append(...rows);
  }));
}
