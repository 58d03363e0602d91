"""The baseline of arXiVeri with a chat model: its figures by hand, and the whole development half over HTTP."""

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

import pytest

from tablecheck.backends.llm.cells import Way
from tablecheck.backends.llm.table_text import FORMS, table_text
from tablecheck.evaluation.arxiveri import predict, score
from tablecheck.evaluation.arxiveri_data import HtmlTable, Pair
from tablecheck.evaluation.arxiveri_llm import ask_for_cells
from tablecheck.model.table import Cell, Table
from tests.backends.model_server import BROKEN, TOO_LONG, TOO_MANY, Asked, Says
from tests.data_folder import DATA, needs_data

ROOT = Path(__file__).resolve().parents[2]


def html(rows: list[str]) -> str:
    return "<table>" + "".join(f"<tr><td>{row.replace('|', '</td><td>')}</td></tr>" for row in rows) + "</table>"


OURS = HtmlTable(html(["Method|Lake|River", "NorthNet|71.4|60.2", "Gale|55.2|44.9"]), "Scores.")
NORTH = HtmlTable(html(["Method|Lake|River", "NorthNet|71.42|60.23", "Gale|55.18|44.9"]), "Main results.")
OTHER = HtmlTable(html(["Optimizer|Rate", "Adam|0.001"]), "Training.")
FOUR = {(row, column): (row, column) for row in (1, 2) for column in (1, 2)}
COPIED = Pair("2201.1v1", "2101.1", "North", OURS, NORTH, (OTHER, NORTH), FOUR)
NOTHING = Pair("2201.1v1", "2101.2", "Other", OURS, HtmlTable("", ""), (OTHER,), {})


def test_the_figures_are_those_reckoned_by_hand(server, model):
    """Of four cells two are linked rightly and one wrongly; a link outside does not count.

    Recall 2/4, precision 2/3, F1 2*2/(4+3).
    """
    server.behaviour = lambda asked: Says("Well: {(1, 1): (1, 1), (1, 2): (1, 2), (2, 1): (2, 2), (7, 7): (0, 0)}")
    asked = ask_for_cells(predict([COPIED, NOTHING], Path(), "overlap"), model(), Way())
    cells = score(asked.outcomes).cells
    assert (cells.recall, cells.precision, cells.f1) == (50.0, 66.67, 57.14)
    assert (cells.ground_truth, cells.predicted) == (4, 3)
    # overlap picks a table for the pair that has none, too: two questions, and the second one's links are all outside
    assert (asked.replies.questions, asked.replies.outside) == (2, 1 + 3)
    whole = score(asked.outcomes).end_to_end
    assert (whole.recall, whole.precision, whole.f1) == (50.0, 50.0, 50.0)


def test_a_table_that_is_picked_rightly_is_asked_about_once(server, model):
    ask_for_cells(predict([COPIED], Path(), "evidence"), model(), Way())
    assert len(server.log) == 1


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("indices", [False, True])
def test_the_model_sees_both_tables_in_the_form_that_was_asked_for(server, model, form, indices):
    ask_for_cells(predict([COPIED], Path(), "overlap"), model(), Way(form, indices))
    words = server.log[0].words
    for text in ("71.4", "55.18", "Main results.", "NorthNet"):
        assert text in words
    assert ("(2,1) 55.18" in words) == indices
    assert ("<td>" in words, "| --- |" in words) == (form == "html", form == "markdown")


def test_a_cell_that_spans_is_written_where_its_places_are():
    table = Table((Cell(0, 0, "A|B", column_span=2), Cell(1, 0, "1"), Cell(1, 1, "2", row_span=2), Cell(2, 0, "<3>")))
    assert table_text(table, "csv", indices=False) == "A|B,A|B\n1,2\n<3>,2\n"
    assert table_text(table, "csv", indices=True).splitlines()[2] == '"(2,0) <3>","(2,1) 2"'
    assert table_text(table, "markdown", indices=False).splitlines()[0] == "| A\\|B | A\\|B |"
    assert table_text(table, "html", indices=True) == (
        '<table>\n<tr><td colspan="2">(0,0) A|B</td></tr>\n<tr><td>(1,0) 1</td><td rowspan="2">(1,1) 2</td></tr>\n'
        "<tr><td>(2,0) &lt;3&gt;</td></tr>\n</table>\n"
    )


