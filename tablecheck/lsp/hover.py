"""What stands under the pointer: our row beside the cited one, from which paper, and how sure that is."""

from collections.abc import Iterator, Sequence

from lsprotocol import types

from tablecheck.lsp.comparisons import Column, Pair, cell_at, pair_of, row_of, why_unchecked
from tablecheck.lsp.diagnostics import rule_page
from tablecheck.lsp.projects import Checked
from tablecheck.model.evidence import Evidence, Unchecked
from tablecheck.model.finding import Finding
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.report import SourceCoverage
from tablecheck.model.table import Cell, Table
from tablecheck.reporters.words import percent

_MOST_COLUMNS = 12  # of a row; beyond, those nearest to the number
_LONGEST_CAPTION = 200
_WHY = {
    Unchecked.RERUN_MARKED: "marked as your own run, so it is not compared",
    Unchecked.NO_MATCH: "no table of the cited paper could be matched with this row",
    Unchecked.NO_TABLES: "no table could be read out of the cited paper",
    Unchecked.NOT_OBTAINED: "the cited paper is not at hand",
    Unchecked.NOT_CITED: "no source is cited",
    Unchecked.MATCH_FAILED: "the comparison broke down",
}


def hover_at(checked: Checked, path: str, offset: int, *, markdown: bool) -> tuple[str, Span] | None:
    """Say what is known of the number at an offset, and the place that it is said of; ``None`` where nothing is."""
    evidence = checked.report.evidence
    found = cell_at(checked.report.manuscript, path, offset) if evidence is not None else None
    if evidence is None or found is None:
        return None
    table, cell, number = found
    place = number.place if number is not None and number.place is not None else cell.place
    if not isinstance(place, TextPlace) or not cell.numbers:
        return None
    findings = [one for one in checked.findings if _speaks_of(one, place)]
    pair = pair_of(evidence, table, cell, number)
    parts = [*_findings(findings, markdown=markdown)]
    if pair is not None:
        parts += _compared(evidence, pair, markdown=markdown)
    elif (why := why_unchecked(evidence, table, cell)) is not None:
        parts += _unchecked(checked.report.coverage.sources, table, cell, why)
    return ("\n\n".join(parts), place.span) if parts else None


def contents(text: str, *, markdown: bool) -> types.MarkupContent:
    """The text of a hover in the form that the client shows."""
    return types.MarkupContent(types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText, text)


def _speaks_of(finding: Finding, place: TextPlace) -> bool:
    return any(one == place for one in (finding.place, *finding.related))


def _findings(findings: Sequence[Finding], *, markdown: bool) -> Iterator[str]:
    for one in findings:
        name = f"[{one.rule} {one.name}]({rule_page(one.name)})" if markdown else f"{one.rule} {one.name}"
        yield f"{name}: {_plain(one.message) if markdown else one.message}"


def _compared(evidence: Evidence, pair: Pair, *, markdown: bool) -> Iterator[str]:
    columns = _near(row_of(evidence, pair))
    table, document = pair.match.theirs, pair.match.document
    version = f" v{document.version}" if document.version else ""
    place = pair.theirs.place if isinstance(pair.theirs.place, PagePlace) else table.place
    page = f", page {place.page + 1}" if isinstance(place, PagePlace) else ""
    paper = f"[{pair.match.key}]{version} {document.reference.title or ''}".rstrip()
    caption = " ".join(table.caption.split())[:_LONGEST_CAPTION]
    name = ": ".join(filter(None, (table.label, caption))) or "a table without a caption"
    if markdown:
        yield _markdown_row(columns)
        yield f"**{_plain(paper)}**{page}  \n{_plain(name)}"
    else:
        yield _plain_row(columns)
        yield f"{paper}{page}\n{name}"
    verdict = "agrees with" if pair.agrees else "differs from"
    yield f"{pair.our_number.text} {verdict} the cited {pair.their_number.text}; {percent(pair.probability)} sure"


def _unchecked(sources: Sequence[SourceCoverage], table: Table, cell: Cell, why: Unchecked) -> Iterator[str]:
    yield f"not compared: {_WHY[why]}"
    keys = table.claimed_keys(cell)
    for source in sources if why in {Unchecked.NOT_OBTAINED, Unchecked.NO_TABLES} else ():
        if source.key in keys:
            yield f"[{source.key}] {source.reason}"


def _near(columns: Sequence[Column]) -> Sequence[Column]:
    here = next((index for index, one in enumerate(columns) if one.is_here), 0)
    first = max(0, min(here - _MOST_COLUMNS // 2, len(columns) - _MOST_COLUMNS))
    return columns[first : first + _MOST_COLUMNS]


def _markdown_row(columns: Sequence[Column]) -> str:
    def strong(text: str, is_here: bool) -> str:
        text = _plain(text)
        return f"**{text}**" if is_here and text else text

    lines = [
        ("", *(strong(one.header, one.is_here) for one in columns)),
        ("---",) * (len(columns) + 1),
        ("yours", *(strong(one.ours, one.is_here) for one in columns)),
        ("cited", *(strong(one.theirs or "–", one.is_here or not one.agrees) for one in columns)),
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _plain_row(columns: Sequence[Column]) -> str:
    """The row as lines of text, lined up; the number that is meant stands between brackets."""
    lines = [
        ("", *(one.header for one in columns)),
        ("yours", *(f"[{one.ours}]" if one.is_here else one.ours for one in columns)),
        ("cited", *(f"[{one.theirs or '-'}]" if one.is_here else one.theirs or "-" for one in columns)),
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(columns) + 1)]
    return "\n".join(
        "  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def _plain(text: str) -> str:
    """Write a text so that Markdown takes none of it for its own language."""
    text = " ".join(text.split())
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>|#" else letter for letter in text)
