import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.evaluation.records import mltables, swde
from tablecheck.evaluation.records.asking import (
    MOST_CELLS,
    describe_by_model,
    describe_pages_by_model,
    objects_in,
    question_of,
    read_answer,
)
from tablecheck.evaluation.records.benchmark import Annotated
from tablecheck.evaluation.records.evaluate import evaluate_records
from tests.evaluation.records.samples import write_samples

SCHEMA = {"Result": ("metric", "model settings"), "Other": ()}
LISTS = frozenset({"model settings"})


def read(answer: str, count: int = 3):
    return read_answer(answer, [f"k{n}" for n in range(1, count + 1)], SCHEMA, LISTS)


def test_prose_and_fences_around_descriptions_are_passed_over():
    answer = (
        'Sure! Here:\n```json\n{"cell": 1, "type": "Result", "metric": "AP"}\n{"cell": 2, "type": "Other"}\n```\nDone.'
    )
    assert read(answer) == {"k1": {"type": "Result", "metric": "AP"}, "k2": {"type": "Other"}}


def test_a_list_of_descriptions_inside_another_object_is_read_too():
    answer = '{"cells": [{"cell": 3, "type": "Result", "metric": "F1", "model settings": {"depth": 4}}]}'
    assert read(answer) == {"k3": {"type": "Result", "metric": "F1", "model settings": {"depth": "4"}}}


def test_counts_out_of_range_unknown_types_and_repetitions_are_dropped():
    answer = "\n".join(
        json.dumps(one)
        for one in (
            {"cell": 9, "type": "Other"},
            {"cell": True, "type": "Other"},
            {"cell": 1, "type": "Guess"},
            {"cell": 2, "type": "Result", "metric": "AP"},
            {"cell": 2, "type": "Other"},
        )
    )
    assert read(answer) == {"k2": {"type": "Result", "metric": "AP"}}


def test_placeholders_are_no_values():
    assert read('{"cell": 1, "type": "Result", "metric": "xx", "model settings": {"a": "xx"}}') == {
        "k1": {"type": "Result"}
    }


def test_an_answer_that_breaks_off_keeps_what_is_whole():
    assert read('{"cell": 1, "type": "Other"}\n{"cell": 2, "type": "Res') == {"k1": {"type": "Other"}}


def test_a_long_table_is_asked_about_in_parts():
    cells = {f"k{n}": str(n) for n in range(MOST_CELLS + 5)}
    asked = []

    def ask(questions):
        asked.extend(questions)
        return ['{"cell": 1, "type": "Other"}', None]

    table = Annotated("t", "the table", "", cells, {}, {})
    assert describe_by_model([table], SCHEMA, LISTS, ask) == [{"k0": {"type": "Other"}}]
    assert len(asked) == 2
    assert f"5: {MOST_CELLS + 4}" in asked[1]


def test_a_question_shows_the_table_the_templates_and_the_numbers(tmp_path):
    (table,) = mltables.read_mltables(write_samples(tmp_path) / "mltables", "dev")
    question = question_of(table, list(table.cells), mltables.SCHEMA, mltables.LISTS)
    assert table.source in question
    assert '"parameter/architecture name"' in question
    assert "\n1: 41.5\n2: 25\n" in question
    assert "{" + "cells}" not in question


def test_a_model_that_answers_rightly_gets_the_same_score_as_the_annotators(tmp_path):
    samples = write_samples(tmp_path)
    (table,) = mltables.read_mltables(samples / "mltables", "dev")

    def ask(questions):
        lines = []
        for count, key in enumerate(table.cells, 1):
            values = {name: value[0] if isinstance(value, list) else value for name, value in table.known[key].items()}
            lines.append(json.dumps({"cell": count, **values}))
        return ["\n".join(lines)]

    scores = evaluate_records("mltables", samples / "mltables", ask=ask)
    assert (scores.backend, scores.f1, scores.exact) == ("llm", 100.0, 100.0)


def test_a_page_is_asked_about_as_a_whole(tmp_path):
    (page,) = swde.read_swde(write_samples(tmp_path) / "swde", "dev")
    described = describe_pages_by_model(
        [page], lambda one: tuple(one.known), lambda questions: ['{"title": "The Long Lake"}']
    )
    assert described == [{"title": "The Long Lake"}]


@settings(max_examples=80)
@given(
    st.lists(st.dictionaries(st.text(max_size=5), st.integers(), max_size=3), max_size=4),
    st.text("ab {}[]\n:", max_size=9),
)
def test_objects_are_found_whatever_stands_between_them(objects, between):
    between = between.replace("{", "").replace("}", "").replace("[", "").replace("]", "")
    text = between.join(["", *map(json.dumps, objects), ""])
    assert list(objects_in(text)) == objects


@settings(max_examples=80)
@given(st.text())
def test_no_answer_breaks_the_reader(answer):
    read(answer)
