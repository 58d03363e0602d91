"""Two rows or two columns of a table print the same numbers.

## Why it matters

Two methods, or two data sets, hardly ever give the same numbers throughout. Mostly a line was pasted twice and the
second never filled in.

## Example

CIFAR-10 and CIFAR-100 have the same five accuracies.

There is no fix: the numbers that belong there are not in the manuscript.

## When it stays silent

With less than four numbers, or where these are whole or mostly equal to each other; where they lie so near each other,
or near those of the other lines, that two may be equal by chance, as accuracies just below a hundred are; where one
line's label repeats the other's, or says that both may be one method (default, ours, baseline, ideal, oracle), as
ablations do; where the lines are repeated on purpose in another section of the table; and where more than two lines
are equal, which then has a reason. Lines copied faithfully from a cited paper are only for information.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import normal_label, path_text
from tablecheck.model.table import Cell, Table
from tablecheck.rules._lines import Lines, lines_of
from tablecheck.rules._own import blamed, copied, own_finding, place, severity_of, tables_with
from tablecheck.rules._rule import Rule

_FEWEST = 4  # numbers of a line, and different ones among them: fewer may be equal by chance
_SAME_METHOD = re.compile(
    r"\bours?\b|default|baseline|full|w/|with\b|without|\bno\b|[+✓✗×]|=|same|ablat|ideal|oracle|upper|bound|\bbest\b",
    re.I,
)
_SURE = 0.8
_NARROW = 10  # last places; numbers of one line that lie no further apart are near a limit that many lines reach
_FEWEST_LINES = 6  # that show how far the numbers of a position lie apart
_BY_CHANCE = 0.01  # pairs of equal lines to be expected where nobody pasted anything


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find rows and columns that repeat another one number for number."""
    told, from_source = blamed(evidence), copied(evidence)
    for table in tables_with(evidence):
        if _SAME_METHOD.search(table.caption) and re.search("ablat", table.caption, re.I):
            continue
        for lines in lines_of(table):
            for one, other in _pairs(lines):
                cells = [cell for cell in lines.cells[other] if cell is not None]
                first = [cell for cell in lines.cells[one] if cell is not None]
                if any(place(table, cell) in told for cell in (*cells, *first)):
                    continue
                yield _finding(evidence, table, lines, (one, other), (first, cells), from_source)


def _finding(
    evidence: Evidence,
    table: Table,
    lines: Lines,
    pair: tuple[int, int],
    cells: tuple[Sequence[Cell], Sequence[Cell]],
    from_source: frozenset[tuple[int, int, int]],
) -> Finding:
    names = [path_text(lines.line_names[line]) for line in pair]
    message = (
        f"the {lines.line_word}s “{names[0]}” and “{names[1]}” print the same {len(cells[1])} numbers; "
        "one may have been pasted twice"
    )
    severity = severity_of(table, (*cells[0], *cells[1]), from_source)
    return own_finding(
        RULE, evidence, table, cells[1][0], message, severity=severity, confidence=_SURE, related=(cells[0][0],)
    )


def _pairs(lines: Lines) -> Iterator[tuple[int, int]]:
    """The lines that are equal and should not be, two and two."""
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for line, cells in enumerate(lines.cells):
        key = tuple(_text(cell) for cell in cells)
        known = [text for text in key if text]
        telling = {text for text in known if sum(map(str.isdigit, text)) >= 3 and "." in text}
        if len(telling) >= _FEWEST and not _is_narrow(cells):
            alike[key].append(line)
    if not alike or _equal_by_chance(lines) > _BY_CHANCE:
        return
    for equal in alike.values():
        if len(equal) == 2 and _differ(lines.line_names[equal[0]], lines.line_names[equal[1]]):
            yield equal[0], equal[1]


def _is_narrow(cells: Sequence[Cell | None]) -> bool:
    """Whether all numbers of a line lie close together."""
    numbers = [cell.number for cell in cells if cell is not None and cell.number is not None]
    values = [number.value for number in numbers]
    return max(values) - min(values) <= _NARROW * max(number.quantum for number in numbers)


def _equal_by_chance(lines: Lines) -> float:
    """How many pairs of equal lines there would be if each number lay anywhere between the least and the greatest."""
    if len(lines.cells) < _FEWEST_LINES:
        return 0.0
    expected = len(lines.cells) * (len(lines.cells) - 1) / 2
    for position in range(len(lines.names)):
        cells = [line[position] for line in lines.cells]
        numbers = [cell.number for cell in cells if cell is not None and cell.number is not None]
        if len(numbers) >= _FEWEST_LINES:
            values = [number.value for number in numbers]
            expected /= float((max(values) - min(values)) / max(number.quantum for number in numbers)) + 1
    return expected


def _differ(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two lines claim to be different things."""
    if not one or not other or len(one) != len(other):
        return False
    words = [set(normal_label(name[-1]).split()) for name in (one, other)]
    if words[0] <= words[1] or words[1] <= words[0]:
        return False
    return not any(_SAME_METHOD.search(text) for text in (*one, *other))


def _text(cell: Cell | None) -> str:
    return cell.number.text if cell is not None and cell.number is not None else ""


RULE = Rule("TC404", "duplicated-line", Severity.WARNING, check, by_table=True)
