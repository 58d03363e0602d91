import json
import os
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tablecheck.evaluation.arxiveri import evaluate_arxiveri, predict, score
from tablecheck.evaluation.arxiveri_baselines import pick_by_overlap, random_accuracy
from tablecheck.evaluation.arxiveri_data import HtmlTable, read_pairs
from tablecheck.evaluation.arxiveri_documents import score_documents
from tablecheck.evaluation.arxiveri_embeddings import read_embeddings
from tablecheck.evaluation.arxiveri_report import report_page
from tablecheck.model.errors import UsageError
from tests.data_folder import DATA, needs_data

NORTH = [("Method", "Lake", "River"), ("NorthNet", "71.42", "60.23"), ("Gale", "55.18", "44.9")]
OURS = [("Method", "Lake", "River"), ("NorthNet", "71.4", "60.2"), ("Gale", "55.2", "44.9")]
OTHER = [("Optimizer", "Rate"), ("Adam", "0.001"), ("Momentum", "0.9")]


def html(rows: list[tuple[str, ...]], tag: str) -> str:
    head, *body = rows
    lines = ["<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in head) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in body]
    return f"<table><thead>{lines[0]}</thead><tbody>{''.join(lines[1:])}</tbody></table>"


def write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    """Two pairs: one target repeats four cells of a cited table, the other cites a paper it repeats nothing of."""
    root = tmp_path / "dataset"
    places = [(1, 1), (1, 2), (2, 1), (2, 2)]
    cells = [{"rowIndex": row, "colIndex": column} for place in places for row, column in (place, place)]
    match = {"target_title": "Ours", "target_table": html(OURS, "td"), "target_caption": "Scores.", "source_title": "N"}
    found = {"source_table": html(NORTH, "td"), "source_caption": "Main results."}
    nothing = {"source_table": "", "source_caption": ""}
    write(root / "ground_truth/table_match/2201.1v1/2101.1.json", match | found)
    write(root / "ground_truth/cell_match/2201.1v1/2101.1.json", cells)
    write(root / "ground_truth/table_match/2201.1v1/2101.2.json", match | nothing)
    write(root / "ground_truth/cell_match/2201.1v1/2101.2.json", [])
    other = {"table": html(OTHER, "th"), "caption": "Training."}
    north = {"table": html(NORTH, "th"), "caption": "Main results."}
    write(root / "source_papers/2101.1.json", {"list_table_and_caption": [other, north]})
    write(root / "source_papers/2101.2.json", {"list_table_and_caption": [other]})
    return tmp_path


def test_a_clear_pair_and_an_empty_one_are_both_right(benchmark: Path) -> None:
    result = evaluate_arxiveri(benchmark)
    assert (result.pairs, result.matched_pairs) == (2, 1)
    assert result.tables.accuracy_text == result.tables.right_table_among_matched == 100
    assert (result.cells.ground_truth, result.cells.predicted, result.cells.f1) == (4, 4, 100)
    assert result.end_to_end.f1 == 100


def test_the_official_string_never_equals_a_rewritten_header(benchmark: Path) -> None:
    assert evaluate_arxiveri(benchmark).tables.accuracy_official == 50
    assert evaluate_arxiveri(benchmark, "official").end_to_end.f1 == 0


def test_overlap_always_picks_a_table(benchmark: Path) -> None:
    result = evaluate_arxiveri(benchmark, picker="overlap")
    assert result.tables.right_table_among_matched == 100
    assert result.tables.accuracy_text == 50


def test_a_cell_of_the_wrong_table_counts_against_precision_and_recall(benchmark: Path) -> None:
    pairs = read_pairs(benchmark)
    outcomes = predict(pairs, benchmark, "evidence")
    wrong = next(outcome for outcome in outcomes if outcome.pair.truth)
    cells = {place: other for place, other in wrong.cells.items() if place != (1, 1)} | {(2, 1): (1, 1)}
    measured = score([replace(wrong, cells=cells)]).end_to_end
    assert (measured.recall, measured.precision) == (50, pytest.approx(66.67))


def test_tables_are_compared_by_their_printed_characters() -> None:
    one, other = HtmlTable(html(NORTH, "td"), "Main  results."), HtmlTable(html(NORTH, "th"), "Main results.")
    assert one.text == other.text
    assert one.official_text != other.official_text
    assert HtmlTable("", "").text == ""


def test_a_folder_without_the_data_says_what_it_must_hold(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="dataset/ground_truth/table_match"):
        evaluate_arxiveri(tmp_path)


def test_a_damaged_file_is_named(benchmark: Path) -> None:
    (benchmark / "dataset/source_papers/2101.1.json").write_text("{", "utf-8")
    with pytest.raises(UsageError, match=r"2101\.1\.json"):
        evaluate_arxiveri(benchmark)


def test_embeddings_of_any_numpy_are_read(tmp_path: Path) -> None:
    path = tmp_path / "e.pkl"
    path.write_bytes(pickle.dumps({"table": np.array([1.0, 2.0]), "other": [3.0, 4.0]}))
    assert {text: vector.tolist() for text, vector in read_embeddings(path).items()} == {
        "table": [1.0, 2.0],
        "other": [3.0, 4.0],
    }


class Bomb:
    def __reduce__(self):
        return os.system, ("echo never > /dev/null",)


@pytest.mark.parametrize("content", [pickle.dumps({"table": Bomb()}), pickle.dumps([1]), b"", b"garbage"])
def test_a_pickle_with_anything_but_arrays_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "e.pkl"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="no embeddings"):
        read_embeddings(path)


