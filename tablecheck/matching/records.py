"""The cells of a table as records, by rules: what labels, caption and the text around say of each number.

Labels come first, then the caption, then the text. What none of them says stays empty; nothing is guessed from the
numbers, but for tables that compare a list of things with itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tablecheck.matching.record_labels import SECTION, Label, Labels, counts_data, is_size, is_words, labels_of
from tablecheck.matching.record_names import (
    dataset_of,
    is_dataset,
    task_of,
    usual_dataset,
    usual_name,
    usual_task,
)
from tablecheck.matching.record_words import (
    is_cost,
    kind_of,
    metric_of,
    role_of,
    task_by_metric,
    tells_of_data,
    tells_of_results,
    tells_of_settings,
    unit_of,
    usual_metric,
)
from tablecheck.matching.splits import split_of
from tablecheck.model.record import Record, RecordType
from tablecheck.model.table import Cell, Table

_INDEX = re.compile(r"\bserial\b|\bentry\b|^(?:no\.?|#|nr\.?|id)$", re.I)
_VALUE_LIKE = re.compile(r"^[\d.,]+\s?[%×xKMBG]?$|^\(")
_CONDITION = re.compile(r"schedule|shots?\b|backbone|strategy|ratio of", re.I)
_COMPOUND = re.compile(r"compound\b", re.I)


@dataclass(frozen=True, slots=True)
class _Around:
    """What caption and text say of the whole table; ``usual_task`` is that of the text alone."""

    caption: str
    metric: str
    task: str
    usual_task: str
    dataset: str
    model: str
    split: str
    unit: str


def records_of(table: Table, text: str = "") -> Mapping[tuple[int, int], Record]:
    """Write the cells that print numbers as records, by their row and column.

    Args:
        table: Any table; its caption is read too.
        text: What the paper says around it, where that is known.
    """
    around, labels = _around(table.caption, text), labels_of(table)
    return {(cell.row, cell.column): _record(cell, labels, around) for cell in table.cells if cell.numbers}


def _around(caption: str, text: str) -> _Around:
    is_open = not caption or tells_of_results(caption)
    return _Around(
        caption=caption,
        metric=metric_of(caption) or (usual_metric(text) if is_open else ""),
        task=task_of(caption),
        usual_task=usual_task(text),
        dataset=dataset_of(caption) or usual_dataset(text),
        model=usual_name(caption) or usual_name(text),
        split=split_of(caption),
        unit=unit_of(caption),
    )


def _record(cell: Cell, labels: Labels, around: _Around) -> Record:
    if cell.is_header or cell.row < labels.top:
        return _of_header(cell, around)
    if cell.column in labels.stub or cell.column in labels.varied:
        return _of_label(cell, labels, around)
    columns, rows = labels.columns[cell.column], labels.rows[cell.row]
    measure, kind = ("", RecordType.OTHER) if labels.is_square else _measure(columns, rows, labels, around)
    split = split_of(*(one.text for one in (*reversed(columns), *rows)))
    record = Record(
        type=kind,
        task=_first(task_of(one.text) for one in (*columns, *rows)) or _task(measure, around),
        metric=measure,
        split=split or (around.split if kind is RecordType.RESULT else ""),
        unit=_first(unit_of(one.text) for one in (*reversed(columns), *rows) if kind_of(one.text)) or around.unit,
        value=cell.numbers[0].text,
    )
    return _placed(record, [one for one in columns if one.text != measure], rows, labels, around)


def _of_header(cell: Cell, around: _Around) -> Record:
    is_of_model = is_size(cell.text.strip())
    return Record(
        type=RecordType.SETTING if is_of_model else RecordType.OTHER,
        dataset=around.dataset,
        model=around.model,
        metric="number of parameters" if is_of_model else "",
        value=cell.numbers[0].text,
    )


def _of_label(cell: Cell, labels: Labels, around: _Around) -> Record:
    """A number that names its row, such as the ratio that was tried."""
    head = labels.heads[cell.column]
    if role_of(head) or (cell.column in labels.stub and is_words(cell.text)):
        kind = RecordType.OTHER
    else:
        kind = RecordType.STATISTIC if counts_data(head) else RecordType.SETTING
    record = Record(type=kind, metric=head, unit=unit_of(head), value=cell.numbers[0].text)
    return _placed(record, [], [one for one in labels.rows[cell.row] if one.head != head], labels, around)


def _measure(
    columns: Sequence[Label], rows: Sequence[Label], labels: Labels, around: _Around
) -> tuple[str, RecordType]:
    """What is measured, as printed, and what kind of number that makes; a metric tells more than anything else."""
    texts = [one.text for one in reversed(columns)]
    texts += [one.text for one in rows if not one.head or role_of(one.head) == "metric"]
    for text in sorted(texts, key=lambda text: kind_of(text) is not RecordType.RESULT):
        if (kind := kind_of(text)) is not None:
            return text, kind
    if tells_of_data(around.caption):
        name = columns[-1].text if labels.rows_are_data and columns else rows[0].text if rows else ""
        return name, RecordType.STATISTIC
    if tells_of_settings(around.caption):
        return columns[-1].text if columns else "", RecordType.SETTING
    if is_cost(around.caption) and not around.metric:
        return "", RecordType.OTHER
    is_result = around.metric or tells_of_results(around.caption)
    return around.metric, RecordType.RESULT if is_result else RecordType.OTHER


def _task(measure: str, around: _Around) -> str:
    by_metric = task_by_metric(measure)
    if by_metric and (not around.task or by_metric in around.caption.lower()):
        return by_metric
    return around.task or around.usual_task


def _placed(record: Record, columns: Sequence[Label], rows: Sequence[Label], labels: Labels, around: _Around) -> Record:
    """Give what is not measured its place: model, data set, or a setting."""
    named: dict[str, str] = {}
    settings: list[tuple[str, str]] = []
    _place_rows(record, rows, labels, named, settings)
    _place_columns(record, columns, labels, around, named, settings)
    return replace(
        record,
        dataset=named.get("dataset") or around.dataset,
        model=named.get("model") or around.model,
        settings=tuple(settings),
    )


def _place_rows(
    record: Record, rows: Sequence[Label], labels: Labels, named: dict[str, str], settings: list[tuple[str, str]]
) -> None:
    has_model = any(role_of(label.head) == "model" for label in rows)
    usual = "dataset" if labels.rows_are_data else "" if has_model else "model"
    for label in rows:
        if label.text == record.metric or (_INDEX.search(label.head) and label.text.isdigit()):
            continue
        role = role_of(label.head)
        if not role and (not is_words(label.head, 1) or label.head in labels.cited):
            role = usual
        if label.head == SECTION and _COMPOUND.match(label.text):
            role = "model"
        if role in {"model", "dataset"} and role not in named:
            named[role] = label.text
        elif role not in {"metric", "split", "task"}:
            settings.append((label.head or SECTION, label.text))


def _place_columns(
    record: Record, columns: Sequence[Label], labels: Labels, around: _Around, named: dict[str, str],
    settings: list[tuple[str, str]],
) -> None:  # fmt: skip
    texts = [label.text for label in columns]
    measured = metric_of(record.metric) or any(kind_of(text) is RecordType.RESULT for text in texts)
    heads_sizes = any(map(is_size, texts))
    group = ""
    for text in texts:
        data = dataset_of(text)
        is_inner = text == texts[-1]
        if is_size(text):
            settings.append(("model size", text))
        elif _VALUE_LIKE.match(text):
            settings.append((group or "setting", text))
        elif role_of(text) and not is_inner and len(text.split()) == 1:
            continue  # says what kind of thing the labels below are
        elif data and "dataset" not in named:
            named["dataset"] = text if is_dataset(text) and kind_of(text) is None else data
        elif _CONDITION.search(text):
            settings.append(("setting", text))
        elif kind_of(text) is None and not task_of(text) and not split_of(text):
            is_of_model = "model" not in named and not labels.rows_are_data and not heads_sizes
            is_of_data = "dataset" not in named and (is_inner or not (measured and around.dataset))
            if is_of_model or is_of_data or "model" not in named:
                named["model" if is_of_model or not is_of_data else "dataset"] = text
        group = text


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, texts), "")
