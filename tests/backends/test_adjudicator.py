"""A model may confirm a finding or lower it; it never adds one, and a server that fails changes nothing."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablecheck.backends.llm.judging import read_opinion
from tablecheck.linter.adjudication import Band, adjudicated
from tablecheck.model.finding import Safety, Severity, Verdict
from tablecheck.reporters.json_report import render_json
from tests.backends.model_server import BROKEN, Says
from tests.cli.command import environment, run
from tests.reporters.exhibits import RICH

ALL = Band(0.0, 1.0)
VERDICTS = ("slip", "harmless", "unsure", "HARMLESS", "error")


def says(verdict: str, reason: str = "Another split.") -> Says:
    return Says(json.dumps({"verdict": verdict, "reason": reason}))


@pytest.fixture
def first():
    """The one finding of the report that points to a cited cell, at a place of its own."""
    return RICH.findings[0]


def test_both_rows_go_along_with_headers_and_captions(server, model, first):
    server.behaviour = lambda asked: says("unsure")
    adjudicated(RICH, model(), ALL)
    words = server.log[0].words
    for text in ("Results <b>&.", ">>> BLEU: 76.3±0.1", "- chrF: 55.0", ">>> BLEU: 66.3", first.message):
        assert text in words
    assert "SouthNet" not in words  # other rows are nobody's business


def test_a_finding_that_seems_harmless_is_lowered_and_says_by_whom(server, model, first):
    server.behaviour = lambda asked: says("harmless", "One is BLEU-4,\nthe other\u202e is not.")
    judged = adjudicated(RICH, model(), ALL).findings[0]
    assert (judged.severity, judged.confidence) == (Severity.WARNING, first.confidence / 2)
    assert judged.judgement.verdict is Verdict.LOWERED
    assert judged.message == (
        f"{first.message}; a model (small) finds it harmless, so that it was lowered from error: "
        "“One is BLEU-4, the other is not.”"
    )
    assert {fix.safety for fix in judged.fixes} == {Safety.UNSAFE}
    assert judged.fingerprint == first.fingerprint


@pytest.mark.parametrize(("verdict", "words"), [("slip", "finds it right"), ("unsure", "is unsure")])
def test_what_is_confirmed_or_unsure_keeps_its_weight(server, model, first, verdict, words):
    server.behaviour = lambda asked: says(verdict)
    judged = adjudicated(RICH, model(), ALL).findings[0]
    assert words in judged.message
    assert replace(judged, message=first.message, judgement=None) == first


def test_only_the_band_is_asked_about_and_only_findings_with_a_cited_cell(server, model):
    server.behaviour = lambda asked: says("harmless")
    assert adjudicated(RICH, model(), Band(0.1, 0.97)) == RICH
    assert server.log == []
    judged = adjudicated(RICH, model(), Band(0.97, 0.98))
    assert [bool(finding.judgement) for finding in judged.findings] == [
        bool(finding.source and finding.source.exhibit) for finding in RICH.findings
    ]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (BROKEN, "status 500"),
        (Says("I cannot say."), "no verdict"),
        (Says(refusal="No."), "no verdict"),
        (Says('{"verdict": "guilty", "reason": "so"}'), "no verdict"),
        (Says('{"verdict": "harmless", "reason": " "}'), "no verdict"),
    ],
)
def test_a_server_that_fails_changes_no_finding_and_is_a_problem(server, model, said, why):
    server.behaviour = lambda asked: said
    judged = adjudicated(RICH, model(attempts=1), ALL)
    assert judged.findings == RICH.findings
    (problem,) = judged.problems[len(RICH.problems) :]
    assert why in problem.message
    assert "not judged by small" in problem.message


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(reply=st.text(max_size=40) | st.builds(lambda *words: says(*words).text, st.sampled_from(VERDICTS), st.text()))
def test_no_reply_raises_a_finding_or_adds_one(server, model, reply):
    server.behaviour = lambda asked: Says(reply)
    judged = adjudicated(RICH, model(), ALL)
    assert len(judged.findings) == len(RICH.findings)
    for after, before in zip(judged.findings, RICH.findings, strict=True):
        assert after.severity <= before.severity
        assert after.severity >= before.severity - 1
        assert after.confidence <= before.confidence
        assert (after.rule, after.place, after.fingerprint) == (before.rule, before.place, before.fingerprint)


def test_an_opinion_is_found_in_prose():
    opinion = read_opinion('Let me see {x}.\n```json\n{"verdict": "Harmless", "reason": "Rounded."}\n```')
    assert (opinion.verdict, opinion.reason) == (Verdict.LOWERED, "Rounded.")


def test_the_json_has_the_judgement_by_its_parts(server, model):
    server.behaviour = lambda asked: says("harmless")
    document = json.loads(render_json(adjudicated(RICH, model(), ALL)))
    assert document["findings"][0]["judgement"] == {
        "verdict": "lowered", "reason": "Another split.", "model": "small", "severity_before": "error",
    }  # fmt: skip
    assert document["findings"][-1]["judgement"] is None


def test_the_command_asks_where_it_is_told_to_and_every_format_says_so(server, tmp_path):
    server.behaviour = lambda asked: says("harmless")
    (tmp_path / "tablecheck.toml").write_text(
        'adjudicate = true\nadjudicate-between = [0, 1]\nllm = "small"\nllm-price-in = 1\nllm-price-out = 1\n'
    )
    formats = ("json", "sarif", "markdown", "html", "junit", "gitlab", "github", "concise")
    others = [part for name in formats for part in ("--output", f"{name}={tmp_path / name}")]
    env = environment(tmp_path / "cache", OPENAI_BASE_URL=server.base_url)
    command = ("examples/paper.tex", "--config", tmp_path / "tablecheck.toml", "--all")
    done = run(*command, "--budget", "1", *others, env=env)
    assert done.returncode == 1, done.stderr
    assert f"questions to small at {server.base_url[7:-3]}" in done.stderr
    assert "a model was asked about" in done.stdout
    for name in formats:
        text = (tmp_path / name).read_text("utf-8")
        assert "finds it harmless" in text, name
    assert "Another split." in done.stdout
    asked = len(server.log)
    assert asked >= 5
    run(*command, "--no-adjudicate", env=env)
    run(*command, "--offline", env=env)
    run(*command, env=env)
    assert len(server.log) == asked  # what was judged once is remembered


def test_nobody_is_asked_by_default(server, tmp_path):
    env = environment(
        tmp_path / "cache", OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="sk-x", TABLECHECK_MODEL="small"
    )
    run("examples/paper.tex", "--isolated", env=env)
    assert server.log == []


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--adjudicate"], "no model is named; give --llm"),
        (["--adjudicate", "--llm", "small", "--offline"], "--offline forbids"),
        (["--adjudicate", "--llm", "small"], "wants a key; set OPENAI_API_KEY"),
        (
            ["--adjudicate", "--llm", "small", "--base-url", "http://127.0.0.1:9", "--budget", "1"],
            "a budget needs a price",
        ),
    ],
)
def test_what_is_missing_is_said_before_anything_is_read(options, says, tmp_path):
    done = run("examples/paper.tex", "--isolated", *options, env=environment(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