def test_a_random_pick_is_right_by_chance(benchmark: Path) -> None:
    pairs = read_pairs(benchmark)
    assert random_accuracy(pairs) == pytest.approx(100 * (1 / 3 + 1 / 2) / 2, abs=0.01)
    assert random_accuracy(pairs, official=True) == 25


def test_the_report_marks_matched_missed_and_wrong_cells(benchmark: Path) -> None:
    outcomes = predict(read_pairs(benchmark), benchmark, "evidence")
    right = next(outcome for outcome in outcomes if outcome.pair.truth)
    flawed = replace(right, oracle={(1, 1): (1, 1), (2, 1): (1, 2)})
    page_text = report_page([flawed, *(outcome for outcome in outcomes if outcome is not right)])
    assert page_text.count('class="matched"') == 3  # the legend, ours and theirs
    assert page_text.count('class="missed"') == 5  # the legend, two of ours and two of theirs
    assert page_text.count('class="wrong"') == 3
    assert "2201.1v1 repeats 2101.1" in page_text


def test_the_report_shows_markup_in_cells_as_text(benchmark: Path) -> None:
    pair = read_pairs(benchmark)[0]
    pair = replace(pair, target=HtmlTable("<table><tr><td>&lt;script&gt;1.5</td></tr></table>", "<b>"))
    assert "<script>" not in report_page(predict([pair], benchmark, "evidence"))


@needs_data
def test_overlap_finds_every_source_table_since_the_ground_truth_was_made_by_it() -> None:
    matched = [pair for pair in read_pairs(DATA / "arxiveri") if pair.truth]
    assert len(matched) == 49
    for pair in matched:
        picked = pick_by_overlap(pair)
        assert picked is not None
        assert pair.candidates[picked].text == pair.source_table.text


@needs_data
@pytest.mark.parametrize(
    ("model", "weighted", "official", "text"),
    [
        ("ada-002", True, 43.04, 73.42),
        ("ada-002", False, 39.24, 63.29),
        ("embed-english-light-v2.0", True, 48.1, 73.42),
        ("embed-english-light-v2.0", False, 43.04, 67.09),
    ],
)
def test_the_released_embeddings_give_the_figures_of_the_released_code(
    model: str, weighted: bool, official: float, text: float
) -> None:
    tables = evaluate_arxiveri(DATA / "arxiveri", picker="embeddings", model=model, weighted=weighted).tables
    assert (tables.accuracy_official, tables.accuracy_text) == (official, text)


@needs_data
def test_the_blind_pick_and_the_pick_by_overlap_have_the_figures_of_the_half() -> None:
    pairs = read_pairs(DATA / "arxiveri")
    assert (random_accuracy(pairs, official=True), random_accuracy(pairs)) == (13.24, 20.99)
    tables = score(predict(pairs, DATA / "arxiveri", "overlap", linked=False)).tables
    assert (tables.accuracy_official, tables.accuracy_text) == (29.11, 62.03)


@needs_data
def test_the_matcher_keeps_its_figures_on_the_development_half() -> None:
    result = evaluate_arxiveri(DATA / "arxiveri")
    assert result.cells.f1 >= 97.5
    assert result.end_to_end.f1 >= 95.5
    assert result.tables.accuracy_text >= 91
    assert result.tables.right_table_among_matched >= 94


def page(rows: list[tuple[str, ...]], caption: str) -> str:
    table = html(rows, "th").replace("<table>", f"<table><caption>{caption}</caption>")
    return f"<!DOCTYPE html><html><body>{table}</body></html>"


def test_a_link_into_the_paper_itself_is_right_under_the_right_labels(benchmark: Path, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "2101.1.html").write_text(page(NORTH, "Table 1: Main results."), "utf-8")
    measured = score_documents(read_pairs(benchmark), papers)
    assert (measured.pairs, measured.f1, measured.right_table) == (1, 100, 100)


def test_a_link_under_another_header_is_right_by_value_and_row_only(benchmark: Path, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    renamed = [("Method", "Lake", "Mountains"), *NORTH[1:]]
    (papers / "2101.1.html").write_text(page(renamed, "Table 1: Main results."), "utf-8")
    measured = score_documents(read_pairs(benchmark), papers)
    assert (measured.value_and_row_f1, measured.f1) == (100, 50)


def test_a_missing_folder_of_papers_is_named(benchmark: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        score_documents(read_pairs(benchmark), benchmark / "nowhere")


@needs_data
@pytest.mark.data
def test_the_road_through_real_pdfs_keeps_its_figures() -> None:
    pairs = [pair for pair in read_pairs(DATA / "arxiveri") if pair.source_id in {"2102.12122", "2201.03545"}]
    assert score_documents(pairs, DATA / "arxiv-pdf").f1 >= 85
