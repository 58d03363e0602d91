import json

import pytest

from tablecheck.evaluation.records import discomat, mltables, swde
from tablecheck.evaluation.records.evaluate import DATASETS, evaluate_records
from tablecheck.evaluation.records.scores import Tally
from tablecheck.model.errors import UsageError
from tests.data_folder import DATA, needs_data
from tests.evaluation.records.samples import write_samples


@pytest.fixture
def samples(tmp_path):
    return write_samples(tmp_path)


def test_a_plain_table_of_results_is_described_rightly(samples):
    scores = evaluate_records("mltables", samples / "mltables")
    assert (scores.measure, scores.parts, scores.cells) == ("Table-F1", 1, 4)
    assert scores.f1 == 100.0
    assert scores.by_attribute["metric"] == Tally(right=2)
    assert scores.by_part == {"2001.00001v1_table0": 100.0}


def test_numbers_are_found_by_their_place_in_the_latex(samples):
    (table,) = mltables.read_mltables(samples / "mltables", "dev")
    described = mltables.describe_by_rules(table)
    by_value = {
        table.cells[key]: one["model/method" if one["type"] == "Result" else "model"] for key, one in described.items()
    }
    assert by_value == {"41.5": "NorthNet", "25": "NorthNet", "43.0": "SouthNet", "44": "SouthNet"}


def test_activities_of_compounds_are_described_and_other_numbers_left_out(samples):
    scores = evaluate_records("chemtables", samples / "chemtables")
    assert scores.f1 == 100.0
    assert scores.by_attribute["treatment compound"] == Tally(right=2)


def test_glasses_become_tuples(samples):
    scores = evaluate_records("discomat", samples / "discomat")
    assert (scores.measure, scores.precision, scores.recall) == ("Tuple-F1", 75.0, 75.0)  # 34.5 is not 34
    (table,) = discomat.read_discomat(samples / "discomat", "dev")
    assert ("S01_1_3_G2", "SiO2", 65.5, "mol") in discomat.amounts_of(table, discomat.describe_by_rules(table))


def test_attributes_of_a_page_stand_after_their_labels(samples):
    (page,) = swde.read_swde(samples / "swde", "dev")
    assert swde.describe_by_rules(page) == {
        "title": "The Long Lake",
        "author": "A. River",
        "publisher": "Delta Press",
        "isbn_13": "978-1-23-456789-7",
    }
    scores = evaluate_records("swde", samples / "swde")
    assert (scores.measure, scores.f1) == ("Page-F1", 100.0)  # the fifth attribute stands on no page


def test_what_goes_wrong_is_counted_with_its_first_case(samples):
    path = samples / "mltables" / "dev.json"
    tables = json.loads(path.read_text("utf-8"))
    for cell in tables["2001.00001v1_table0"]["cell_list_gold"]:
        if cell["type"] == "Result":
            cell["metric"] = "mIoU"
    path.write_text(json.dumps(tables), "utf-8")
    scores = evaluate_records("mltables", samples / "mltables")
    (mistake,) = scores.mistakes
    assert (mistake.attribute, mistake.what, mistake.count) == ("metric", "another value", 2)
    assert (mistake.cell, mistake.known) == ("41.5", "mIoU")
    assert scores.by_attribute["metric"] == Tally(wrong=2, missed=2)


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"a": 1}', '{"a": {"b": 2}}', '{"a": {"b": {"c": []}}}'])
def test_a_file_of_another_form_is_refused_with_words(tmp_path, dataset, content):
    (tmp_path / "dev.json").write_text(content, "utf-8")
    with pytest.raises(UsageError, match=r"dev\.json"):
        evaluate_records(dataset, tmp_path)


def test_a_split_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"test\.json"):
        evaluate_records("mltables", tmp_path, "test")


@needs_data
@pytest.mark.data
@pytest.mark.parametrize(
    ("dataset", "split", "f1", "exact"),
    [("mltables", "dev", 85, 79), ("mltables", "train", 75, 65), ("chemtables", "dev", 90, 90),
     ("chemtables", "train", 78, 78)],
)  # fmt: skip
def test_the_rules_keep_their_table_f1_on_the_development_data(dataset, split, f1, exact):
    scores = evaluate_records(dataset, DATA / "schema-to-json" / dataset, split)
    assert scores.f1 >= f1
    assert scores.exact >= exact
