"""The lock file: nothing is lost in it, equal locks are equal texts, and no damage of it goes unnoticed."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.model.errors import LockError
from tablecheck.model.table import Cell, Table, with_numbers
from tablecheck.sources.lock_file import read_lock, write_lock, written_lock
from tests.sources.locks import SHA, lock_with, tables

TABLE = Table(tuple(with_numbers(Cell(0, column, text)) for column, text in enumerate(["NorthNet", "81.5"])))


def values(table: Table) -> tuple:
    return table.cells, table.caption, table.label, table.notes, table.place, table.read_by, table.confidence


@given(st.lists(tables(), max_size=2))
@settings(max_examples=60, deadline=None)
def test_a_lock_comes_back_as_it_was_written(tmp_path_factory, some):
    path = tmp_path_factory.mktemp("lock") / "tablecheck.lock"
    lock = lock_with(*some)
    write_lock(path, lock)
    back = read_lock(path)
    assert (back.manuscript, back.references) == (lock.manuscript, lock.references)
    assert back.tables[SHA].extraction.problems == lock.tables[SHA].extraction.problems
    assert [values(table) for table in back.tables[SHA].extraction.tables] == [values(table) for table in some]
    assert written_lock(back) == path.read_text(encoding="utf-8")


def test_the_order_of_references_does_not_matter():
    lock = lock_with(TABLE)
    turned = replace(lock, references=dict(reversed(lock.references.items())))
    assert written_lock(turned) == written_lock(lock)


def test_a_changed_cell_is_a_changed_line():
    other = Table((TABLE.cells[0], with_numbers(Cell(0, 1, "81.6"))))
    before, after = (written_lock(lock_with(table)).splitlines() for table in (TABLE, other))
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    assert [[line.strip() for line in pair] for pair in changed] == [['[0, 1, "81.5"]', '[0, 1, "81.6"]']]


def test_a_lock_that_says_the_same_is_not_written_again(tmp_path):
    path = tmp_path / "tablecheck.lock"
    assert write_lock(path, lock_with(TABLE))
    assert not write_lock(path, lock_with(TABLE))
    assert [entry.name for entry in tmp_path.iterdir()] == ["tablecheck.lock"]


def test_a_lock_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(LockError, match="cannot be written"):
        write_lock(tmp_path / "nowhere" / "tablecheck.lock", lock_with())


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_lock_that_was_cut_off_or_scribbled_on_is_refused_or_read_and_nothing_else(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("lock") / "tablecheck.lock"
    content = bytearray(written_lock(lock_with(TABLE)).encode())
    if data.draw(st.booleans()):
        content = content[: data.draw(st.integers(0, len(content) - 2))]
    else:
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    with suppress(LockError):
        read_lock(path)


def tampered(path, change) -> None:
    written = json.loads(written_lock(lock_with(TABLE)))
    change(written)
    path.write_text(json.dumps(written), encoding="utf-8")


TAMPERED = [
    lambda lock: lock["documents"][SHA]["tables"][0]["cells"].append([0, 2, "x", {"rows": 10**9}]),
    lambda lock: lock["documents"][SHA]["tables"][0]["cells"].append([4999, 4999, "x"]),
    lambda lock: lock["documents"][SHA]["tables"][0]["cells"].append([0, 1, "twice"]),
    lambda lock: lock["documents"][SHA]["tables"][0]["cells"].append([0, 2, "x", {"rows": 0}]),
    lambda lock: lock["documents"][SHA]["tables"][0]["cells"].append([0, True, 5]),
    lambda lock: lock["documents"][SHA]["tables"][0]["cells"].append([0, 2, "1", {"numbers": [{"value": "NaN"}]}]),
    lambda lock: lock["documents"][SHA]["tables"][0].update(caption=7),
    lambda lock: lock["documents"][SHA].update(kind="exe"),
    lambda lock: lock["documents"].clear(),
    lambda lock: lock["documents"].update(short=lock["documents"][SHA]),
    lambda lock: lock.update(tablecheck_lock=2),
    lambda lock: lock.update(references=[]),
    lambda lock: lock.pop("manuscript"),
]


@pytest.mark.parametrize("change", TAMPERED)
def test_what_no_lock_says_is_refused(tmp_path, change):
    path = tmp_path / "tablecheck.lock"
    tampered(path, change)
    with pytest.raises(LockError, match="tablecheck lock"):
        read_lock(path)


def test_the_marks_of_a_merge_are_named(tmp_path):
    path = tmp_path / "tablecheck.lock"
    path.write_text("{\n<<<<<<< ours\n}\n=======\n", encoding="utf-8")
    with pytest.raises(LockError, match="merge conflict"):
        read_lock(path)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 200_000, b"null", b'{"tablecheck_lock": 1}'])
def test_what_is_no_lock_is_refused(tmp_path, content):
    path = tmp_path / "tablecheck.lock"
    path.write_bytes(content)
    with pytest.raises(LockError):
        read_lock(path)
