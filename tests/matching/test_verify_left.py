"""Rows and columns that a matcher leaves unpaired, since the wrong number is most of what they have."""

from tablecheck.matching.match import match_sources
from tablecheck.matching.verify import verify
from tablecheck.model.evidence import Cause, Evidence
from tests.pipes import manuscript, pipes, source

THEIRS = pipes(
    "Method | HOTA | AssA | MOTA\njrmot | 69.6 | 66.9 | 85.1\nmono3dt | 73.2 | 74.2 | 84.3\n"
    "centertrack | 73.0 | 71.2 | 88.8\nlgm | 73.1 | 72.3 | 87.6\n"
)


def check(ours) -> Evidence:
    sources = [source("track", THEIRS)]
    return verify(match_sources(ours, sources), manuscript(ours), sources)


def test_a_row_of_another_name_is_found_by_one_number_and_a_slip():
    evidence = check(
        pipes(
            "Emb. | MOTA | HOTA\nPatch [track] | 85.1 | 69.6\nShared [track] | 84.3 | 732\n"
            "Crop [track] | 88.8 | 73.0\nTracklet [track] | 87.6 | 73.1\n"
        )
    )
    (one,) = evidence.disagreements
    assert (one.cause, one.suggestion) == (Cause.SCALE, "73")
    assert one.row_settled


def test_a_row_that_shares_one_number_by_chance_is_not_compared():
    evidence = check(
        pipes(
            "Emb. | MOTA | HOTA\nPatch [track] | 85.1 | 69.6\nShared [track] | 84.3 | 61.5\n"
            "Crop [track] | 88.8 | 73.0\nTracklet [track] | 87.6 | 73.1\n"
        )
    )
    assert not evidence.disagreements


RESULTS = pipes("Method | mIoU\nFCN | 39.91\nPSP | 45.22\nPolar PUP, slow | 50.09\nPolar MLA, slow | 50.28\n")


def check_results(printed: str) -> Evidence:
    rows = f"CCNet | 45.76\nOCNet | 45.45\nBest of polar [seg] | {printed}\nPSP [seg] | 45.22\nFCN [seg] | 39.91\n"
    ours, sources = pipes(f"Method | mIoU\n{rows}"), [source("seg", RESULTS)]
    return verify(match_sources(ours, sources), manuscript(ours), sources)


def test_a_number_of_a_size_of_its_own_is_the_cited_one_of_its_digits():
    (one,) = check_results("502.8").disagreements
    assert (one.cause, one.cells[0].their_number.text) == (Cause.SCALE, "50.28")


def test_a_number_of_the_usual_size_is_laid_beside_no_other_name():
    assert not check_results("52.08").disagreements


def test_a_last_digit_is_a_witness_too_beside_a_number_that_chance_hardly_repeats():
    (one,) = check(
        pipes(
            "Emb. | MOTA | HOTA\nPatch [track] | 85.1 | 69.6\nShared [track] | 84.2 | 73.2\n"
            "Crop [track] | 88.8 | 73.0\nTracklet [track] | 87.6 | 73.1\n"
        )
    ).disagreements
    assert (one.cause, one.cells[0].their_number.text) == (Cause.LAST_DIGIT, "84.3")


def test_two_numbers_in_each_others_place_are_two_witnesses():
    (one,) = check(
        pipes(
            "Emb. | MOTA | HOTA\nPatch [track] | 69.6 | 85.1\nShared [track] | 84.3 | 73.2\n"
            "Crop [track] | 88.8 | 73.0\nTracklet [track] | 87.6 | 73.1\n"
        )
    ).disagreements
    assert (one.cause, len(one.cells)) == (Cause.SWAPPED_COLUMNS, 2)
