"""Sentences about results that do not fit themselves, or the table they refer to."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import header_row_count, normal_label
from tablecheck.model.manuscript import Manuscript, table_name
from tablecheck.model.number import Number, find_numbers
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.table import Cell, Table
from tablecheck.rules._finding import fingerprint, place_of
from tablecheck.rules._lines import Lines, rows_of
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import column_words, row_words

_SURE = 0.8
_LESS_SURE = 0.7
_NEAR = Decimal("0.2")  # of the number in the table; what is further away is another quantity
_LONGEST_SENTENCE = 600  # characters
_DIGITS = r"(?:\$|\\textbf\{|\\mathbf\{){0,4}(?P<%s>\d{1,12}(?:\.\d{1,12})?)(?![\d.]{0,12}\d)(?:\$|\}){0,4}"
_UNIT = r"(?:~|\s|\\,|\\;|\$|\}){0,12}(?:\\?%%?|percent(?:age)?(?:\s+points?)?|points?|pp|pts?)?(?:~|\s){0,12}"
_GAP = r"[^\d.!?;&]{0,60}?"
_FROM_TO = (
    r"from(?:~|\s){1,12}" + _DIGITS % "start" + _UNIT + r"[^\d.!?;&]{0,20}?\bto(?:~|\s){1,12}" + _DIGITS % "end" + _UNIT
)
_BY = r"\bby(?:~|\s|an? ){1,12}\+?" + _DIGITS % "change" + r"(?!\s?[MKGBx×]\b)" + _UNIT
_OF = (
    r"(?:\bby|\b(?:improvement|gain|increase|drop|reduction|decrease|difference|change|rise)s? of)"
    r"(?:~|\s|an? ){1,12}\+?" + _DIGITS % "change" + r"(?!\s?[MKGBx×]\b)" + _UNIT
)
_MORE = r"(?:better|higher|lower|worse|above|below|over|more|less)\b"
_VERSUS = (
    r"[^.!?;&()]{0,50}?\((?:~|\s){0,12}" + _DIGITS % "end" + _UNIT + r"(?:\\?vs\b\.?|versus\b)(?:\\?\s|~){0,12}"
    + _DIGITS % "start" + _UNIT + r"\)"
)  # fmt: skip
_SAID = (
    re.compile(rf"{_BY}(?P<gap>{_GAP})\b{_FROM_TO}", re.I),
    re.compile(rf"{_FROM_TO}(?P<gap>{_GAP}){_OF}", re.I),
    re.compile(_BY + _VERSUS, re.I),
    re.compile(r"(?<![\d.])\+?" + _DIGITS % "change" + _UNIT + _MORE + _VERSUS, re.I),
)
_NOT_EXACTLY = re.compile(
    r"(?:\b(?:more|less|greater|fewer|higher|lower|better|worse) than|\b(?:over|about|nearly|almost|around|roughly)"
    r"|\b(?:approximately|some|under|least|most|up to|average of)|[~≈<>]|\\sim\$?"
    r"|\d(?:\s|\\?%|points?)*(?:,|and|or|/|–|-|to))(?:\s|~|\$)*$",
    re.I,
)
_ANOTHER_MEASURE = re.compile(
    r"factor|times\b|fold|epoch|step|layer|param|average|respectively|p\s*[<=]|scal|when|while|going|size|[mb]illion|length"
    r"|depth|width|\d\s?[MKGB]\b|\d\s?[x×]|tokens|range|rang",
    re.I,
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_FLOAT = re.compile(r"\\(begin|end)\{(table\*?|figure\*?|tabular\*?|longtable|verbatim|lstlisting)\}")
_MARKUP = re.compile(r"[{}~$]|\\[a-zA-Z]+")
_SENTENCE = re.compile(r"(?:[^.!?\n]|\.(?=\d)|\n(?!\s*\n))+", re.S)
_GAP_OF_LINES = re.compile(r"\n[ \t\r\f\v]*\n\s*")
_REFERENCE = re.compile(r"\\(?:c|C|auto|vref|Vref)?ref\*?\{([^}]+)\}|\\[cC]ref\{([^}]+)\}")
_REACHES = re.compile(
    r"\b(?:to|reach\w*|achiev\w*|obtain\w*|attain\w*|gets?|scor\w*|yield\w*|gives?)(?:~|\s){1,12}" + _DIGITS % "end"
)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A sentence about one table that says which number is reached; ``start`` is where that stands in the paragraph."""

    sentence: str
    label: str
    number: str
    start: int


