"""Findings accepted in a file: known again by what they say, in the number in which they were accepted."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tablecheck.linter.baseline import Baseline, accept, baseline_text, gone, read_baseline
from tablecheck.model.errors import UsageError
from tablecheck.model.finding import Acceptance, Finding, Suppression
from tests.reporters.reports import FINDING

OTHER = replace(FINDING, rule="TC105", fingerprint="ffff0000", text="12,5")


def written(tmp_path: Path, *runs: list[Finding], old: Baseline | None = None) -> Baseline:
    file = tmp_path / "baseline.json"
    file.write_text(baseline_text(runs, old), encoding="utf-8")
    return read_baseline(file)


def live(findings) -> list[Finding]:
    return [finding for finding in findings if finding.suppression is None]


def test_what_was_accepted_is_accepted_wherever_it_stands(tmp_path: Path):
    baseline = written(tmp_path, [FINDING])
    moved = replace(FINDING, place=replace(FINDING.place, path="other.tex"), message="said otherwise")
    (accepted,) = accept([moved], baseline)
    assert accepted.suppression == Suppression(Acceptance.BASELINE)
    assert live(accept([OTHER], baseline)) == [OTHER]


def test_a_second_number_of_the_same_labels_and_value_is_new(tmp_path: Path):
    once, twice = written(tmp_path, [FINDING]), written(tmp_path, [FINDING, FINDING])
    assert len(live(accept([FINDING, FINDING], once))) == 1
    assert not live(accept([FINDING, FINDING], twice))


def test_two_papers_that_share_a_table_accept_its_finding_once_each(tmp_path: Path):
    baseline = written(tmp_path, [FINDING, OTHER], [FINDING])
    assert baseline.counts == {"0123abcd": 1, "ffff0000": 1}


def test_a_finding_that_a_comment_accepts_uses_nothing_up(tmp_path: Path):
    marked = replace(FINDING, suppression=Suppression(Acceptance.COMMENT, "so"))
    first, second = accept([marked, FINDING], written(tmp_path, [FINDING]))
    assert (first.suppression.by, second.suppression.by) == (Acceptance.COMMENT, Acceptance.BASELINE)


def test_reasons_written_into_the_file_are_kept_and_told(tmp_path: Path):
    file = tmp_path / "baseline.json"
    document = json.loads(baseline_text([[FINDING]]))
    document["accepted"][0]["reason"] = "from the authors' web page"
    file.write_text(json.dumps(document), encoding="utf-8")
    old = read_baseline(file)
    assert accept([FINDING], old)[0].suppression.reason == "from the authors' web page"
    assert written(tmp_path, [OTHER, FINDING], old=old).reasons == old.reasons


def test_the_file_reads_the_same_whatever_the_order_of_the_findings():
    assert baseline_text([[FINDING, OTHER]]) == baseline_text([[OTHER, FINDING]])
    entry = json.loads(baseline_text([[FINDING]]))["accepted"][0]
    assert (entry["rule"], entry["key"], entry["row"], entry["value"]) == ("TC101", "north", "NorthNet", "66.3")


def test_what_is_no_more_is_counted(tmp_path: Path):
    baseline = written(tmp_path, [FINDING, FINDING, OTHER])
    assert gone(baseline, [[FINDING]]) == 2
    assert gone(baseline, [[FINDING, FINDING, OTHER], []]) == 0


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"tablecheck_baseline": 2, "accepted": []}',
        '{"tablecheck_baseline": 1, "accepted": [3]}',
        "\xff",
    ],
)
def test_a_file_that_is_no_baseline_is_misuse(tmp_path: Path, content: str):
    (tmp_path / "x.json").write_bytes(content.encode("latin-1"))
    with pytest.raises(UsageError, match="is no baseline"):
        read_baseline(tmp_path / "x.json")
    with pytest.raises(UsageError, match="cannot read the baseline"):
        read_baseline(tmp_path / "gone.json")
