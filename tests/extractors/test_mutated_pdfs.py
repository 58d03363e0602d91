"""Damaged PDFs are answered, each within its limits; tools/mutate_pdfs.py runs a thousand."""

from pathlib import Path

from tablecheck.extractors.sandbox import Limits
from tools.mutate_pdfs import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "papers"


def test_damaged_pdfs_are_answered_in_time():
    limits = Limits(seconds=30.0, cpu_seconds=20.0)
    outcomes, longest, _ = run(sorted(EXAMPLES.glob("*.pdf")), 60, 7, limits)
    assert outcomes.total() == 60
    assert sum(count for outcome, count in outcomes.items() if "problems" in outcome or "tables" in outcome) > 30
    assert longest < 35
