"""Findings accepted in a file kept apart: known by rule, citation, labels and value, never by lines."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tablecheck.model.errors import UsageError
from tablecheck.model.finding import Acceptance, Finding, Suppression

VERSION = 1


@dataclass(frozen=True, slots=True)
class Baseline:
    """How many findings of each fingerprint are accepted, and the reasons that were written beside them."""

    counts: Mapping[str, int]
    reasons: Mapping[str, str] = field(default_factory=dict)


def accept(findings: Iterable[Finding], baseline: Baseline) -> tuple[Finding, ...]:
    """Put the author's word on the findings that a baseline holds.

    Where a number stands in more places than were accepted, the later ones are new.
    """
    left = Counter(dict(baseline.counts))
    judged = []
    for finding in findings:
        if finding.suppression is None and left[finding.fingerprint] > 0:
            left[finding.fingerprint] -= 1
            reason = baseline.reasons.get(finding.fingerprint, "")
            finding = replace(finding, suppression=Suppression(Acceptance.BASELINE, reason))
        judged.append(finding)
    return tuple(judged)


def gone(baseline: Baseline, runs: Iterable[Iterable[Finding]]) -> int:
    """Count the accepted findings that no run has found any more."""
    most = _most(runs)
    return sum(max(0, count - most[fingerprint]) for fingerprint, count in baseline.counts.items())


def read_baseline(file: Path) -> Baseline:
    """Read a baseline.

    Raises:
        UsageError: there is no such file, or it is none that ``--write-baseline`` wrote.
    """
    try:
        document = json.loads(file.read_bytes())
        if document["tablecheck_baseline"] != VERSION:
            raise ValueError(f"it is of version {document['tablecheck_baseline']}, not {VERSION}")
        entries = [
            (str(one["fingerprint"]), int(one.get("count", 1)), str(one.get("reason", "")))
            for one in document["accepted"]
        ]
    except OSError as error:
        raise UsageError(
            f"cannot read the baseline {file}: {error.strerror}; write one with --write-baseline"
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(f"{file} is no baseline ({error}); write one with --write-baseline") from error
    return Baseline(
        {name: count for name, count, _ in entries}, {name: reason for name, _, reason in entries if reason}
    )


def baseline_text(runs: Sequence[Sequence[Finding]], old: Baseline | None = None) -> str:
    """Write down the findings of runs, one a line group and sorted, so that a diff reads well.

    Two runs that share a table accept its findings once. What was written beside an entry stays.
    """
    reasons = old.reasons if old is not None else {}
    most = _most(runs)
    known = {finding.fingerprint: finding for findings in runs for finding in findings}
    entries = [_entry(finding, most[name], reasons.get(name, "")) for name, finding in known.items() if name]
    entries.sort(key=lambda one: (one["rule"], one["key"] or "", one["row"], one["column"], one["value"]))
    document = {"tablecheck_baseline": VERSION, "accepted": entries}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _most(runs: Iterable[Iterable[Finding]]) -> Counter[str]:
    most: Counter[str] = Counter()
    for findings in runs:
        most |= Counter(finding.fingerprint for finding in findings)
    return most


def _entry(finding: Finding, count: int, reason: str) -> dict[str, Any]:
    return {
        "fingerprint": finding.fingerprint,
        "rule": finding.rule,
        "name": finding.name,
        "key": finding.source.key if finding.source else None,
        "row": finding.row,
        "column": finding.column,
        "value": finding.text,
        "cited": finding.source.text if finding.source else None,
        "count": count,
        "reason": reason,
    }
