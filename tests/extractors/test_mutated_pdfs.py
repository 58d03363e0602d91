"""Damaged PDFs are answered, each within its limits; ``TABLECHECK_MUTATED_PDFS=1000`` has a thousand read."""

import os
from pathlib import Path

from tests.data_folder import DATA
from tools.mutate_pdfs import LIMITS, run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "papers"
ASKED_FOR = int(os.environ.get("TABLECHECK_MUTATED_PDFS", "0"))


def test_damaged_pdfs_are_answered_in_time_by_geometry():
    check(EXAMPLES, 60, "geometry")


def test_damaged_pdfs_are_answered_in_time_by_the_cascade():
    folder = DATA / "te" if ASKED_FOR and DATA.is_dir() else EXAMPLES
    check(folder, ASKED_FOR or 25, "auto")


def check(folder: Path, count: int, extractor: str) -> None:
    done = run(sorted(folder.rglob("*.pdf")), count, 7, extractor)
    print(f"{done.outcomes.total()} answered, longest {done.longest:.1f} s: {done.slowest}")
    assert done.outcomes.total() == count
    assert sum(times for said, times in done.outcomes.items() if "problems" in said or "tables" in said) > count / 2
    assert done.longest < LIMITS.seconds + 5
