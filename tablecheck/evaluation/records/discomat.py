"""DiSCoMaT: how much of which oxide a glass holds (Gupta et al., arXiv 2207.01079)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tablecheck.evaluation.records.benchmark import Annotated, read_split
from tablecheck.evaluation.records.scores import Description
from tablecheck.model.errors import UsageError
from tablecheck.model.number import parse_number

AMOUNT, OTHER = "Glass_Compound_Amount", "Other"
SCHEMA: Mapping[str, Sequence[str]] = {
    AMOUNT: ("constituent compound name", "unit", "glass material/sample name/id/code"),
    OTHER: (),
}
LISTS: frozenset[str] = frozenset()

Amount = tuple[str, str, float, str]
"""The material, its constituent, how much of it, and ``mol`` or ``wt``."""

_ELEMENT = (
    "(?:A[glsu]|B[aei]?|C[adelorsu]?|Dy|E[ru]|F[e]?|G[ade]|H[fgo]?|I[nr]?|K|L[aiu]|M[gno]|N[abdi]?|O|P[bdrt]?|R[behu]"
    "|S[bceimnr]?|T[abehilm]|U|V|W|Yb?|Z[nr])"
)
_FORMULA = re.compile(rf"^(?:{_ELEMENT}\d*(?:\.\d+)?){{2,6}}$")
_BY_WEIGHT = re.compile(r"\bw(?:eigh)?t\b|\bmass\b", re.I)
_BY_MOLES = re.compile(r"\bmol|\bat\.?\s?%|\batom", re.I)
_NO_MATERIAL = re.compile(r"^(?:xx|material|sample|batch|glass|)$|measure|composition|nominal|analy[sz]ed", re.I)
_FEWEST = 2  # constituents from which a table is one of compositions


def read_discomat(data: Path, split: str) -> list[Annotated]:
    """Read a split.

    Raises:
        UsageError: the folder does not hold it in the benchmark's form.
    """
    try:
        return [
            Annotated(
                name=name,
                source=table["table_processed"],
                text="",
                cells={
                    f"{cell['i']}-{cell['j']}-{cell['k']}": cell["cell_value_processed"]
                    for cell in table["numeric_cells"]
                },
                known={},
                raw=table,
            )
            for name, table in read_split(data, split).items()
            if table["table_data_org"]["act_table"] is not None and isinstance(table["cell_list_gold"], list)
        ]
    except (KeyError, TypeError) as error:
        raise UsageError(f"{data}: a table of {split}.json is not in the form of DiSCoMaT ({error!r})") from error


def known_amounts(annotated: Annotated) -> list[Amount]:
    """The annotated tuples of a table."""
    return [
        (str(material), str(constituent), round(float(value), 5), str(unit).lower())
        for material, constituent, value, unit in annotated.raw["cell_list_gold"]
    ]


def describe_by_rules(annotated: Annotated) -> dict[str, Description]:
    """Describe the numbers that stand under, or beside, the formula of an oxide."""
    grid = _grid(annotated)
    formulas = {text for row in grid for text in row if _FORMULA.match(text)}
    unit = _unit(annotated, grid)
    found: dict[str, Description] = {}
    for key in annotated.cells:
        row, column, _ = (int(part) for part in key.split("-"))
        above = next((text for text in _upwards(grid, row, column) if text in formulas), "")
        beside = next((text for text in reversed(grid[row][:column]) if text in formulas), "")
        if len(formulas) < _FEWEST or not (above or beside):
            found[key] = {"type": OTHER}
            continue
        material = grid[row][0] if above else next((text for text in _downwards(grid, row, column) if text), "")
        values = {
            "type": AMOUNT,
            "constituent compound name": above or beside,
            "unit": unit,
            "glass material/sample name/id/code": "" if material in formulas else material,
        }
        found[key] = {name: value for name, value in values.items() if value}
    return found


def amounts_of(annotated: Annotated, described: Mapping[str, Description]) -> list[Amount]:
    """Turn descriptions of cells into tuples; how a material is called follows the benchmark's own code.

    A material named above its column belongs to the first row of its numbers, one named in its row to that row.
    """
    grid = _grid(annotated)
    by_material: dict[str, list[tuple[int, bool, str, float, str]]] = defaultdict(list)
    for key, description in described.items():
        constituent, unit = description.get("constituent compound name"), description.get("unit")
        number = parse_number(annotated.cells.get(key, ""))
        if description.get("type") != AMOUNT or not isinstance(constituent, str) or number is None or not number.value:
            continue
        kind = _kind(str(unit or ""), grid, annotated)
        if not kind:
            continue
        row, column, _ = (int(part) for part in key.split("-"))
        named = str(description.get("glass material/sample name/id/code", ""))
        name = "" if _NO_MATERIAL.search(named.strip()) else named
        is_above = bool(name) and any(name.lower() in text.lower() for text in _upwards(grid, row, column))
        by_material[name].append((row, is_above, constituent, round(float(number.value), 5), kind))
    amounts: list[Amount] = []
    paper, _, table = annotated.name.partition("::")
    for name, items in by_material.items():
        first = min(item[0] for item in items)
        for row, is_above, constituent, value, kind in items:
            place = f"{paper}_{table}_{first if is_above else row}"
            amounts.append((f"{place}_{name}" if name else place, constituent, value, kind))
    return amounts


def _grid(annotated: Annotated) -> list[list[str]]:
    return [[str(text).strip() for text in row] for row in annotated.raw["table_data_org"]["act_table"]]


def _upwards(grid: Sequence[Sequence[str]], row: int, column: int) -> Iterator[str]:
    return (grid[line][column] for line in range(row - 1, -1, -1) if column < len(grid[line]))


def _downwards(grid: Sequence[Sequence[str]], row: int, column: int) -> Iterator[str]:
    return (grid[line][column] for line in range(row) if column < len(grid[line]))


def _unit(annotated: Annotated, grid: Sequence[Sequence[str]]) -> str:
    words = f"{annotated.raw['table_data_org'].get('caption', '')} {' '.join(text for row in grid for text in row)}"
    if _BY_MOLES.search(words):
        return "mol"
    return "wt" if _BY_WEIGHT.search(words) else "mol"


def _kind(unit: str, grid: Sequence[Sequence[str]], annotated: Annotated) -> str:
    """``mol`` or ``wt``, empty for other units; a model's guess of weight counts only where the table speaks of it."""
    if _BY_MOLES.search(unit):
        return "mol"
    if _BY_WEIGHT.search(unit) or unit.strip(" .%") == "":
        return "wt" if _unit(annotated, grid) == "wt" or _BY_WEIGHT.search(str(grid)) else "mol"
    return ""
