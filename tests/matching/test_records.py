import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.matching.record_names import dataset_of, task_of, usual_name
from tablecheck.matching.record_words import kind_of, metric_of, unit_of
from tablecheck.matching.records import records_of
from tablecheck.model.record import Record, RecordType
from tests.pipes import pipes

LABELS = st.sampled_from(
    ["Method", "Lake", "COCO", "AP", "AP₅₀", "Acc (%)", "Params (M)", "val", "NorthNet", "", "#", "✓"]
)
ROWS = st.lists(
    st.lists(st.one_of(LABELS, st.sampled_from(["71.2", "3", "0.5"])), min_size=3, max_size=3).map(" | ".join),
    min_size=1,
    max_size=5,
)


def record(text: str, place: tuple[int, int], caption: str = "", around: str = "") -> Record:
    return records_of(pipes(text, caption), around)[place]


@pytest.mark.parametrize(
    ("label", "metric"),
    [
        ("Top-1 Acc. (%)", "accuracy"), ("top1", "accuracy"), ("Top-5", "top-5 accuracy"), ("APᵇ₅₀", "AP50"),
        ("AP₇₅", "AP75"), ("AP@50", "AP50"), ("mAP@[.5:.95]", "AP"), ("APₘ", "AP medium"),
        ("mIoU", "IoU"), ("F₁", "F1"), ("macro-F1", "macro F1"), ("R-1", "ROUGE-1"), ("R@10", "recall@10"),
        ("IC₅₀ (nM)", "IC50"), ("IS", "IS"), ("is", ""), ("Lake", ""), ("#Params", ""), ("capital", ""),
    ],
)  # fmt: skip
def test_a_metric_has_one_spelling_for_all_papers(label, metric):
    assert metric_of(label) == metric


def test_labels_say_what_kind_of_number_stands_below():
    assert kind_of("Acc") is RecordType.RESULT
    assert kind_of("Params (M)") is RecordType.SETTING
    assert kind_of("#images") is RecordType.STATISTIC
    assert kind_of("Δ Acc") is RecordType.OTHER
    assert kind_of("Latency (ms)") is RecordType.OTHER
    assert kind_of("Lake") is None


def test_names_are_found_in_prose():
    assert dataset_of("Accuracy on the Vale Roads dataset") == "Vale Roads"
    assert dataset_of("with weights of ImageNet pretraining on COCO") == "COCO"
    assert task_of("Results of semantic segmentation") == "semantic segmentation"
    assert usual_name("We propose NorthNet. NorthNet beats SouthNet.") == "NorthNet"
    assert unit_of("Time [ms]") == "ms"


def test_a_result_knows_its_model_metric_data_and_settings():
    table = "Method | Backbone | COCO AP | Params (M)\nNorthNet | R-50 | 41.5 | 25\nSouthNet | R-101 | 43.0 | 44\n"
    assert record(table, (1, 2), "Object detection on COCO val2017.") == Record(
        RecordType.RESULT, "object detection", "COCO", "COCO AP", "NorthNet", "validation", "", "41.5",
        (("Backbone", "R-50"),),
    )  # fmt: skip
    params = record(table, (2, 3), "Object detection on COCO val2017.")
    assert (params.type, params.metric, params.unit, params.model) == (
        RecordType.SETTING, "Params (M)", "M", "SouthNet",
    )  # fmt: skip


def test_columns_of_data_sets_take_the_metric_of_the_caption():
    table = "Method | CIFAR-10 | CIFAR-100\nNorthNet | 95.1 | 80.2\n"
    one = record(table, (1, 2), "Test accuracy (%).")
    assert (one.metric, one.dataset, one.split, one.unit) == ("accuracy", "CIFAR-100", "test", "%")


def test_the_split_of_a_column_goes_before_that_of_the_caption():
    table = "Method | Val Acc | Test Acc\nNorthNet | 95.1 | 94.2\n"
    assert [record(table, (1, c), "Results on the test set").split for c in (1, 2)] == ["validation", "test"]


def test_rows_may_be_what_is_measured():
    table = "Metric | NorthNet | SouthNet\nAcc | 95.1 | 94.2\nF1 | 93.0 | 92.1\n"
    one = record(table, (2, 1))
    assert (one.metric, one.model, one.type) == ("F1", "NorthNet", RecordType.RESULT)


def test_a_ratio_that_was_tried_is_a_setting_of_the_results_beside_it():
    table = "δ | AP\n0.5 | 38.5\n0.6 | 40.2\n"
    assert record(table, (1, 0)).type is RecordType.SETTING
    assert record(table, (1, 0)).metric == "δ"


def test_confusions_are_no_results():
    table = " | lake | river | delta\nlake | 90 | 5 | 5\nriver | 4 | 92 | 4\ndelta | 1 | 2 | 97\n"
    assert {one.type for one in records_of(pipes(table, "Accuracy by class.")).values()} == {RecordType.OTHER}


def test_statistics_of_data_are_told_from_results():
    table = "Corpus | #sentences | Avg. length\nVale | 1200 | 17.1\nDale | 900 | 21.0\n"
    one = record(table, (1, 1), "Statistics of the corpora.")
    assert (one.type, one.dataset, one.metric) == (RecordType.STATISTIC, "Vale", "#sentences")


def test_the_text_around_fills_in_what_table_and_caption_leave_out():
    one = record("Method | AP\nNorthNet | 40.1\n", (1, 1), "", "We do object detection on the Vale dataset.")
    assert (one.task, one.dataset) == ("object detection", "Vale")


@settings(max_examples=60)
@given(ROWS, st.sampled_from(["", "Test accuracy on COCO", "Statistics of the data sets"]))
def test_every_cell_with_a_number_gets_a_record_with_its_value(rows, caption):
    table = pipes("\n".join(rows) + "\n", caption)
    records = records_of(table)
    assert {place: one.value for place, one in records.items()} == {
        (cell.row, cell.column): cell.numbers[0].text for cell in table.cells if cell.numbers
    }


@pytest.mark.parametrize("run", ["A", "Aa", "a", "AP ", "A-", "1.", "(", "dataset ", "R@", "²"])
def test_no_text_costs_more_than_its_length_is_worth(run):
    text = run * (20_000 // len(run))
    started = time.process_time()
    records_of(pipes(f"Method | {text[:200]}\nNorthNet | 71.2\n", text[:5_000]), text)
    assert time.process_time() - started < 5