def test_what_goes_wrong_with_single_questions_is_counted(server, model):
    pairs = [COPIED] * 4
    replies = iter([Says("I will not"), Says(refusal="no"), Says("{(1, 1): (1, 1)", finish="length"), TOO_LONG])
    server.behaviour = lambda asked: next(replies)
    asked = ask_for_cells(predict(pairs, Path(), "evidence"), model(concurrency=1), Way(structured=False))
    counted = asked.as_json()
    assert (counted["unreadable"], counted["refused"], counted["cut"], counted["unanswered"]) == (
        1,
        1,
        1,
        {"too-long": 1},
    )
    assert counted["is_complete"]  # a model that has not the room is a model without an answer
    assert score(asked.outcomes).cells.predicted == 1


def moody(asked: Asked) -> Says:
    """Answer by the words of a question, in many ways; the first attempt at some of them fails."""
    mood = zlib.crc32(asked.words.encode()) % 8
    SEEN[asked.words] += 1
    if SEEN[asked.words] == 1 and mood in (0, 1):
        return (TOO_MANY, BROKEN)[mood]
    return (
        Says('{"matches": [{"our_row": 1, "our_column": 1, "their_row": 1, "their_column": 1}]}'),
        Says("Here you are:\n```python\n{(1, 1): (1, 1), (99, 1): (1, 2)}\n```"),
        Says("[[2, 1, 2, 1]]"),
        Says("I cannot compare tables."),
        Says(refusal="No."),
        Says('{"matches": [{"our_row": 1,', finish="length"),
        Says("{}"),
        TOO_LONG,
    )[mood]


SEEN: Counter[str] = Counter()


def arxiveri(base_url: str, cache: Path, *more: object) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "tablecheck",
        "eval",
        "arxiveri",
        "--data",
        str(DATA / "arxiveri"),
        "--cells",
        "llm",
    ]
    command += ["--llm", "scripted", "--base-url", base_url, "--price-in", "1", "--price-out", "1", *map(str, more)]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TABLECHECK_CACHE": str(cache), "COLUMNS": "120"}
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=240)
    return process.returncode, out, err


def kept(cache: Path) -> int:
    return len(list(cache.glob("answers/*/*.json")))


@needs_data
@pytest.mark.data
def test_the_whole_half_is_asked_once_although_the_run_is_killed(server, tmp_path):
    SEEN.clear()
    server.behaviour = moody
    first = arxiveri(server.base_url, tmp_path, "--budget", "10")
    give_up = time.monotonic() + 120
    while kept(tmp_path) < 15 and time.monotonic() < give_up:
        time.sleep(0.02)
    server.may_answer.clear()  # what is on its way now is not answered, and may be asked again
    time.sleep(0.3)
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=30)
    at_the_kill = kept(tmp_path)
    assert at_the_kill >= 15
    server.may_answer.set()

    result_file = tmp_path / "out.json"
    code, _, told = ended(arxiveri(server.base_url, tmp_path, "--budget", "10", "--json", result_file))
    assert code == 0, told
    result = json.loads(result_file.read_text())
    llm = result["llm"]
    assert (result["pairs"], result["matched_pairs"], llm["is_complete"]) == (79, 49, True)
    assert (llm["model"], llm["kept"]) == ("scripted", at_the_kill)
    whole = [asked for asked in server.answered if moody_answers(asked)]
    assert len({asked.words for asked in whole}) == len(whole), "something was answered twice"
    assert len(whole) == kept(tmp_path) == llm["kept"] + llm["asked"]
    assert min(llm["outside"], llm["refused"], llm["unreadable"], llm["cut"], llm["unanswered"]["too-long"]) > 0
    assert llm["cost"] == pytest.approx(120 * len(whole) / 1e6)

    before = len(server.log)
    code, _, estimate = ended(arxiveri(server.base_url, tmp_path, "--dry-run"))
    assert (code, len(server.log)) == (0, before)
    assert f"tablecheck: {llm['unanswered']['too-long']} questions to scripted at 127.0.0.1" in estimate
    assert f"{len(whole)} more are answered already" in estimate
    assert "tokens in (estimated: a third of the bytes)" in estimate


def moody_answers(asked: Asked) -> bool:
    """Whether a request that got a whole reply got an answer with it, and no error."""
    return asked.status == 200


@needs_data
@pytest.mark.data
def test_a_budget_that_is_too_small_is_kept_to_and_said(server, tmp_path):
    server.behaviour = lambda asked: Says("{}", usage=(1000, 10))
    result_file = tmp_path / "out.json"
    code, _, told = ended(arxiveri(server.base_url, tmp_path, "--budget", "0.06", "--json", result_file))
    assert code == 2
    assert "the figures are not those of the model: not answered were" in told
    llm = json.loads(result_file.read_text())["llm"]
    assert llm["cost"] == pytest.approx(1010 * len(server.log) / 1e6)
    assert llm["cost"] <= 0.06
    assert llm["unanswered"]["over-budget"] + len(server.log) == llm["questions"]
    assert len(server.log) > 5
