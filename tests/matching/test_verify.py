from dataclasses import replace

from tablecheck.matching.match import match_sources
from tablecheck.matching.verify import verify
from tablecheck.model.citation import Reference
from tablecheck.model.evidence import Cause, Evidence, Unchecked
from tests.pipes import manuscript, pipes, source


def check(ours, *sources, references=None) -> Evidence:
    paper = manuscript(ours, references=references)
    return verify(match_sources(ours, sources), paper, sources)


def causes(evidence: Evidence) -> list[Cause]:
    return [one.cause for one in evidence.disagreements]


def test_a_row_that_is_copied_rightly_agrees():
    evidence = check(
        pipes("Method | Lake | River\nNorthNet [north] | 71.4 | 60.0\n"),
        source("north", pipes("Method | Lake | River\nNorthNet | 71.4 | 60.0\n")),
    )
    assert not evidence.disagreements
    assert len(evidence.agreements) == 2
    assert not evidence.unchecked


def test_transposed_digits_are_told_from_other_slips():
    evidence = check(
        pipes("Method | Lake | River | Fjord\nNorthNet [north] | 71.4 | 60.0 | 0.748\n"),
        source("north", pipes("Method | Lake | River | Fjord\nNorthNet | 74.1 | 60.0 | 0.708\n")),
    )
    assert causes(evidence) == [Cause.TRANSPOSED_DIGITS, Cause.DIGIT]
    assert [one.suggestion for one in evidence.disagreements] == ["74.1", "0.708"]


def test_a_fraction_left_in_a_percent_column_is_not_converted():
    evidence = check(
        pipes(
            "Method | AUC (%) | Acc (%) | #Img | F1 (%) | IoU (%) | Kappa (%)\n"
            "NorthNet [north] | 68.40 | 71.4 | 1.2k | 85.0 | 8.3 | 0.47\n"
        ),
        source(
            "north",
            pipes(
                " | AUC | Error (%) | Images | F1 | IoU | Kappa\n"
                "NorthNet | 0.684 | 28.6 | 1,234 | 84.95 | 0.83 | 0.47\n"
            ),
        ),
    )
    assert causes(evidence) == [Cause.SCALE, Cause.UNIT_NOT_CONVERTED]
    assert [one.suggestion for one in evidence.disagreements] == ["83", "47"]


def test_two_exchanged_columns_of_a_row_are_one_disagreement():
    evidence = check(
        pipes("Method | Lake | River | Delta | Fjord\nNorthNet [north] | 4.41 | 3.97 | 5.02 | 6.13\n"),
        source("north", pipes("Method | Lake | River | Delta | Fjord\nNorthNet | 3.97 | 4.41 | 5.02 | 6.13\n")),
    )
    assert causes(evidence) == [Cause.SWAPPED_COLUMNS]
    assert [cell.ours.text for cell in evidence.disagreements[0].cells] == ["4.41", "3.97"]


def test_two_exchanged_rows_are_one_disagreement():
    evidence = check(
        pipes(
            "Method | Lake | River | Delta | Fjord\n"
            "SouthNet [south] | 5.55 | 4.98 | 4.21 | 6.40\nGale [south] | 5.10 | 4.77 | 4.40 | 6.02\n"
        ),
        source(
            "south",
            pipes(
                "Method | Lake | River | Delta | Fjord\n"
                "SouthNet | 5.10 | 4.77 | 4.21 | 6.02\nGale | 5.55 | 4.98 | 4.40 | 6.40\n"
            ),
        ),
    )
    assert causes(evidence) == [Cause.SWAPPED_ROWS]
    assert len(evidence.disagreements[0].cells) == 6


def test_rows_exchanged_as_a_whole_are_one_disagreement():
    evidence = check(
        pipes(
            "Method | Lake | River | Delta\n"
            "SouthNet [south] | 5.55 | 4.98 | 4.40\nGale [south] | 5.10 | 4.77 | 4.21\nCalm [south] | 3.3 | 4.1 | 4.9\n"
        ),
        source(
            "south",
            pipes(
                "Method | Lake | River | Delta\n"
                "SouthNet | 5.10 | 4.77 | 4.21\nGale | 5.55 | 4.98 | 4.40\nCalm | 3.3 | 4.1 | 4.9\n"
            ),
        ),
    )
    assert causes(evidence) == [Cause.SWAPPED_ROWS]


def test_columns_exchanged_as_a_whole_are_one_disagreement():
    evidence = check(
        pipes(
            "Method | Lake | River | Delta\n"
            "SouthNet [south] | 4.98 | 5.55 | 4.40\nGale [south] | 4.77 | 5.10 | 4.21\nCalm [south] | 4.1 | 3.3 | 4.9\n"
        ),
        source(
            "south",
            pipes(
                "Method | Lake | River | Delta\n"
                "SouthNet | 5.55 | 4.98 | 4.40\nGale | 5.10 | 4.77 | 4.21\nCalm | 3.3 | 4.1 | 4.9\n"
            ),
        ),
    )
    assert causes(evidence) == [Cause.SWAPPED_COLUMNS]
    assert len(evidence.disagreements[0].cells) == 6


