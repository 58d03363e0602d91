"""Writes marks that accept findings into a manuscript, without changing anything else that TeX sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablecheck.linter.comments import COMMENT_RULES
from tablecheck.linter.comments.marks import plain_number
from tablecheck.linter.fixes import Texts
from tablecheck.model.finding import Finding
from tablecheck.model.manuscript import Manuscript

_CODES = frozenset(rule.code for rule in COMMENT_RULES)


@dataclass(frozen=True, slots=True)
class Marked:
    """The texts that change, the findings that have a mark now, and those at whose place none can stand."""

    texts: Texts
    findings: tuple[Finding, ...]
    refused: tuple[Finding, ...] = ()


def mark_findings(
    manuscript: Manuscript, findings: Iterable[Finding], read: Callable[[Texts], Manuscript], reason: str = ""
) -> Marked:
    """Write a mark at the end of the line of each finding.

    TeX skips a comment together with the end of its line, so there is always a space before the mark, as the line
    end would have been one. Whether the tables read as they did before is checked nevertheless, all at once and, if
    they do not, line by line; where they do not, no mark is written.
    """
    wanted = [finding for finding in findings if finding.rule not in _CODES]
    placed = [finding for finding in wanted if _has_line(manuscript, finding)]
    nowhere = tuple(finding for finding in wanted if finding not in placed)
    lines = _by_line(manuscript, placed)
    reason = " ".join(reason.split())
    texts = _with_marks(manuscript.texts, lines, reason)
    if _tables(read(texts)) == _tables(manuscript):
        return Marked(texts, tuple(finding for some in lines.values() for finding in some), nowhere)
    kept: dict[tuple[str, int], list[Finding]] = {}
    refused: list[Finding] = []
    for place, some in lines.items():
        trial = {**kept, place: some}
        if _tables(read(_with_marks(manuscript.texts, trial, reason))) == _tables(manuscript):
            kept = trial
        else:
            refused += some
    marked = tuple(finding for some in kept.values() for finding in some)
    return Marked(_with_marks(manuscript.texts, kept, reason), marked, (*nowhere, *refused))


def end_of_line(text: str, offset: int) -> int:
    """Where the line ends that holds an offset: before its line feed, and before the carriage return of Windows."""
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return end - 1 if end > offset and text[end - 1] == "\r" else end


def mark_text(findings: Sequence[Finding], reason: str = "") -> str:
    """The mark that accepts just these findings.

    The number is named too, so that another number at the same place is looked at again.
    """
    names = []
    for finding in findings:
        number = plain_number(finding.text)
        is_plain = number.isascii() and not set(number) & set("[]%=\\{}")
        names.append(f"{finding.rule}={number}" if number and is_plain else finding.rule)
    return f"% tablecheck: ignore[{', '.join(dict.fromkeys(names))}] {reason}".rstrip()


def _by_line(manuscript: Manuscript, findings: Iterable[Finding]) -> dict[tuple[str, int], list[Finding]]:
    lines: dict[tuple[str, int], list[Finding]] = {}
    for finding in findings:
        end = end_of_line(manuscript.texts[finding.place.path], finding.place.span.start)
        lines.setdefault((finding.place.path, end), []).append(finding)
    return lines


def _has_line(manuscript: Manuscript, finding: Finding) -> bool:
    """Whether a mark can end the line of a finding: none where a lone carriage return is in it."""
    text = manuscript.texts.get(finding.place.path)
    if text is None:
        return False
    offset = finding.place.span.start
    return "\r" not in text[text.rfind("\n", 0, offset) + 1 : end_of_line(text, offset)]


def _with_marks(texts: Texts, lines: Mapping[tuple[str, int], Sequence[Finding]], reason: str) -> dict[str, str]:
    changed: dict[str, str] = {}
    for (path, end), findings in sorted(lines.items(), reverse=True):
        text = changed.get(path, texts[path])
        gap = "" if text[:end].endswith((" ", "\t")) else " "
        changed[path] = text[:end] + gap + mark_text(findings, reason) + text[end:]
    return changed


def _tables(manuscript: Manuscript) -> list[object]:
    """All that is read of the tables, without the places, which move."""
    return [
        (
            table.label,
            table.caption,
            [
                (cell.row, cell.column, cell.row_span, cell.column_span, cell.text, cell.is_header)
                for cell in table.cells
            ],
            [(one.key, one.scope, one.rows, one.columns) for one in table.attributions],
        )
        for table in manuscript.tables
    ]
