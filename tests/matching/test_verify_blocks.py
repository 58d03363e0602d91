"""Rows that are copied from several groups of columns with the same names."""

from tablecheck.matching.match import match_sources
from tablecheck.matching.verify import verify
from tablecheck.model.evidence import Cause, Evidence
from tests.pipes import manuscript, pipes, source

THEIRS = pipes(
    "Method | VOC | VOC | VOC | FPN | FPN | FPN | C4 | C4 | C4\n"
    " | AP | AP50 | AP75 | AP | AP50 | AP75 | AP | AP50 | AP75\n---\n"
    "scratch | 33.8 | 60.2 | 33.1 | 32.8 | 51.0 | 35.3 | 26.4 | 44.0 | 27.8\n"
    "supervised | 53.5 | 81.3 | 58.8 | 39.7 | 59.5 | 43.3 | 38.2 | 58.2 | 41.2\n"
    "LakeNet | 56.3 | 81.9 | 62.5 | 39.8 | 59.6 | 43.6 | 38.4 | 58.3 | 41.6\n"
    "Polar | 60.2 | 83.8 | 67.7 | 41.4 | 61.6 | 45.4 | 40.5 | 59.8 | 44.0\n"
)


def check(supervised: str, polar: str = "41.4 | 61.6 | 45.4") -> Evidence:
    ours = pipes(f"Method | AP | AP50 | AP75\nsupervised [a] | {supervised}\nPolar [a] | {polar}\n")
    sources = [source("a", THEIRS)]
    return verify(match_sources(ours, sources), manuscript(ours), sources)


def test_each_row_is_laid_beside_the_group_its_numbers_stand_in():
    evidence = check("38.2 | 58.2 | 41.2")
    assert not evidence.disagreements
    assert len(evidence.agreements) == 6


def test_a_slip_in_such_a_row_is_found():
    (one,) = check("38.2 | 52.8 | 41.2").disagreements
    assert (one.cause, one.cells[0].their_number.text) == (Cause.TRANSPOSED_DIGITS, "58.2")