def test_a_value_of_an_older_version_is_said_to_be_one():
    evidence = check(
        pipes("Method | Joint | Slot\nNorthNet [north] | 52.31 | 41.0\n"),
        source("north", pipes(" | Joint | Slot\nNorthNet | 52.31 | 41.0\n"), version=1),
        source("north", pipes(" | Joint | Slot\nNorthNet | 53.08 | 41.0\n"), version=3),
    )
    assert causes(evidence) == [Cause.OTHER_VERSION]
    assert evidence.disagreements[0].elsewhere.version == 1
    assert evidence.disagreements[0].suggestion == "53.08"


def test_the_pinned_version_is_the_one_compared():
    evidence = check(
        pipes("Method | Joint | Slot\nSouthNet [south] | 50.1 | 39.9\n"),
        source("south", pipes(" | Joint | Slot\nSouthNet | 50.1 | 39.9\n"), version=2),
        source("south", pipes(" | Joint | Slot\nSouthNet | 51.0 | 39.9\n"), version=3),
        references={"south": Reference("south", arxiv_version=2)},
    )
    assert not evidence.disagreements


def test_a_row_that_differs_as_a_whole_is_one_disagreement():
    evidence = check(
        pipes("Method | Lake | River | Fjord\nSouthNet-L [south] | 13.3 | 15.2 | 18.8\n"),
        source(
            "south", pipes(" | Lake | River | Fjord\nSouthNet | 12.1 | 14.0 | 17.0\nSouthNet-L | 11.0 | 12.9 | 16.1\n")
        ),
    )
    assert causes(evidence) == [Cause.RERUN]
    assert len(evidence.disagreements[0].cells) == 3


def test_marked_rows_are_not_compared():
    ours = pipes(
        "Method | Lake | River | Fjord\n"
        "NorthNet† [south] | 21.64 | 23.35 | 30.1\nSouthNet (reimpl.) [south] | 14.2 | 16.0 | 19.9\n",
        caption="FID, lower is better. † denotes our re-run with 10k samples.",
    )
    evidence = check(
        ours,
        source(
            "south", pipes(" | Lake | River | Fjord\nNorthNet | 12.1 | 14.0 | 17.0\nSouthNet | 11.0 | 12.9 | 16.1\n")
        ),
    )
    assert not evidence.disagreements
    assert not evidence.agreements
    assert [reason for _, _, reason in evidence.unchecked] == [Unchecked.RERUN_MARKED] * 6


def test_an_average_that_the_source_prints_wrongly_is_a_remark():
    evidence = check(
        pipes("Method | Space | Object | Goal | Long | Average\nSouthNet [south] | 99.1 | 99.6 | 98.9 | 93.9 | 97.7\n"),
        source(
            "south", pipes(" | Space | Object | Goal | Long | Overall\nSouthNet | 99.1 | 99.6 | 98.9 | 93.9 | 97.7\n")
        ),
    )
    assert causes(evidence) == [Cause.SOURCE_INCONSISTENT]


def test_a_weighted_average_is_no_matter():
    evidence = check(
        pipes("Method | Space | Object | Goal | Long | Average\nGale [gale] | 90.0 | 80.0 | 70.0 | 60.0 | 76.1\n"),
        source(
            "gale",
            pipes(
                " | Space | Object | Goal | Long | Average\nGale | 90.0 | 80.0 | 70.0 | 60.0 | 76.1\n",
                caption="Average is weighted by the number of tasks.",
            ),
        ),
    )
    assert not evidence.disagreements


def test_a_value_of_another_column_is_said_to_be_one():
    evidence = check(
        pipes("Method | Lake | River | Delta | Fjord\nNorthNet [north] | 3.97 | 4.41 | 5.02 | 5.02\n"),
        source("north", pipes("Method | Lake | River | Delta | Fjord\nNorthNet | 3.97 | 4.41 | 5.02 | 6.13\n")),
    )
    assert causes(evidence) == [Cause.OTHER_COLUMN]


def test_a_value_of_the_validation_split_is_said_to_be_one():
    evidence = check(
        pipes("Method | Lake | River | Test F1\nNorthNet [north] | 3.97 | 4.41 | 62.7\n"),
        source("north", pipes("Method | Lake | River | Val F1 | Test F1\nNorthNet | 3.97 | 4.41 | 62.7 | 63.2\n")),
    )
    assert causes(evidence) == [Cause.OTHER_SPLIT]


def test_an_equal_value_with_another_uncertainty_is_a_remark():
    evidence = check(
        pipes("Method | Lake | River\nNorthNet [north] | 71.4±0.3 | 60.0±0.1\n"),
        source("north", pipes("Method | Lake | River\nNorthNet | 71.4±0.2 | 60.0±0.1\n")),
    )
    assert causes(evidence) == [Cause.UNCERTAINTY]
    assert len(evidence.agreements) == 2


