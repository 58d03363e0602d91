"""Tables as LaTeXML, an independent reader of LaTeX, reads them; several in one run, because each run is slow."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from tablecheck.model.markup import lowered, raised
from tablecheck.model.number import find_numbers
from tablecheck.model.table import Table

HAS_LATEXML = shutil.which("latexml") is not None
_PREAMBLE = r"""\documentclass{article}
\usepackage{booktabs,multirow,array,longtable,tabularx,xcolor,colortbl,amsmath,amssymb,graphicx,natbib,url,makecell,bm}
\newcolumntype{S}[1][]{c}
\providecommand{\num}[2][]{#2}
\providecommand{\SI}[3][]{#2 #3}
\providecommand{\tnote}[1]{\textsuperscript{#1}}
%s
\begin{document}
"""
_SPACE = re.compile(r"[ \t\r\n\xa0]+")


@dataclass(frozen=True)
class OracleCell:
    """A cell as LaTeXML has it, in the same terms as ours."""

    row: int
    column: int
    row_span: int
    column_span: int
    text: str
    keys: tuple[str, ...]


def read_with_latexml(sources: Sequence[str], preamble: str = "", seconds: int = 110) -> list[list[list[OracleCell]]]:
    """The tables that LaTeXML finds in each source, in order; an empty list where it fails."""
    body = "".join(f"\\par ORACLE{index}ELCARO\\par\n{source}\n\n" for index, source in enumerate(sources))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "in.tex").write_text(_PREAMBLE % preamble + body + "\\end{document}\n", "utf-8")
        subprocess.run(
            ["latexml", "--quiet", "--noparse", "--dest=out.xml", "in.tex"],
            cwd=folder,
            timeout=seconds,
            capture_output=True,
            check=False,
        )
        out = Path(folder) / "out.xml"
        if not out.is_file():
            return [[] for _ in sources]
        root = etree.parse(out).getroot()
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = etree.QName(element).localname
    return _tables(root, len(sources))


def _tables(root: etree._Element, count: int) -> list[list[list[OracleCell]]]:
    found: list[list[list[OracleCell]]] = [[] for _ in range(count)]
    current = -1
    for event, element in etree.iterwalk(root, events=("start", "end")):
        is_outer = element.tag == "tabular" and not any(above.tag == "tabular" for above in element.iterancestors())
        if event == "start" and is_outer and current >= 0:
            found[current].append(_cells(element))
        text = (element.text if event == "start" else element.tail) or ""
        for match in re.finditer(r"ORACLE(\d+)ELCARO", text):
            current = int(match[1])
    return found


def _cells(tabular: etree._Element) -> list[OracleCell]:
    rows = [row for row in tabular.iter("tr") if next(row.iterancestors("tabular")) is tabular]
    taken: set[tuple[int, int]] = set()
    cells = []
    for index, row in enumerate(rows):
        column = 0
        for td in row.iterchildren("td", "th"):
            while (index, column) in taken:
                column += 1
            width = int(td.get("colspan") or 1)
            height = int(td.get("rowspan") or 1)
            keys = tuple(key for ref in td.iter("bibref") for key in (ref.get("bibrefs") or "").split(",") if key)
            text = _SPACE.sub(" ", _text(td)).strip()
            cells.append(OracleCell(index, column, height, width, text, keys))
            for line in range(index, index + max(1, height)):
                taken.update((line, place) for place in range(column, column + width))
            column += width
    return cells


def _text(element: etree._Element) -> str:
    if element.tag in {"cite", "note", "ERROR", "graphics", "XMHint"}:
        return ""
    if element.tag == "XMTok":
        return element.text or ""
    inner = (element.text or "") if element.tag not in {"XMath", "XMApp", "XMWrap", "Math"} else ""
    for child in element:
        if not isinstance(child.tag, str):
            inner += child.tail or ""
            continue
        inner += _text(child)
        if element.tag not in {"XMath", "XMApp", "XMWrap", "Math", "XMDual", "XMArg"}:
            inner += child.tail or ""
    if element.tag == "sup" or "SUPERSCRIPT" in (element.get("role") or ""):
        return raised(inner)
    if element.tag == "sub" or "SUBSCRIPT" in (element.get("role") or ""):
        return lowered(inner)
    if element.tag == "tr":
        return inner + " "
    if element.tag in {"td", "p", "inline-block", "break", "item"}:
        return inner + " "
    return inner


Facts = dict[tuple[int, int], tuple[int, int, tuple[str, ...], tuple[str, ...]]]


def facts_of_theirs(cells: Sequence[OracleCell]) -> Facts:
    """What each cell of LaTeXML's says that the comparison is about: spans, numbers, citations."""
    return _facts(
        [
            (c.row, c.column, max(1, c.row_span), c.column_span, bool(c.text or c.keys),
             tuple(str(f.number.value) for f in find_numbers(c.text)), c.keys)
            for c in cells
        ]
    )  # fmt: skip


def facts_of_ours(table: Table) -> Facts:
    """The same of ours."""
    return _facts(
        [
            (c.row, c.column, c.row_span, c.column_span, bool(c.text or c.citations),
             tuple(str(n.value) for n in c.numbers), tuple(key for cite in c.citations for key in cite.keys))
            for c in table.cells
        ]
    )  # fmt: skip


def _facts(cells: list[tuple[int, int, int, int, bool, tuple[str, ...], tuple[str, ...]]]) -> Facts:
    """Leave out rows and columns in which nothing is printed, then keep the cells that say something."""
    printing = [cell for cell in cells if cell[4]]
    rows = sorted({row for row, *_ in printing})
    columns = sorted({column for _, column, *_ in printing})
    facts: Facts = {}
    for row, column, height, width, _, numbers, keys in printing:
        tall = sum(row <= line < row + height for line in rows)
        wide = sum(column <= place < column + width for place in columns)
        if numbers or keys or tall > 1 or wide > 1:
            facts[rows.index(row), columns.index(column)] = (tall, wide, numbers, keys)
    return facts
