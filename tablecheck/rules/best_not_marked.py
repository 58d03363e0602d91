"""The bold number of a column is not its best, or the underlined one not its second best.

## Why it matters

Readers see the bold number first. A mark on the wrong number claims a win that the table itself denies.

## Example

In four columns the bold number is the highest. In the fifth `39.05` is bold, and `40.20`, of a method that is bold
elsewhere, is larger.

The fix moves the mark. It is never safe: the number may be what is wrong, and not the mark.

## When it stays silent

Where neither an arrow nor the name of the metric tells what is better, nor the bold numbers of at least four other
columns of the same kind do, by being the highest or the lowest of all. Where less than three columns, or less than
three for each that does not, mark their best number: then bold means something else (the authors' own rows,
significance). Where the better number belongs to a row that takes no part in the comparison, as an upper bound does:
it must be marked in another column, or be the best of another column in which nothing better is marked. Where as many
marks or more are explained when the table is read the other way, by rows. And where two numbers are equal, or several
are marked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Edit, Finding, Fix, Safety, Severity
from tablecheck.model.place import TextPlace
from tablecheck.model.table import Cell
from tablecheck.rules._arithmetic import is_rule
from tablecheck.rules._finding import is_written_plainly
from tablecheck.rules._lines import Lines, lines_of
from tablecheck.rules._own import blamed, own_finding, place, tables_with
from tablecheck.rules._rule import Rule
from tablecheck.rules._scores import higher_is_better

_SURE = 0.85
_ONE_VOICE = 4  # columns whose bold number is the highest, and none whose is the lowest, that show what is better
_RANKS = (("bold", 0, "best"), ("underline", 1, "second best"))


@dataclass(frozen=True, slots=True, eq=False)
class _Race:
    """A column (or row) of numbers that are compared, and the one that is marked.

    ``marked`` is the only marked line, ``better`` the lines that should come before it and do not.
    """

    position: int
    marked: int
    better: tuple[int, ...]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find marks on a number that is not what the mark says."""
    told = blamed(evidence)
    for table in tables_with(evidence):
        if not any(cell.emphasis for cell in table.cells):
            continue
        for lines in lines_of(table):
            for mark, rank, word in _RANKS:
                if _explained(lines.turned(), mark, rank) >= _explained(lines, mark, rank):
                    continue
                for race, better, fits, judged in _misfits(lines, mark, rank, table.caption):
                    marked = _cell(lines, race.marked, race.position)
                    if place(table, marked) in told or place(table, better) in told:
                        continue
                    said = {"bold": "bold", "underline": "underlined"}[mark]
                    message = (
                        f"{_text(marked)} is {said} and {_text(better)} is {_comparison(marked, better)}; in {fits} of "
                        f"{judged} columns the {said} number is the {word}"
                    )
                    if lines.upright:
                        message = message.replace("columns", "rows")
                    yield own_finding(
                        RULE,
                        evidence,
                        table,
                        marked,
                        message,
                        severity=Severity.WARNING,
                        confidence=_SURE,
                        related=(better,),
                        fixes=_moved(evidence, marked, better),
                    )


def _misfits(lines: Lines, mark: str, rank: int, caption: str) -> Iterator[tuple[_Race, Cell, int, int]]:
    shown = _direction_shown(lines)
    races = []
    for position, name in enumerate(lines.names):
        up = higher_is_better(name)
        if up is None and not lines.upright:
            up = higher_is_better((caption,))
        if up is None:
            up = shown
        race = _race(lines, position, mark, rank, up=up) if up is not None else None
        if race is not None:
            races.append(race)
    fitting = [race for race in races if not race.better]
    misfits = [race for race in races if race.better]
    if not misfits or not is_rule(len(fitting), len(misfits)):
        return
    winners = {race.marked for race in fitting}
    seconds = {line for line, cells in enumerate(lines.cells) if any(c and c.emphasis for c in cells)}
    for race in misfits:
        taking_part = [line for line in race.better if line in winners or (rank and line in seconds)]
        if taking_part:
            yield race, _cell(lines, taking_part[0], race.position), len(fitting), len(races)


def _explained(lines: Lines, mark: str, rank: int) -> int:
    """How many marks stand on a number that is the best of its position (or the second best), one way or the other."""
    explained = 0
    for position in range(len(lines.names)):
        cells = [cell for line in lines.cells if (cell := line[position]) is not None]
        values = sorted({cell.number.value for cell in cells if cell.number is not None})
        if len(values) <= rank + 1:
            continue
        ranked = {values[rank], values[-1 - rank]}
        explained += sum(mark in cell.emphasis and cell.number.value in ranked for cell in cells if cell.number)
    return explained


def _direction_shown(lines: Lines) -> bool | None:
    """What the bold numbers of positions without a known metric say is better, where they speak with one voice."""
    unknown = [position for position, name in enumerate(lines.names) if higher_is_better(name) is None]
    wins = [
        sum((race := _race(lines, position, "bold", 0, up=up)) is not None and not race.better for position in unknown)
        for up in (False, True)
    ]
    if min(wins) == 0 and max(wins) >= _ONE_VOICE:
        return wins[True] > 0
    return None


def _race(lines: Lines, position: int, mark: str, rank: int, *, up: bool) -> _Race | None:
    """Compare the numbers of a position; ``None`` where not one of them is marked."""
    values: dict[int, Decimal] = {}
    for line, cells in enumerate(lines.cells):
        cell = cells[position]
        if cell is not None and cell.number is not None:
            values[line] = cell.number.value if up else -cell.number.value
    marked = [line for line in values if mark in _cell(lines, line, position).emphasis]
    if len(marked) != 1 or len(values) < 3:
        return None
    before = [line for line, value in values.items() if value > values[marked[0]]]
    if rank and len({values[line] for line in before}) <= rank:
        return _Race(position, marked[0], ())
    best = max(values.values())
    unmarked = [line for line in before if not (rank and values[line] == best)]
    return _Race(position, marked[0], tuple(sorted(unmarked, key=lambda line: -values[line])))


def _moved(evidence: Evidence, marked: Cell, better: Cell) -> Sequence[Fix]:
    """Put the other number into the mark, and this one where the other stood."""
    one, other = marked.number, better.number
    if one is None or other is None or not isinstance(marked.place, TextPlace) or other.place is None:
        return ()
    if one.place is None or not all(is_written_plainly(evidence.manuscript, number) for number in (one, other)):
        return ()
    if better.place != other.place or marked.place.path != one.place.path:
        return ()  # more than the number stands in the other cell
    text = evidence.manuscript.texts.get(one.place.path, "")
    whole, inner = marked.place.span, one.place.span
    before, after = text[whole.start : inner.start], text[inner.end : whole.end]
    digits, others = text[inner.start : inner.end], evidence.manuscript.texts[other.place.path]
    theirs = others[other.place.span.start : other.place.span.end]
    edits = (Edit(marked.place, digits), Edit(other.place, f"{before}{theirs}{after}"))
    return (Fix(f"mark {theirs} in place of {digits}", Safety.UNSAFE, edits),)


def _comparison(marked: Cell, better: Cell) -> str:
    higher = marked.number is not None and better.number is not None and better.number.value > marked.number.value
    return "higher" if higher else "lower"


def _cell(lines: Lines, line: int, position: int) -> Cell:
    cell = lines.cells[line][position]
    assert cell is not None  # noqa: S101 - only places that hold a number are asked for
    return cell


def _text(cell: Cell) -> str:
    return cell.number.text if cell.number is not None else cell.text


RULE = Rule("TC403", "best-not-marked", Severity.WARNING, check, by_table=True)