@dataclass(frozen=True, slots=True)
class _Place:
    """A paragraph: its file, the text of that, and where the paragraph begins in it."""

    path: str
    text: str
    start: int


def said_differently(rule: Rule, evidence: Evidence) -> Iterator[Finding]:
    """Find sentences whose difference is not that of their two numbers, or whose number is not the table's."""
    manuscript = evidence.manuscript
    printed: set[Decimal] | None = None
    tables = {table.label: table for table in manuscript.tables if table.label}
    for path, text in manuscript.texts.items():
        if path.endswith((".bib", ".bbl")):
            continue
        for start, paragraph in _paragraphs(_running_text(text)):
            for span, message in _differences(paragraph):
                yield _finding(rule, path, text, _shifted(span, start), message, _SURE)
            for claim in _claims(paragraph):
                printed = _printed(manuscript) if printed is None else printed
                yield from _against_table(rule, manuscript, _Place(path, text, start), claim, tables, printed)


def _printed(manuscript: Manuscript) -> set[Decimal]:
    cells = (cell for table in manuscript.tables for cell in table.cells)
    return {number.value for cell in cells for number in cell.numbers}


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs of a text and where each begins; what is said in one does not go on in the next."""
    start = 0
    for gap in _GAP_OF_LINES.finditer(text):
        yield start, text[start : gap.start()]
        start = gap.end()
    yield start, text[start:]


def _shifted(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by


def _running_text(text: str) -> str:
    text = _COMMENT.sub(lambda match: " " * len(match.group()), text)
    written = ""
    for start, end in _floats(text):
        lines = text[start:end].split("\n")
        written += text[len(written) : start] + "\n".join(" " * len(line) for line in lines)
    return written + text[len(written) :]


def _floats(text: str) -> Iterator[tuple[int, int]]:
    """The floats and tables of a text, each to the next end of its name; those that are never closed are left out."""
    marks = list(_FLOAT.finditer(text))
    ends: dict[str, list[int]] = {}
    for mark in marks:
        if mark[1] == "end":
            ends.setdefault(mark[2], []).append(mark.end())
    reached = 0
    for mark in marks:
        closing = ends.get(mark[2], [])
        after = bisect_right(closing, mark.start())
        if mark[1] == "begin" and mark.start() >= reached and after < len(closing):
            reached = closing[after]
            yield mark.start(), reached


@lru_cache(maxsize=1024)  # so that who checks a text again looks only at what has changed in it
def _differences(paragraph: str) -> tuple[tuple[tuple[int, int], str], ...]:
    """Where a sentence gives a difference that is not that of its two numbers, and what to say of it."""
    found = []
    for match in (match for pattern in _SAID for match in pattern.finditer(paragraph)):
        start, end, change = (_number(match[name]) for name in ("start", "end", "change"))
        around = paragraph[max(0, match.start() - 20) : match.end() + 20]
        if "." not in match["start"] + match["end"] or _ANOTHER_MEASURE.search(around):
            continue
        if _NOT_EXACTLY.search(paragraph[max(0, match.start("change") - 30) : match.start("change")]):
            continue
        if _is_change(start, end, change):
            continue
        value = f"{abs(end.value - start.value):f}"
        message = (
            f"the text gives {match['change']} as the difference of {match['start']} and {match['end']}, "
            f"which is {value}"
        )
        found.append((match.span("change"), message))
    return tuple(found)


def _is_change(start: Number, end: Number, change: Number) -> bool:
    """Whether the third number can be the difference of the two, or a relative change of them or their complements."""
    size = abs(end.value - start.value)
    slack = (start.quantum + end.quantum) / 2
    if abs(size - change.value) <= slack + change.quantum:
        return True
    shares = [100 / abs(value) for value in (start.value, end.value, 100 - start.value, 100 - end.value) if value]
    return any(abs(size * share - change.value) <= slack * share + change.quantum for share in shares)


@lru_cache(maxsize=1024)
def _claims(paragraph: str) -> tuple[_Claim, ...]:
    """The sentences that refer to one table and say which one number is reached."""
    found = []
    for sentence in _SENTENCE.finditer(paragraph):
        text = sentence.group()
        named = {label for match in _REFERENCE.finditer(text) for label in (match[1] or match[2]).split(",")}
        numbers = list(re.finditer(r"(?<![\w.{])\d+\.\d+(?![\d}])", text))
        if len(named) != 1 or len(numbers) != 1 or len(text) > _LONGEST_SENTENCE:
            continue
        if numbers[0].start() in {match.start("end") for match in _REACHES.finditer(text)}:
            start = sentence.start() + numbers[0].start()
            found.append(_Claim(text, next(iter(named)), numbers[0].group(), start))
    return tuple(found)


def _against_table(
    rule: Rule,
    manuscript: Manuscript,
    where: _Place,
    claim: _Claim,
    tables: dict[str, Table],
    printed: set[Decimal],
) -> Iterator[Finding]:
    table, said = tables.get(claim.label), _number(claim.number)
    if table is None or said.value in printed:
        return
    cell = _cell_named(table, claim.sentence)
    if cell is None or cell.number is None or cell.number.agrees_with(said) or not _may_be_one(cell.number, said):
        return
    message = (
        f"the text has {claim.number} where {table_name(manuscript, table)} has {cell.number.text} "
        f"({row_words(table, cell)} / {column_words(table, cell)}); no table prints {claim.number}"
    )
    span = _shifted((claim.start, claim.start + len(claim.number)), where.start)
    related = (place_of(manuscript, cell.number, cell),)
    yield _finding(rule, where.path, where.text, span, message, _LESS_SURE, related)


def _may_be_one(printed: Number, said: Number) -> bool:
    """Whether two numbers are near enough to be two runs of one quantity."""
    is_near = abs(printed.value - said.value) <= abs(printed.value) * _NEAR
    return is_near and printed.decimals == said.decimals


def _cell_named(table: Table, sentence: str) -> Cell | None:
    """The number whose row and column a sentence names, each as the only one of its table."""
    words = f" {normal_label(_MARKUP.sub(' ', sentence))} "
    found: list[Cell] = []
    for lines in rows_of(table):
        rows = _named([name[-1] if name else "" for name in lines.line_names], words)
        columns = _named(_telling_headers(lines), words)
        if len(rows) == len(columns) == 1:
            cell = lines.cells[rows[0]][columns[0]]
            found += [cell] if cell is not None else []
    return found[0] if len(found) == 1 and header_row_count(table) else None


def _telling_headers(lines: Lines) -> list[str]:
    used = {position for cells in lines.cells for position, cell in enumerate(cells) if cell is not None}
    return [name[-1] if name and position in used else "" for position, name in enumerate(lines.names)]


def _named(labels: list[str], words: str) -> list[int]:
    normal = [normal_label(label) for label in labels]
    return [index for index, label in enumerate(normal) if len(label) > 1 and f" {label} " in words]


def _number(text: str) -> Number:
    return find_numbers(text)[0].number


def _finding(
    rule: Rule,
    path: str,
    text: str,
    span: tuple[int, int],
    message: str,
    confidence: float,
    related: tuple[TextPlace, ...] = (),
) -> Finding:
    printed = text[slice(*span)]
    return Finding(
        rule=rule.code,
        name=rule.name,
        message=message,
        place=TextPlace(path, Span(*span)),
        text=printed,
        severity=Severity.WARNING,
        confidence=confidence,
        table="text",
        row="",
        column="",
        related=related,
        fingerprint=fingerprint(rule, path, message, "", printed),
    )
