"""Read the tables of a flat text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tablecheck.latex import commands
from tablecheck.latex.arguments import Range, take_group, take_option
from tablecheck.latex.attribution import attribute
from tablecheck.latex.captions import Surroundings, surroundings
from tablecheck.latex.columns import Column, read_columns
from tablecheck.latex.deluxe import deluxe_notes, head_and_data, is_deluxe
from tablecheck.latex.environments import Node, Outline, outline, unclosed_end
from tablecheck.latex.expand import expand
from tablecheck.latex.flat import Flat
from tablecheck.latex.grid import Draft, place_cells
from tablecheck.latex.heads import count_header_rows, mark_headers, widen_group_headers
from tablecheck.latex.macros import Macro
from tablecheck.latex.memo import TableMemo, key_of
from tablecheck.latex.printing import Printed, print_range
from tablecheck.latex.rows import Rows, split_rows
from tablecheck.model.number import Number, find_numbers
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table

_DAMAGED = 0.5  # confidence in the structure of a table that is not well-formed
_LARGEST_CELL = 30_000  # characters; a cell beyond is no cell but a missing end


def read_tables(text: str, path: str = "") -> tuple[Table, ...]:
    """Read the tables of one text."""
    expansion = expand(path, {path: text}.get)
    return tables_of(expansion.flat, outline(expansion.flat), expansion.column_types, expansion.texts)[0]


def tables_of(
    flat: Flat, found: Outline, types: Mapping[str, Macro], texts: Mapping[str, str], memo: TableMemo | None = None
) -> tuple[tuple[Table, ...], list[Problem]]:
    """Read all tables of a flat text, in its order, and say which of them are damaged.

    ``types`` are the column types of the author, ``texts`` the files that the flat text was made of; what ``memo``
    remembers is not read again.
    """
    nodes = [node for node in found.root.walk() if node.is_tabular and _is_table(flat, node)]
    for node in nodes:
        if not node.closed:
            node.inner_end = node.end = unclosed_end(flat, node)
    ends = {node.start: node.end for node in nodes}
    if memo is not None:
        memo.begin(types)
    tables: list[Table] = []
    problems: list[Problem] = []
    for node in nodes:
        table, damage = _remembered_or_read(flat, node, types, ends, memo, texts)
        if table is None:
            continue
        tables.append(table)
        if damage:
            place = flat.place(node.start, node.inside)
            line = texts.get(place.path, "").count("\n", 0, place.span.start) + 1
            problems.append(Problem("read", f"this table {damage}; its undamaged rows were read", place.path, line))
    return tuple(tables), problems


def _remembered_or_read(
    flat: Flat,
    node: Node,
    types: Mapping[str, Macro],
    ends: Mapping[int, int],
    memo: TableMemo | None,
    texts: Mapping[str, str],
) -> tuple[Table | None, str]:
    key = key_of(flat, node, ends, texts) if memo is not None else None
    if memo is None or key is None:
        return _read_table(flat, node, types, ends)
    if (known := memo.get(*key)) is not None:
        return known
    table, damage = _read_table(flat, node, types, ends)
    if table is not None:
        memo.put(*key, table, damage)
    return table, damage


def _is_table(flat: Flat, node: Node) -> bool:
    """Tell tables from matrices and from small tabulars that only break the lines of a cell."""
    above = node.parent
    in_float = False
    while above is not None:
        if above.is_tabular:
            return _prints_grid(flat.text[node.inside : node.inner_end])
        in_float = in_float or above.name in commands.FLOATS
        above = above.parent
    body = flat.text[node.inside : node.inner_end]
    if node.name == "array":
        return in_float or ("\\hline" in body and _prints_grid(body))
    return True


def _prints_grid(body: str) -> bool:
    """Whether a nested tabular holds rows and columns of numbers of its own."""
    rows = [row for row in re.split(r"\\\\|\\tabularnewline", body) if "&" in row]
    return len(rows) >= 2 and sum(len(re.findall(r"\d", row)) > 1 for row in rows) >= 2


def _read_table(
    flat: Flat, node: Node, types: Mapping[str, Macro], ends: Mapping[int, int]
) -> tuple[Table | None, str]:
    """Read a table, ``None`` where it prints none, and say in what way it is damaged."""
    specification, options, body = _arguments(flat, node)
    columns = read_columns(specification, types, node.name in commands.NEW_STYLE)
    nested = {child.start: child.end for child in node.walk() if child is not node and child.closed}
    rows = _deluxe_rows(flat, node, nested) if is_deluxe(node) else split_rows(flat, body, node.inner_end, nested)
    own = {start: end for start, end in ends.items() if start in nested}
    printed = [_print_row(flat, row.cells, columns, node.name == "array", own) for row in rows.rows]
    if node.name in commands.NEW_STYLE:
        _spans_of_options(specification, printed)
    kept, heading_rows, foot = _parts(rows, len(printed))
    grid = place_cells([printed[row] for row in kept], columns)
    cells = [_cell(flat, draft) for draft in grid.drafts]
    if not any(cell.text or cell.citations for cell in cells):
        return None, ""
    if own and not any(cell.numbers for cell in cells):
        return None, ""  # a layout of tables that are read by themselves
    line_of = {row: grid.line_of[index] for index, row in enumerate(kept)}
    line_of[len(printed)] = grid.line_of[-1]
    around = surroundings(flat, node, dict(ends))
    if "caption" in options or "label" in options:
        _caption_of_options(flat, options, around)
    header_rows = grid.line_of[heading_rows] if heading_rows else 0
    cells = _with_headers(cells, rows, line_of, header_rows)
    notes = [*([around.notes] if around.notes else []), *_cell_notes(grid.drafts), *_foot_notes(printed, foot)]
    if is_deluxe(node):
        notes.extend(deluxe_notes(flat, node))
    damage = "has more cells than can be read" if grid.is_cut else _damage(node, rows)
    table = Table(
        tuple(cells),
        caption=around.caption,
        label=around.label,
        notes="\n".join(dict.fromkeys(notes)),
        place=flat.place(node.start, node.end),
        read_by="latex",
        confidence=_DAMAGED if damage else 1.0,
    )
    attributions = attribute(table, around.captions)
    return replace(table, attributions=attributions) if attributions else table, damage


def _deluxe_rows(flat: Flat, node: Node, nested: Mapping[int, int]) -> Rows:
    head, data = head_and_data(flat, node)
    rows = split_rows(flat, *head, nested)
    rows.parts = [("endfirsthead", len(rows.rows))] if rows.rows else []
    below = split_rows(flat, *data, nested)
    rows.rows += below.rows
    rows.damaged = rows.damaged or below.damaged
    return rows


def _arguments(flat: Flat, node: Node) -> tuple[str, Mapping[str, Range], int]:
    """The column specification, the options of a tabularray table, and where the rows begin."""
    position, end = node.inside, node.inner_end
    if node.name in {"tabu", "longtabu"}:
        position = max(position, flat.text.find("{", position, min(end, position + 80)))
    specification = ""
    options: dict[str, Range] = {}
    for letter in commands.TABULARS[node.name]:
        if letter == "m":
            inner, position = take_group(flat, position, end)
            specification = flat.text[inner[0] : inner[1]] if inner else ""
        else:
            inner, position = take_option(flat, position, end)
            if inner is not None and node.name in commands.NEW_STYLE:
                for match in re.finditer(r"\b(caption|label)\s*=\s*", flat.text[inner[0] : inner[1]]):
                    value, _ = take_group(flat, inner[0] + match.end(), inner[1])
                    if value is not None:
                        options[match[1]] = value
    if node.name.startswith("Nice"):
        before = flat.text.find("\\Body", position, end)
        position = before + len("\\Body") if before >= 0 else position
    return specification, options, position


def _print_row(
    flat: Flat, cells: Sequence[Range], columns: Sequence[Column], is_array: bool, own: Mapping[int, int]
) -> list[tuple[Printed, Range]]:
    printed_cells: list[tuple[Printed, Range]] = []
    column = 0
    for start, end in cells:
        wide = flat.text.find("\\multicolumn", start, end) >= 0
        style = columns[column] if column < len(columns) and not wide else Column("c")
        printed = print_range(flat, start, min(end, start + _LARGEST_CELL), is_array or style.math, own)
        if style.bold and printed.text and "bold" not in printed.emphasis:
            printed.emphasis.append("bold")
        printed_cells.append((printed, (start, end)))
        column += 1 if printed.covers else printed.column_span
    return printed_cells


def _spans_of_options(specification: str, printed: Sequence[Sequence[tuple[Printed, Range]]]) -> None:
    """Obey ``cell{1}{2} = {r=2,c=3}{c}`` of tabularray."""
    for row, column, keys in re.findall(r"cell\s*\{(\d+)\}\s*\{(\d+)\}\s*=\s*\{([^}]*)\}", specification):
        if int(row) <= len(printed) and int(column) <= len(printed[int(row) - 1]):
            cell, _ = printed[int(row) - 1][int(column) - 1]
            for key, value in re.findall(r"\b([rc])\s*=\s*(\d{1,3})", keys):
                cell.covers = True
                if key == "r":
                    cell.row_span = max(1, int(value))
                else:
                    cell.column_span = max(1, int(value))


def _parts(rows: Rows, count: int) -> tuple[list[int], int, list[int]]:
    """The rows of a longtable that are printed once, how many of them head it, and those of its last foot.

    The head for later pages repeats the first one and is left out where there are both.
    """
    if not rows.parts:
        return list(range(count)), 0, []
    parts: dict[str, list[int]] = {}
    begin = 0
    for name, end in rows.parts:
        parts[name] = list(range(begin, end))
        begin = end
    head = parts.get("endfirsthead") or parts.get("endhead") or []
    foot = parts.get("endlastfoot") or parts.get("endfoot") or []
    return [*head, *range(begin, count)], len(head), foot


def _with_headers(cells: list[Cell], rows: Rows, line_of: Mapping[int, int], header_rows: int) -> list[Cell]:
    """Tell the headers from the rest; ``header_rows`` counts those that a longtable names, else 0."""
    rules = sorted({line_of[row] for row in rows.full_rules if row in line_of})
    count = header_rows or count_header_rows(Table(tuple(cells)), rules)
    partial = [(line_of[row], first - 1, last - 1) for row, first, last in rows.partial_rules if row in line_of]
    return widen_group_headers(mark_headers(cells, count), partial, count)


def _cell(flat: Flat, draft: Draft) -> Cell:
    printed = draft.printed
    start, end = draft.source
    source = flat.text[start:end]
    start += len(source) - len(source.lstrip())
    end = max(start, end - (len(source) - len(source.rstrip())))
    return Cell(
        draft.row,
        draft.column,
        printed.text,
        draft.row_span,
        draft.column_span,
        numbers=_numbers(flat, printed),
        citations=tuple(citation for _, citation in printed.citations),
        emphasis=tuple(printed.emphasis),
        place=flat.place(start, end),
    )


def _numbers(flat: Flat, printed: Printed) -> tuple[Number, ...]:
    if not any(map(str.isdigit, printed.text)):
        return ()
    return tuple(
        replace(
            found.number,
            place=flat.place(min(printed.starts[found.start : found.end]), max(printed.ends[found.start : found.end])),
        )
        for found in find_numbers(printed.text)
    )


def _cell_notes(drafts: Sequence[Draft]) -> list[str]:
    return [note for draft in drafts for note in draft.printed.notes]


def _foot_notes(printed: Sequence[Sequence[tuple[Printed, Range]]], foot: Sequence[int]) -> list[str]:
    return [cell.text for row in foot for cell, _ in printed[row] if re.search(r"\w", cell.text)]


def _caption_of_options(flat: Flat, options: Mapping[str, Range], around: Surroundings) -> None:
    if "caption" in options:
        around.captions.append(print_range(flat, *options["caption"]))
    if "label" in options:
        around.label = flat.text[slice(*options["label"])].strip()


def _damage(node: Node, rows: Rows) -> str:
    if not node.closed:
        return f"has no \\end{{{node.name}}}"
    if node.damaged:
        return f"has a \\begin{{{node.name}}} without an end in a cell"
    return "has unbalanced braces" if rows.damaged else ""
