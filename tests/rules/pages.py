"""Reads the pages of cases: a manuscript with carets under what is found, and the tables of the cited papers.

A case is a heading, a ``latex`` block, and one block per table of a cited paper. The first line of such a block names
the citation key, perhaps a version (``north v2``), and perhaps what the table is called (``north Table 2``). A line
that begins with ``Caption:`` is the caption; the rest is the table, written with pipes. A ``bib`` block is the
bibliography. Under a line of the manuscript, carets point at what is found, and the code, the severity and the
message follow.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tablecheck.latex.manuscript import read_files
from tablecheck.matching.match import match_sources
from tablecheck.matching.verify import verify
from tablecheck.model.finding import Finding
from tablecheck.rules import RULES
from tests.pipes import pipes, source

_CASE = re.compile(r"^## (?P<title>.+?)$(?P<body>.*?)(?=^## |\Z)", re.M | re.S)
_BLOCK = re.compile(r"^```(?P<info>.+?)\n(?P<text>.*?)^```", re.M | re.S)
_MARK = re.compile(r"^( *)(\^+) (.*)$")
_INFO = re.compile(r"(?P<key>\w+)(?: v(?P<version>\d+))?(?: (?P<label>Table \d+))?$")


@dataclass(frozen=True)
class Mark:
    """What a case says is found: the range in the manuscript, and the code, severity and message."""

    start: int
    end: int
    words: str


@dataclass(frozen=True)
class Case:
    """A case of a page."""

    page: str
    title: str
    manuscript: str
    bibliography: str
    sources: tuple[tuple[str, str], ...]
    marks: tuple[Mark, ...]


def cases(page: Path) -> Iterator[Case]:
    """Read the cases of a page."""
    for case in _CASE.finditer(page.read_text("utf-8")):
        blocks = [(block["info"], block["text"]) for block in _BLOCK.finditer(case["body"])]
        text, marks = split_marks(next(text for info, text in blocks if info == "latex"))
        bibliography = next((text for info, text in blocks if info == "bib"), "")
        sources = tuple((info, text) for info, text in blocks if info not in {"latex", "bib"})
        yield Case(page.stem, case["title"], text, bibliography, sources, marks)


def split_marks(marked: str) -> tuple[str, tuple[Mark, ...]]:
    """Take the caret lines out of a text."""
    lines: list[str] = []
    marks = []
    start = 0
    for line in marked.splitlines(keepends=True):
        if mark := _MARK.match(line.rstrip("\n")):
            begin = start + len(mark[1])
            marks.append(Mark(begin, begin + len(mark[2]), mark[3]))
        else:
            start = sum(map(len, lines))
            lines.append(line)
    return "".join(lines), tuple(marks)


def findings_of(case: Case) -> list[Finding]:
    """Check the manuscript of a case by all rules."""
    files = {"paper.tex": case.manuscript, "refs.bib": case.bibliography}
    paper = read_files(files, "paper.tex")
    papers: dict[tuple[str, int | None], list] = {}
    for info, text in case.sources:
        words = _INFO.match(info)
        assert words, f"{case.title}: a block of a cited paper begins with its key, not with {info!r}"
        version = int(words["version"]) if words["version"] else None
        caption, table = "", text
        if text.startswith("Caption:"):
            caption, table = text.removeprefix("Caption:").split("\n", 1)
        papers.setdefault((words["key"], version), []).append(
            replace(pipes(table, caption.strip(), label=words["label"] or ""), attributions=())
        )
    sources = [source(key, *tables, version=version) for (key, version), tables in papers.items()]
    matches = [match for table in paper.tables for match in match_sources(table, sources)]
    evidence = verify(matches, paper, sources)
    found = [finding for rule in RULES for finding in rule.check(evidence)]
    return sorted(found, key=lambda finding: (finding.place, finding.rule))


def marks_of(findings: list[Finding]) -> tuple[Mark, ...]:
    """Write findings as a page marks them."""
    return tuple(
        Mark(
            finding.place.span.start,
            finding.place.span.end,
            f"{finding.rule} {finding.severity.label}: {finding.message}",
        )
        for finding in findings
    )
