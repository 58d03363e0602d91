import pytest

from tablecheck.matching.verify_marks import rerun_cells, rerun_marks
from tests.pipes import pipes

ROWS = "Method | Lake | River\nNorthNet† | 21.6 | 23.3\nSouthNet | 14.2 | 16.0\n"


@pytest.mark.parametrize(
    "caption",
    [
        "FID. † denotes our re-run with 10k samples.",
        "†: reproduced by us.",
        "Results of our own implementation are marked with †.",
        "† results obtained by us; ‡ results from the original paper.",
        "Numbers with a dagger (†) were computed using the official code.",
        "† indicates results re-implemented by the authors of this paper.",
        "Best in bold. † we trained the model with the released code.",
        "† re-trained on our split",
    ],
)
def test_a_caption_may_explain_a_mark_as_a_rerun(caption: str):
    assert rerun_cells(pipes(ROWS, caption)) == {(1, 1), (1, 2)}


@pytest.mark.parametrize(
    "caption",
    [
        "† uses extra training data.",
        "† results are reproduced from the original paper.",
        "† denotes results taken from [5]; ‡ denotes our re-run.",
        "We re-run SouthNet only.",
        "† pre-trained on ImageNet",
        "",
    ],
)
def test_a_caption_that_says_something_else_explains_nothing(caption: str):
    assert rerun_cells(pipes(ROWS, caption)) == frozenset()


def test_the_notes_below_a_table_explain_marks_as_well():
    assert rerun_cells(pipes(ROWS, notes="† Our reproduction.")) == {(1, 1), (1, 2)}


def test_a_mark_on_a_number_is_about_that_number():
    table = pipes("Method | Lake | River\nNorthNet | 21.6* | 23.3\n", "* our run")
    assert rerun_cells(table) == {(1, 1)}


def test_a_raised_letter_is_a_mark():
    table = pipes(
        "Method | Lake | River\nNorthNetᵃ | 21.6 | 23.3\nSouthNetᵇ | 1.5 | 2.5\n", notes="ᵃ re-run by us. ᵇ no code."
    )
    assert rerun_cells(table) == {(1, 1), (1, 2)}


@pytest.mark.parametrize(
    "label",
    ["NorthNet (reimpl.)", "NorthNet (our impl.)", "NorthNet (re-run)", "NorthNet (ours)", "NorthNet, reproduced"],
)
def test_words_in_a_label_say_so(label: str):
    assert rerun_cells(pipes(f"Method | Lake\n{label} | 21.6\nSouthNet | 14.2\n")) == {(1, 1)}


def test_a_column_group_headed_reproduced_is_a_rerun():
    table = pipes("Method | Reported | Reproduced\nNorthNet | 21.6 | 20.9\n")
    assert rerun_cells(table) == {(1, 2)}


def test_a_block_headed_reproduced_is_a_rerun():
    table = pipes("Method | Lake\nNorthNet | 21.6\nReproduced by us | \nSouthNet | 14.2\nGale | 15.2\n")
    assert rerun_cells(table) == {(3, 1), (4, 1)}


def test_a_caption_may_speak_of_all_results():
    assert rerun_marks(pipes(ROWS, "All baselines are re-trained by us under one protocol.")) == {""}
    assert len(rerun_cells(pipes(ROWS, "All baselines are re-trained by us under one protocol."))) == 4
