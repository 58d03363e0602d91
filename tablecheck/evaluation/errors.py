"""How many planted slips are found in copied tables, and how many clean numbers are accused.

The tables are arXiVeri's (Shin, Xie and Albanie, arXiv 2306.07968); the slips are planted by a seeded generator,
equally many of each kind and of each size of table, one to a table.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tablecheck.evaluation.arxiveri_data import Pair, read_pairs
from tablecheck.evaluation.errors_kinds import KINDS, Ground, Place, Planted, plant, still_agrees
from tablecheck.extractors.html import read_html_table
from tablecheck.matching.explain_case import Source
from tablecheck.matching.match import match_sources, match_table
from tablecheck.matching.verify import verify
from tablecheck.model.citation import Attribution, Reference, Scope
from tablecheck.model.document import SourceDocument
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.match import TableMatch
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.table import Table, with_numbers
from tablecheck.rules import RULES
from tablecheck.rules.not_in_source import RULE as NOT_IN_SOURCE

_BINS = ((1, 5), (6, 15), (16, 30), (31, 10**6))
_PATH = "target"
_AGAINST_SOURCES = tuple(rule for rule in RULES if not rule.code.startswith("TC4"))
"""The rules that compare with a cited paper; ``evaluation.consistency`` measures those that need none."""

_WIDE = 1000  # more columns than any table has: a place in the text stands for a row and a column


@dataclass(frozen=True, slots=True)
class Alarm:
    """A finding at a number in a clean table, for a person to read: most are real differences between two papers."""

    target: str
    source: str
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class ErrorScores:
    """What ``tablecheck eval errors`` reports for one way of giving the source; shares are percentages.

    ``recall`` is at the severity that counts as an accusation, ``recall_any_severity`` counts whatever is said of
    the number, notes about a whole row and informations included. ``precision`` counts every finding of the tables
    with a slip, right where one of its places is a touched number, ``precision_new_flags`` only those that do not
    stand in the clean table.
    """

    planted: int
    by_kind: Mapping[str, float]
    by_size: Mapping[str, float]
    recall: float
    recall_any_severity: float
    recall_macro_by_table: float
    precision: float
    precision_new_flags: float
    false_alarms_per_matched_table: float
    false_alarms_per_unmatched_table: float
    alarms: tuple[Alarm, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A pair of the benchmark, read: our table, the table it repeats, and all tables of the cited paper."""

    pair: Pair
    ground: Ground
    candidates: tuple[Table, ...]


def evaluate_errors(
    data: Path, seed: int = 0, *, oracle: bool = True, floor: Severity = Severity.WARNING, per_cell: int = 6
) -> ErrorScores:
    """Plant slips in the benchmark's tables and check them.

    Args:
        data: The folder of the benchmark.
        seed: Of the generator that chooses tables, numbers and digits.
        oracle: Give the checker the right source table alone, rather than all tables of the cited paper.
        floor: The least severity that counts as an accusation.
        per_cell: Slips of each kind for each size of table.

    Raises:
        UsageError: the folder does not hold the benchmark.
    """
    trials = [read_trial(pair) for pair in read_pairs(data)]
    matched = [trial for trial in trials if trial.pair.truth]
    unmatched = [trial for trial in trials if not trial.pair.truth]
    clean = {id(trial): flags_of(trial, trial.ground.ours, {}, oracle, floor) for trial in matched}
    false = {id(trial): [one for one in clean[id(trial)] if not _is_annotated(trial, one)] for trial in matched}
    others = [flags_of(trial, trial.ground.ours, {}, False, floor) for trial in unmatched]
    alarms = tuple(
        Alarm(trial.pair.target_id, trial.pair.source_id, finding.rule, finding.message)
        for trial, findings in [*((one, false[id(one)]) for one in matched), *zip(unmatched, others, strict=True)]
        for finding in findings
    )
    hits: list[tuple[str, str, Trial, bool]] = []
    whispers: list[bool] = []
    flagged = Counter[str]()
    for kind, size, trial, planted in _planted(matched, random.Random(seed), per_cell):  # noqa: S311 - no secret
        said = flags_of(trial, planted.table, planted.older, oracle, Severity.NOTE)
        loud = [finding for finding in said if finding.severity >= floor]
        before = places_of(clean[id(trial)])
        hits.append((kind, size, trial, bool(places_of(loud) & planted.places)))
        whispers.append(any(_compares(finding) and places_of([finding]) & planted.places for finding in said))
        for finding in loud:
            places = places_of([finding])
            flagged["right" if places & planted.places else "old" if places <= before else "new"] += 1
    return _scores(hits, whispers, flagged, alarms, len(matched), sum(map(len, false.values())), len(unmatched), others)