def test_a_row_quoted_from_another_cited_paper_is_said_to_be_one():
    evidence = check(
        pipes("Method | Lake | River | Delta\nNorthNet [north] | 70.9 | 61.3 | 5.2\nGale [gale] | 70.0 | 61.0 | 5.0\n"),
        source("north", pipes("Method | Lake | River | Delta\nNorthNet | 71.4 | 60.0 | 5.7\n")),
        source(
            "gale", pipes("Method | Lake | River | Delta\nNorthNet | 70.9 | 61.3 | 5.2\nGale | 70.0 | 61.0 | 5.0\n")
        ),
    )
    assert causes(evidence) == [Cause.OTHER_PAPER]
    assert evidence.disagreements[0].elsewhere.key == "gale"


def test_numbers_of_a_paper_that_was_not_obtained_are_unchecked():
    evidence = check(pipes("Method | Lake | River\nNorthNet [north] | 71.4 | 60.0\n"))
    assert [reason for _, _, reason in evidence.unchecked] == [Unchecked.NOT_OBTAINED] * 2


def test_rows_known_by_the_authors_they_cite_are_seen_to_be_exchanged():
    evidence = check(
        pipes(
            "Method | Lake | River | Delta\nDeep (Eigen et al., 2014) [north] | 0.364 | 0.282 | 0.771\n"
            "Wide (Chen et al., 2019) [north] | 0.641 | 0.158 | 0.769\n"
            "BTS (Lee et al., 2020) [north] | 0.392 | 0.110 | 0.885\n"
        ),
        source(
            "north",
            pipes(
                "Method | Lake | River | Delta\nEigen et al. [8] | 0.641 | 0.158 | 0.769\n"
                "Chen et al. [4] | 0.364 | 0.282 | 0.771\nLee et al. [26] | 0.392 | 0.110 | 0.885\n"
            ),
        ),
    )
    assert causes(evidence) == [Cause.SWAPPED_ROWS]
    assert len(evidence.disagreements[0].cells) == 6


def test_columns_of_which_one_bears_a_word_of_the_others_place_are_seen_to_be_exchanged():
    evidence = check(
        pipes(
            "Method | Liv | RKid | Pan\nNorthNet [north] | 77.02 | 94.08 | 55.8\nWest [north] | 79.6 | 94.3 | 56.6\n"
        ),
        source(
            "north",
            pipes(
                "Method | Kidney (Right) | Liver | Pancreas\n"
                "NorthNet | 77.02 | 94.08 | 55.8\nWest | 79.6 | 94.3 | 56.6\n"
            ),
        ),
    )
    assert causes(evidence) == [Cause.SWAPPED_COLUMNS]


def test_what_could_not_be_matched_for_an_error_is_not_said_to_be_missing():
    ours = pipes("Method | Lake | River\nNorthNet [north] | 71.4 | 60.0\n")
    sources = [source("north", pipes("Method | Lake | River\nNorthNet | 71.4 | 60.0\n"))]
    evidence = verify((), manuscript(ours), sources, [(ours, "north")])
    assert {reason for _, _, reason in evidence.unchecked} == {Unchecked.MATCH_FAILED}


SECTIONS = pipes(
    "Backbone | Box AP | Mask AP\nOne schedule | | \nLake-T | 46.0 | 41.6\nRiver-T | 46.2 | 41.7\n"
    "Long schedule | | \nGale | 46.3 | 40.1\nLake-T | 50.4 | 43.7\nRiver-T | 50.5 | 43.8\n"
)


def test_rows_exchanged_in_a_section_are_not_laid_beside_their_namesakes_in_another():
    ours = pipes("Backbone | Box AP | Mask AP\nRiver-T [a] | 46.0 | 41.6\nLake-T [a] | 46.2 | 41.7\n")
    sources = [source("a", SECTIONS)]
    (one,) = verify(match_sources(ours, sources), manuscript(ours), sources).disagreements
    assert one.cause is Cause.SWAPPED_ROWS
    assert len(one.cells) == 4


def test_headers_of_a_pdf_read_one_column_off_accuse_no_faithful_copy():
    cells = "{} | 45.2 | 69.1 | 1119 | 15.2\n{} | 46.0 | 66.4 | 1021 | 16.0\n{} | 44.3 | 68.3 | 1249 | 14.8\n"
    labels = "DANet", "NorthNet", "SouthNet"
    ours = "Method | Score | Test | Params | FLOPs\n" + cells.format(*(f"{label} [a]" for label in labels))
    theirs = "Method | Test | Params | FLOPs | Speed\n" + cells.format(*labels)
    key, document, tables = source("a", pipes(theirs))
    evidence = check(pipes(ours), (key, replace(document, kind="pdf"), tables))
    assert not evidence.disagreements
    assert len(evidence.agreements) == 12
