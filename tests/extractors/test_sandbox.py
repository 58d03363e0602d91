"""Whatever a PDF does to its reader, the program goes on and says what happened."""

import sys
import threading
import time
from importlib.metadata import EntryPoint
from pathlib import Path

import pymupdf
import pytest

from tablecheck.extractors.registry import extract_content
from tablecheck.extractors.sandbox import Limits, Sandbox, cpu_seconds_apart, end_reading

ROOT = Path(__file__).resolve().parents[2]
limited = pytest.mark.skipif(sys.platform == "win32", reason="Windows bounds neither memory nor processor time")


@pytest.fixture(scope="module")
def pdf() -> bytes:
    with pymupdf.open() as document:
        document.new_page().insert_text((60, 60), "One page with text.")
        return document.tobytes()


@pytest.fixture
def sandbox(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    one = Sandbox()
    yield one
    one.end()


def entry(name: str) -> EntryPoint:
    return EntryPoint(name, f"tests.extractors.hostile.readers:{name}", "")


def message(sandbox: Sandbox, name: str, content: bytes, limits: Limits | None = None) -> str:
    extraction = sandbox.read(entry(name), content, limits or Limits())
    assert not extraction.tables
    (problem,) = extraction.problems
    return problem.message


def test_one_process_reads_document_after_document(sandbox, pdf):
    first, second = (sandbox.read(entry("reads"), pdf, Limits()).tables[0] for _ in range(2))
    assert first.label == second.label
    assert (first.cells, first.caption) == (second.cells, "Of process")
    assert str(first.cells[0].number.uncertainty) == "0.2"


def test_another_reader_has_a_process_of_its_own(sandbox, pdf):
    first = sandbox.read(entry("reads"), pdf, Limits()).tables[0]
    assert "no_such_package" in message(sandbox, "needs_what_is_not_there", pdf)
    assert sandbox.read(entry("reads"), pdf, Limits()).tables[0].label != first.label


@pytest.mark.parametrize(
    ("name", "limits", "says"),
    [
        ("hangs", Limits(seconds=2.0), "took longer than 2 seconds"),
        ("crashes", Limits(), "it broke its reader"),
        ("leaves", Limits(), "it broke its reader"),
        ("fails", Limits(), "ZeroDivisionError: a fault of mine"),
        ("needs_what_is_not_there", Limits(), "no_such_package_anywhere"),
        pytest.param("burns", Limits(cpu_seconds=0.5), "0.5 seconds of processor time", marks=limited),
        pytest.param("fills", Limits(), "needs more memory than reading may take", marks=limited),
    ],
)
def test_what_goes_wrong_is_told_and_the_next_document_is_read(sandbox, pdf, name, limits, says):
    started = time.monotonic()
    assert says in message(sandbox, name, pdf, limits)
    assert sandbox.read(entry("reads"), pdf, Limits()).tables
    assert time.monotonic() - started < 60


@limited
def test_a_document_does_not_pay_for_what_those_before_it_left_in_memory(sandbox, pdf):
    labels = [sandbox.read(entry("remembers"), pdf, Limits()).tables[0].label for _ in range(4)]
    assert len(set(labels)) > 1


def test_threads_take_turns(sandbox, pdf):
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(sandbox.read(entry("reads"), pdf, Limits()).tables[0].label))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_the_processor_time_of_the_other_process_is_known(sandbox, pdf):
    sandbox.read(entry("reads"), pdf, Limits())
    read = sandbox.cpu_seconds
    message(sandbox, "hangs", pdf, Limits(seconds=1.0))
    assert 0 < read < sandbox.cpu_seconds < 10


def test_the_folder_that_we_were_started_in_is_no_place_for_code(sandbox, pdf, tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit('taken from the folder of a manuscript')")
    monkeypatch.chdir(tmp_path)
    assert sandbox.read(entry("reads"), pdf, Limits()).tables


def test_the_registry_reads_pdfs_apart_and_the_pages_that_are_too_many_are_named(pdf):
    before = cpu_seconds_apart()
    for _ in range(20):  # one page may take less than the clock can tell
        assert not extract_content(pdf, "pdf").tables
    assert cpu_seconds_apart() > before


def test_what_a_process_took_to_start_is_counted_once_when_it_ends(pdf):
    extract_content(pdf, "geometry")
    read = cpu_seconds_apart()
    end_reading()
    ended = cpu_seconds_apart()
    assert ended > read
    end_reading()
    assert cpu_seconds_apart() == ended
