"""Sentences about results that do not fit themselves, or the table they refer to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

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
_DIGITS = r"(?:\$|\\textbf\{|\\mathbf\{)*(?P<%s>\d+(?:\.\d+)?)(?![\d.]*\d)(?:\$|\})*"
_UNIT = r"(?:~|\s|\\,|\\;|\$|\})*(?:\\?%%?|percent(?:age)?(?:\s+points?)?|points?|pp|pts?)?(?:~|\s)*"
_GAP = r"[^\d.!?;&]{0,60}?"
_FROM_TO = r"from(?:~|\s)+" + _DIGITS % "start" + _UNIT + r"[^\d.!?;&]{0,20}?\bto(?:~|\s)+" + _DIGITS % "end" + _UNIT
_BY = r"\bby(?:~|\s|an? )+\+?" + _DIGITS % "change" + r"(?!\s?[MKGBx×]\b)" + _UNIT
_OF = (
    r"(?:\bby|\b(?:improvement|gain|increase|drop|reduction|decrease|difference|change|rise)s? of)(?:~|\s|an? )+\+?"
    + _DIGITS % "change"
    + r"(?!\s?[MKGBx×]\b)"
    + _UNIT
)
_SAID = (
    re.compile(rf"{_BY}(?P<gap>{_GAP})\b{_FROM_TO}", re.I),
    re.compile(rf"{_FROM_TO}(?P<gap>{_GAP}){_OF}", re.I),
)
_ANOTHER_MEASURE = re.compile(
    r"factor|times\b|fold|epoch|step|layer|param|average|respectively|p\s*[<=]|scal|when|while|going|size|[mb]illion|length"
    r"|depth|width|\d\s?[MKGB]\b|\d\s?[x×]|tokens|range|rang",
    re.I,
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_FLOAT = re.compile(r"\\begin\{(table\*?|figure\*?|tabular\*?|longtable|verbatim|lstlisting)\}.*?\\end\{\1\}", re.S)
_MARKUP = re.compile(r"[{}~$]|\\[a-zA-Z]+")
_SENTENCE = re.compile(r"(?:[^.!?\n]|\.(?=\d)|\n(?!\s*\n))+", re.S)
_REFERENCE = re.compile(r"\\(?:c|C|auto|vref|Vref)?ref\*?\{([^}]+)\}|\\[cC]ref\{([^}]+)\}")
_REACHES = re.compile(
    r"\b(?:to|reach\w*|achiev\w*|obtain\w*|attain\w*|gets?|scor\w*|yield\w*|gives?)(?:~|\s)+" + _DIGITS % "end"
)


@dataclass(frozen=True, slots=True)
class _Prose:
    """The running text of a file; what is not running text is blank, so that offsets stay."""

    path: str
    text: str


def said_differently(rule: Rule, evidence: Evidence) -> Iterator[Finding]:
    """Find sentences whose difference is not that of their two numbers, or whose number is not the table's."""
    manuscript = evidence.manuscript
    cells = [cell for table in manuscript.tables for cell in table.cells]
    printed = {number.value for cell in cells for number in cell.numbers}
    tables = {table.label: table for table in manuscript.tables if table.label}
    for path, text in manuscript.texts.items():
        if path.endswith((".bib", ".bbl")):
            continue
        prose = _Prose(path, _running_text(text))
        yield from _differences(rule, prose)
        yield from _against_tables(rule, manuscript, prose, tables, printed)


def _running_text(text: str) -> str:
    text = _COMMENT.sub(lambda match: " " * len(match.group()), text)
    return _FLOAT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def _differences(rule: Rule, prose: _Prose) -> Iterator[Finding]:
    for pattern in _SAID:
        for match in pattern.finditer(prose.text):
            start, end, change = (_number(match[name]) for name in ("start", "end", "change"))
            around = prose.text[max(0, match.start() - 20) : match.end() + 20]
            if "." not in match["start"] + match["end"] or _ANOTHER_MEASURE.search(around):
                continue
            if _is_change(start, end, change):
                continue
            value = f"{abs(end.value - start.value):f}"
            message = (
                f"the text gives {match['change']} as the difference of {match['start']} and {match['end']}, "
                f"which is {value}"
            )
            yield _finding(rule, prose, match.span("change"), message, _SURE)


def _is_change(start: Number, end: Number, change: Number) -> bool:
    """Whether the third number can be the difference of the two, or a relative change of them or their complements."""
    size = abs(end.value - start.value)
    slack = (start.quantum + end.quantum) / 2 + change.quantum
    if abs(size - change.value) <= slack:
        return True
    shares = [100 / abs(value) for value in (start.value, end.value, 100 - start.value, 100 - end.value) if value]
    return any(abs(size * share - change.value) <= slack * share + change.quantum for share in shares)


def _against_tables(
    rule: Rule, manuscript: Manuscript, prose: _Prose, tables: dict[str, Table], printed: set[Decimal]
) -> Iterator[Finding]:
    for sentence in _SENTENCE.finditer(prose.text):
        text = sentence.group()
        named = {label for match in _REFERENCE.finditer(text) for label in (match[1] or match[2]).split(",")}
        referred = [tables[label] for label in named if label in tables]
        numbers = list(re.finditer(r"(?<![\w.{])\d+\.\d+(?![\d}])", text))
        reaches = list(_REACHES.finditer(text))
        if len(referred) != 1 or len(named) != 1 or len(numbers) != 1 or not reaches or len(text) > _LONGEST_SENTENCE:
            continue
        said = _number(numbers[0].group())
        if said.value in printed or numbers[0].start() not in {match.start("end") for match in reaches}:
            continue
        cell = _cell_named(referred[0], text)
        if cell is None or cell.number is None or cell.number.agrees_with(said) or not _may_be_one(cell.number, said):
            continue
        table = referred[0]
        message = (
            f"the text has {numbers[0].group()} where {table_name(manuscript, table)} has {cell.number.text} "
            f"({row_words(table, cell)} / {column_words(table, cell)}); no table prints {numbers[0].group()}"
        )
        start, end = (sentence.start() + offset for offset in numbers[0].span())
        yield _finding(rule, prose, (start, end), message, _LESS_SURE, (place_of(manuscript, cell.number, cell),))


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
    prose: _Prose,
    span: tuple[int, int],
    message: str,
    confidence: float,
    related: tuple[TextPlace, ...] = (),
) -> Finding:
    text = prose.text[slice(*span)]
    return Finding(
        rule=rule.code,
        name=rule.name,
        message=message,
        place=TextPlace(prose.path, Span(*span)),
        text=text,
        severity=Severity.WARNING,
        confidence=confidence,
        table="text",
        row="",
        column="",
        related=related,
        fingerprint=fingerprint(rule, prose.path, message, "", text),
    )
