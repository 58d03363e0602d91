"""The one road from a manuscript to a report; every face of the program walks it."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tablecheck.extractors.registry import extract, extractor_version
from tablecheck.linter.acceptance import part
from tablecheck.linter.coverage import Seen, cited_in_tables, cover
from tablecheck.linter.outcomes import Memo, Outcome
from tablecheck.linter.reading import Extract, Kept, Reader
from tablecheck.linter.remembered import Obtains
from tablecheck.linter.settings import Settings, chosen_rules
from tablecheck.matching.explain_case import Source
from tablecheck.matching.match import match_sources
from tablecheck.matching.verify import verify
from tablecheck.model.errors import Cancelled
from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding
from tablecheck.model.manuscript import Manuscript, table_name
from tablecheck.model.match import TableMatch
from tablecheck.model.problem import Problem
from tablecheck.model.progress import Progress, silent
from tablecheck.model.report import Report
from tablecheck.model.table import Table
from tablecheck.rules import Rule
from tablecheck.sources.library import Obtained

logger = logging.getLogger(__name__)


class Engine:
    """Holds what is costly to make: the library of cited papers and what was read out of them.

    ``extract`` reads the tables of a document; what it gives may also come from a file. ``kept`` holds what
    earlier runs read. An engine that checks a manuscript again, read with a memo, compares only the tables
    that have changed. It checks one manuscript at a time.
    """

    def __init__(
        self,
        library: Obtains,
        settings: Settings | None = None,
        extract: Extract = extract,
        kept: Kept | None = None,
    ) -> None:
        self._library = library
        self._settings = settings or Settings()
        self._reader = Reader(extract, extractor_version, self._settings.seconds_a_paper, kept)
        self._memo = Memo()

    def check(self, manuscript: Manuscript, progress: Progress = silent) -> Report:
        """Check every number of a table that claims to come from a cited paper.

        A paper that cannot be obtained or read costs its own numbers and no others. The findings of all
        severities are in the report, in the order of the text.

        Raises:
            Cancelled: ``progress`` says so.
        """
        problems = list(manuscript.problems)
        obtained = self._obtain(manuscript, progress)
        sources = self._read(obtained, problems, progress)
        outcomes = self._compare(manuscript, sources, progress)
        problems += dict.fromkeys(problem for one in outcomes for problem in one.problems)
        evidence = _joined(manuscript, sources, [one.evidence for one in outcomes])
        coverage = cover(evidence, [_seen(one, sources) for one in obtained])
        found = [finding for one in outcomes for finding in one.findings]
        rules = [rule for rule in chosen_rules(self._settings) if not rule.by_table]
        found += _said_by(rules, evidence, problems)
        found.sort(key=lambda finding: (finding.place, finding.rule))
        parted = part(evidence, found, problems, self._settings)
        return Report(
            manuscript, parted.findings, coverage, tuple(problems), evidence=evidence, accepted=parted.accepted
        )

    def _obtain(self, manuscript: Manuscript, progress: Progress) -> tuple[Obtained, ...]:
        keys = cited_in_tables(manuscript)
        known = [manuscript.references[key] for key in keys if key in manuscript.references]
        found = {one.key: one for one in self._library.obtain(known, progress)}
        return tuple(found.get(key) or Obtained(key, (), _UNKNOWN_KEY) for key in keys)

    def _read(self, obtained: Sequence[Obtained], problems: list[Problem], progress: Progress) -> tuple[Source, ...]:
        documents = [(one.key, document) for one in obtained for document in one.documents]
        sources: list[Source] = []
        for done, (key, document) in enumerate(documents):
            progress("extract", done, len(documents))
            extraction = self._reader.read(document, progress, done, len(documents))
            problems += extraction.problems
            sources.append((key, document, extraction.tables))
        progress("extract", len(documents), len(documents))
        return tuple(sources)

    def _compare(self, manuscript: Manuscript, sources: Sequence[Source], progress: Progress) -> tuple[Outcome, ...]:
        """Compare table by table; what has not changed since the last check is not compared again."""
        known = tuple((key, id(document), id(tables)) for key, document, tables in sources)
        outcomes = []
        self._memo.begin()
        for done, table in enumerate(manuscript.tables):
            progress("match", done, len(manuscript.tables))
            pinned = tuple(
                (key, reference.arxiv_version)
                for key in dict.fromkeys(one.key for one in table.attributions)
                if (reference := manuscript.references.get(key)) is not None
            )
            key = (table_name(manuscript, table), known, pinned)
            work_out = partial(self._compared, table, done, manuscript, sources)
            outcomes.append(self._memo.outcome(table, key, sources, work_out))
        self._memo.end()
        progress("match", len(manuscript.tables), len(manuscript.tables))
        return tuple(outcomes)

    def _compared(self, table: Table, number: int, manuscript: Manuscript, sources: Sequence[Source]) -> Outcome:
        problems: list[Problem] = []
        failed: list[tuple[Table, str]] = []
        matches: list[TableMatch] = []
        claimed = {attribution.key for attribution in table.attributions}
        for source in sources:
            if source[0] in claimed:
                key = (source[0], id(source[1]), id(source[2]))
                work_out = partial(_match_source, table, source, problems, failed)
                matches += self._memo.matches(table, key, source, work_out) or ()
        evidence = verify(matches, replace(manuscript, tables=(table,)), sources, failed)
        rules = [rule for rule in chosen_rules(self._settings) if rule.by_table]
        findings = _said_by(rules, replace(evidence, manuscript=_alone(manuscript, number)), problems)
        return Outcome(table, evidence, tuple(findings), tuple(problems))


_UNKNOWN_KEY = "the bibliography has no entry of this key; add it, or mend the key"


def _said_by(rules: Sequence[Rule], evidence: Evidence, problems: list[Problem]) -> list[Finding]:
    findings: list[Finding] = []
    for rule in rules:
        try:
            findings += rule.check(evidence)
        except Exception as error:
            logger.exception("rule %s failed", rule.code)
            problems.append(Problem("match", f"the rule {rule.code} failed ({type(error).__name__}: {error})"))
    return findings


def _alone(manuscript: Manuscript, number: int) -> Manuscript:
    """The manuscript with one of its tables.

    Where that has no label, tables that say nothing keep its number, by which it is called.
    """
    table = manuscript.tables[number]
    return replace(manuscript, tables=(table,) if table.label else (*(Table(()),) * number, table))


def _joined(manuscript: Manuscript, sources: Sequence[Source], parts: Sequence[Evidence]) -> Evidence:
    return Evidence(
        manuscript,
        tuple(match for one in parts for match in one.matches),
        tuple(agreement for one in parts for agreement in one.agreements),
        tuple(disagreement for one in parts for disagreement in one.disagreements),
        tuple(unchecked for one in parts for unchecked in one.unchecked),
        sources=tuple(sources),
    )


def _match_source(
    table: Table, source: Source, problems: list[Problem], failed: list[tuple[Table, str]]
) -> tuple[TableMatch, ...] | None:
    """Find what a table repeats of a document; ``None`` where that failed, which is a problem."""
    try:
        return match_sources(table, [source])
    except Cancelled:
        raise
    except Exception as error:
        logger.exception("matching with %s failed", source[0])
        problems.append(Problem("match", f"comparing with [{source[0]}] failed ({type(error).__name__}: {error})"))
        failed.append((table, source[0]))
        return None


def _seen(one: Obtained, sources: Sequence[Source]) -> Seen:
    tables = sum(len(tables) for key, _, tables in sources if key == one.key)
    reason = one.reason
    if one.documents and not tables:
        reason = f"{reason}; no table could be read out of it".lstrip("; ")
    return Seen(one.key, bool(one.documents), reason, tables)
