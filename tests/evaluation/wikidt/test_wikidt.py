import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.evaluation.wikidt.boxes import score_boxes
from tablecheck.evaluation.wikidt.layout import read_boxes, read_samples, read_tsv
from tablecheck.evaluation.wikidt.retrieval import evaluate_retrieval, rank_by_recall, recall, words_of_table
from tablecheck.model.errors import UsageError
from tests.cli.test_commands import run

SAMPLE = Path(__file__).with_name("sample")
WORDS = st.lists(st.sampled_from("abcde"), max_size=8).map(Counter)


def test_questions_know_the_tables_of_their_page_and_the_right_one():
    samples = read_samples(SAMPLE, "val")
    assert [sample.name for sample in samples] == ["q1", "q2", "q3", "q4", "q5"]
    assert samples[2].right == {"web": "tsv/web/lakes_2.tsv"}  # the other reader missed it
    assert len(samples[2].tables["web"]) == 3
    assert samples[4].answer == "B. Moss"


def test_the_first_column_of_a_table_only_counts_rows():
    assert read_tsv(SAMPLE, "tsv/web/lakes_0.tsv")[:2] == (("Lake", "Depth", "Area"), ("Onna", "41", "12.5"))


def test_a_sample_cannot_name_a_file_outside_of_the_set():
    with pytest.raises(UsageError, match="leads out"):
        read_tsv(SAMPLE, "../draw_sample.py")


def test_the_table_that_is_meant_is_found_among_those_of_another_reader():
    scores = evaluate_retrieval(SAMPLE, "val")
    assert (scores.samples, scores.left_out, scores.tables_per_page) == (4, 1, 1.5)
    assert (scores.recall_at_1, scores.blind) == (100.0, 75.0)  # blind: (1/2 + 1/2 + 1 + 1) / 4


def test_recall_ranks_and_the_smaller_of_equal_tables_goes_first():
    wanted = Counter(["lake", "lake", "7"])
    tables = [Counter(["lake", "7", "x"]), Counter(["lake", "lake", "7", "9"]), Counter(["lake", "7"])]
    assert [round(recall(wanted, one), 2) for one in tables] == [0.67, 1.0, 0.67]
    assert rank_by_recall(wanted, tables) == [1, 2, 0]


def test_ranks_are_averaged_as_written_by_hand(tmp_path):
    (tmp_path / "samples").mkdir()
    tables = {"a": "x\ty z\n", "b": "x\tq\n", "c": "x\tq r\n", "d": "x\ty z q r\n"}
    for name, text in tables.items():
        (tmp_path / name).write_text(text)

    def line(name: str, question: str, right: str) -> str:
        one = {"sample_id": name, "question": question, "answer": [], "all_table_files_web": list(tables),
               "all_table_files_textract": [], "table_retrieval_file_web": right}  # fmt: skip
        return json.dumps(one)

    # "q r" is recalled wholly by c and d, half by b, not by a: ranks c, d, b, a.
    lines = [line("1", "q r", "c"), line("2", "q r", "d"), line("3", "q r", "b"), line("4", "q r", "a")]
    (tmp_path / "samples" / "test.json").write_text("\n".join(lines))
    scores = evaluate_retrieval(tmp_path, "test", "question", "web")
    assert (scores.recall_at_1, scores.recall_at_3, scores.blind) == (25.0, 75.0, 25.0)
    assert scores.mean_reciprocal_rank == pytest.approx(100 * (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4, abs=0.05)


def test_boxes_that_are_right_score_full_and_none_score_nothing():
    known = dict(read_boxes(SAMPLE / "WikiTableExtraction" / "structure" / "val"))
    assert {name for name, _, _ in known["lakes_0"]} == {"table", "table row", "table column"}
    full = score_boxes(known, known)
    assert (full.map, full.map_50, full.mean_iou, full.pictures) == (100.0, 100.0, 100.0, 5)
    nothing = score_boxes(known, {})
    assert (nothing.map, nothing.mean_iou, nothing.given) == (0.0, 0.0, 0)


def test_average_precision_is_that_of_coco():
    known = {"page": [("table", 1.0, (0, 0, 10, 10)), ("table", 1.0, (20, 0, 30, 10))]}
    given_boxes = {"page": [("table", 0.9, (0, 0, 10, 10)), ("table", 0.8, (50, 50, 60, 60))]}
    scores = score_boxes(known, given_boxes)
    # One of two is found before the false one: precision 1 at the recalls 0, 0.01 … 0.5, else 0.
    assert scores.map == scores.map_50 == pytest.approx(100 * 51 / 101, abs=0.05)
    assert scores.mean_iou == 50.0


def test_a_box_of_half_the_size_counts_at_no_strict_threshold():
    known = {"page": [("table", 1.0, (0, 0, 10, 10))]}
    scores = score_boxes(known, {"page": [("table", 1.0, (0, 0, 10, 6))]})  # IoU 0.6: of 0.5, 0.55 … 0.95 three
    assert (scores.map_50, scores.map_75, scores.map, scores.mean_iou) == (100.0, 0.0, 30.0, 60.0)


@settings(max_examples=60)
@given(WORDS, st.lists(WORDS, max_size=5))
def test_every_table_has_one_place_and_no_better_one_stands_behind_it(wanted, tables):
    order = rank_by_recall(wanted, tables)
    assert sorted(order) == list(range(len(tables)))
    shares = [recall(wanted, tables[index]) for index in order]
    assert shares == sorted(shares, reverse=True)


def test_the_words_of_a_table_are_those_of_all_cells():
    assert words_of_table([["Lake Onna", "12.5"], ["onna", ""]]) == Counter({"onna": 2, "lake": 1, "12.5": 1})


@pytest.mark.parametrize("content", ["", "{", "[]", '{"sample_id": 1}'])
def test_questions_of_another_form_are_refused_with_words(tmp_path, content):
    (tmp_path / "samples").mkdir()
    (tmp_path / "samples" / "val.json").write_text(content)
    with pytest.raises(UsageError, match=r"val\.json"):
        read_samples(tmp_path, "val")


@pytest.mark.parametrize("content", ["", "<annotation>", "<a><object><bndbox/></object></a>"])
def test_annotations_of_another_form_are_refused_with_words(tmp_path, content):
    (tmp_path / "page.xml").write_text(content)
    with pytest.raises(UsageError, match=r"page\.xml"):
        dict(read_boxes(tmp_path))


def test_the_command_picks_tables_and_scores_boxes(tmp_path):
    done = run("eval", "wikidt", "--data", SAMPLE, "--wanted", "question", "--json", tmp_path / "out.json")
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert (result["wanted"], result["reader"], result["recall_at_1"]) == ("question", "web", 100.0)
    boxes = SAMPLE / "WikiTableExtraction" / "detection" / "val"
    done = run("eval", "wikidt", "--data", SAMPLE, "--task", "detection", "--predictions", boxes)
    assert done.returncode == 0, done.stderr
    assert "mean iou" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name the folder WikiDT-dataset"),
        (["--data", SAMPLE, "--reader", "web"], "seek it by --wanted question"),
        (["--data", SAMPLE, "--task", "detection"], "name the folder that holds them with --predictions"),
        (["--data", SAMPLE, "--task", "detection", "--limit", "3"], "are for --task retrieval"),
        (["--data", SAMPLE, "--predictions", "x"], "is for --task detection and structure"),
    ],
)
def test_what_cannot_be_run_is_told(arguments, says):
    done = run("eval", "wikidt", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
