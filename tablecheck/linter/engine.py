"""The one road from a manuscript to a report; every face of the program walks it."""

import logging
from collections.abc import Sequence
from typing import Protocol

from tablecheck.extractors.registry import extract, extractor_version
from tablecheck.linter.acceptance import part
from tablecheck.linter.coverage import Seen, cited_in_tables, cover
from tablecheck.linter.kept import KeptExtractions
from tablecheck.linter.reading import Extract, Reader
from tablecheck.linter.settings import Settings, chosen_rules
from tablecheck.matching.explain_case import Source
from tablecheck.matching.match import match_sources
from tablecheck.matching.verify import verify
from tablecheck.model.citation import Reference
from tablecheck.model.errors import Cancelled
from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.match import TableMatch
from tablecheck.model.problem import Problem
from tablecheck.model.progress import Progress, silent
from tablecheck.model.report import Report
from tablecheck.model.table import Table
from tablecheck.sources.library import Obtained

logger = logging.getLogger(__name__)


class Obtains(Protocol):
    """Where the documents of cited papers come from."""

    def obtain(self, references: Sequence[Reference], progress: Progress = silent) -> tuple[Obtained, ...]:
        """Find the documents of references; one answer for each."""
        ...


class Engine:
    """Holds what is costly to make: the library of cited papers and what was read out of them.

    ``extract`` reads the tables of a document; what it gives may also come from a file. ``kept`` holds what
    earlier runs read out of PDFs.
    """

    def __init__(
        self,
        library: Obtains,
        settings: Settings | None = None,
        extract: Extract = extract,
        kept: KeptExtractions | None = None,
    ) -> None:
        self._library = library
        self._settings = settings or Settings()
        self._reader = Reader(extract, extractor_version, self._settings.seconds_a_paper, kept)

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
        failed: list[tuple[Table, str]] = []
        matches = self._match(manuscript, sources, problems, failed, progress)
        evidence = verify(matches, manuscript, sources, failed)
        coverage = cover(evidence, [_seen(one, sources) for one in obtained])
        parted = part(evidence, self._find(evidence, problems), problems, self._settings)
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

    def _match(
        self,
        manuscript: Manuscript,
        sources: Sequence[Source],
        problems: list[Problem],
        failed: list[tuple[Table, str]],
        progress: Progress,
    ) -> tuple[TableMatch, ...]:
        matches: list[TableMatch] = []
        for done, table in enumerate(manuscript.tables):
            progress("match", done, len(manuscript.tables))
            claimed = {attribution.key for attribution in table.attributions}
            for source in sources:
                if source[0] in claimed:
                    matches += _match_source(table, source, problems, failed)
        progress("match", len(manuscript.tables), len(manuscript.tables))
        return tuple(matches)

    def _find(self, evidence: Evidence, problems: list[Problem]) -> tuple[Finding, ...]:
        findings: list[Finding] = []
        for rule in chosen_rules(self._settings):
            try:
                findings += rule.check(evidence)
            except Exception as error:
                logger.exception("rule %s failed", rule.code)
                problems.append(Problem("match", f"the rule {rule.code} failed ({type(error).__name__}: {error})"))
        return tuple(sorted(findings, key=lambda finding: (finding.place, finding.rule)))


_UNKNOWN_KEY = "the bibliography has no entry of this key; add it, or mend the key"


def _match_source(
    table: Table, source: Source, problems: list[Problem], failed: list[tuple[Table, str]]
) -> tuple[TableMatch, ...]:
    try:
        return match_sources(table, [source])
    except Cancelled:
        raise
    except Exception as error:
        logger.exception("matching with %s failed", source[0])
        problems.append(Problem("match", f"comparing with [{source[0]}] failed ({type(error).__name__}: {error})"))
        failed.append((table, source[0]))
        return ()


def _seen(one: Obtained, sources: Sequence[Source]) -> Seen:
    tables = sum(len(tables) for key, _, tables in sources if key == one.key)
    reason = one.reason
    if one.documents and not tables:
        reason = f"{reason}; no table could be read out of it".lstrip("; ")
    return Seen(one.key, bool(one.documents), reason, tables)