def _scores(
    hits: Sequence[tuple[str, str, Trial, bool]],
    whispers: Sequence[bool],
    flagged: Mapping[str, int],
    alarms: tuple[Alarm, ...],
    matched: int,
    matched_alarms: int,
    unmatched: int,
    others: Sequence[Sequence[Finding]],
) -> ErrorScores:
    by_table: dict[int, list[bool]] = defaultdict(list)
    for _, _, trial, hit in hits:
        by_table[id(trial)].append(hit)
    shares = [sum(of) / len(of) for of in by_table.values()]
    right, new = flagged["right"], flagged["new"]
    return ErrorScores(
        planted=len(hits),
        by_kind={kind: _share([hit for one, _, _, hit in hits if one == kind]) for kind in KINDS},
        by_size={_size(*edges): _share([hit for _, one, _, hit in hits if one == _size(*edges)]) for edges in _BINS},
        recall=_share([hit for *_, hit in hits]),
        recall_any_severity=_share(whispers),
        recall_macro_by_table=round(100 * sum(shares) / len(shares), 1) if shares else 0.0,
        precision=round(100 * right / max(1, right + new + flagged["old"]), 1),
        precision_new_flags=round(100 * right / max(1, right + new), 1),
        false_alarms_per_matched_table=round(matched_alarms / max(1, matched), 3),
        false_alarms_per_unmatched_table=round(sum(map(len, others)) / max(1, unmatched), 3),
        alarms=alarms,
    )


def _planted(
    trials: Sequence[Trial], chance: random.Random, per_cell: int
) -> Iterator[tuple[str, str, Trial, Planted]]:
    for low, high in _BINS:
        of_size = [trial for trial in trials if low <= len(trial.pair.truth) <= high]
        for kind in KINDS if of_size else ():
            done = 0
            for _ in range(per_cell * 20):
                trial = chance.choice(of_size)
                planted = plant(kind, trial.ground, chance)
                if planted is not None and done < per_cell:
                    done += 1
                    yield kind, _size(low, high), trial, planted


def read_trial(pair: Pair) -> Trial:
    """Read the tables of a pair; every number of ours cites the source, and knows its row and column as a place."""
    ours = _placed(read_html_table(pair.target.html, pair.target.caption), pair.source_id)
    theirs = read_html_table(pair.source_table.html, pair.source_table.caption) if pair.truth else Table(())
    candidates = tuple(read_html_table(table.html, table.caption) for table in pair.candidates)
    return Trial(pair, Ground(ours, theirs, pair.truth), candidates)


def _placed(table: Table, key: str) -> Table:
    """Let the table cite the paper for all its numbers, and each number know its row and column as a place."""
    cells = tuple(
        replace(
            cell,
            numbers=tuple(
                replace(
                    number, place=TextPlace(_PATH, Span(cell.row * _WIDE + cell.column, cell.row * _WIDE + cell.column))
                )
                for number in cell.numbers
            ),
        )
        for cell in table.cells
    )
    everywhere = Attribution(key, Scope.TABLE, tuple(range(table.row_count)), tuple(range(table.column_count)))
    return replace(table, cells=cells, attributions=(everywhere,))


def flags_of(
    trial: Trial, ours: Table, older: Mapping[Place, str], oracle: bool, floor: Severity
) -> tuple[Finding, ...]:
    """What the rules say of a table of ours, at the floor or above; ``older`` is what an older version prints."""
    key = trial.pair.source_id
    tables = (trial.ground.theirs,) if oracle else trial.candidates
    reference = Reference(key, title=trial.pair.source_title)
    sources = [(key, SourceDocument(reference, "html", b"", f"{key}v2", key, 2), tables)]
    if older:
        old = replace(
            trial.ground.theirs,
            cells=tuple(
                with_numbers(replace(cell, text=older[cell.row, cell.column]))
                if (cell.row, cell.column) in older
                else cell
                for cell in trial.ground.theirs.cells
            ),
        )
        sources.append((key, SourceDocument(reference, "html", b"", f"{key}v1", key, 1), (old,)))
    paper = Manuscript(_PATH, {}, (ours,), references={key: reference})
    matches = _match_given(ours, sources) if oracle else match_sources(ours, sources)
    evidence = verify(matches, paper, sources)
    found = (finding for rule in _AGAINST_SOURCES for finding in rule.check(evidence))
    return tuple(finding for finding in found if finding.severity >= floor)


def _compares(finding: Finding) -> bool:
    """Whether a finding is about a number that was compared, rather than that none could be."""
    return finding.rule != NOT_IN_SOURCE.code


def _is_annotated(trial: Trial, finding: Finding) -> bool:
    """Whether the annotators, too, say that the flagged number repeats one that differs; then the alarm is right."""
    ground = trial.ground
    places = places_of([finding])
    return places <= set(ground.truth) and not any(still_agrees(ground, ground.ours, place) for place in places)


def _match_given(ours: Table, sources: Sequence[Source]) -> tuple[TableMatch, ...]:
    """Match with the tables that are known to be the right ones, without asking whether they are."""
    found = (match_table(ours, table, document, key) for key, document, tables in sources for table in tables)
    return tuple(match for match in found if match is not None)


def places_of(findings: Sequence[Finding]) -> frozenset[Place]:
    """The rows and columns that findings are about."""
    return frozenset(
        divmod(place.span.start, _WIDE) for finding in findings for place in (finding.place, *finding.related)
    )


def _size(low: int, high: int) -> str:
    return f"{low}-{high}" if high < 10**6 else f"{low}+"


def _share(hits: Sequence[bool]) -> float:
    return round(100 * sum(hits) / len(hits), 1) if hits else 0.0
