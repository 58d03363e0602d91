"""Batches on this machine."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from tablecheck.batch.job import Limits
from tablecheck.batch.run import run_batch
from tablecheck.batch.supervised import Supervised
from tablecheck.model.errors import UsageError
from tests.batch.conftest import task_for


def _results(out):
    return {path.name: path.read_text("utf-8") for path in sorted((out / "results").iterdir())}


def test_results_are_those_expected_and_the_same_for_any_number_of_workers(conference, submissions, tmp_path):
    expected = json.loads((conference / "expected.json").read_text("utf-8"))
    one = run_batch(task_for(conference, tmp_path / "1"), submissions, tmp_path / "one", jobs=1)
    two = run_batch(task_for(conference, tmp_path / "2"), list(reversed(submissions)), tmp_path / "two", jobs=2)
    assert _results(tmp_path / "one") == _results(tmp_path / "two")
    for done in (one, two):
        papers = {path.name for path in (conference / "papers").iterdir()}
        assert set(done.read.values()) == {1}, "a document was read more than once"
        assert len(papers) <= len(done.read) <= len(papers) + 1  # and the hostile one of a poisoned manuscript
    for name, wanted in expected.items():
        result = json.loads((tmp_path / "one" / "results" / f"{name}.json").read_text("utf-8"))
        found = [finding["text"] for one in result["manuscripts"] for finding in one["findings"]]
        if "wrong" in wanted:
            assert set(wanted["wrong"]) <= set(found), name
        else:
            assert result["problems"] or any(one["problems"] for one in result["manuscripts"]), wanted
    index = (tmp_path / "one" / "index.csv").read_text("utf-8").splitlines()
    assert len(index) == len(submissions) + 1
    assert (tmp_path / "one" / "summary.html").stat().st_size > 5_000
    assert str(tmp_path) not in "".join(_results(tmp_path / "one").values())


def test_what_is_finished_is_not_done_again(conference, submissions, tmp_path):
    task, out = task_for(conference, tmp_path), tmp_path / "out"
    run_batch(task, submissions[:3], out, jobs=1)
    stamps = {path: path.stat().st_mtime_ns for path in (out / "results").iterdir()}
    with pytest.raises(UsageError, match="--resume"):
        run_batch(task, submissions, out, jobs=1)
    with pytest.raises(UsageError, match="other options"):
        run_batch(replace(task, overrides={}), submissions, out, jobs=1, resume=True)
    done = run_batch(task, submissions[:5], out, jobs=1, resume=True)
    assert done.already == 3
    assert len(done.tally.rows) == 5
    assert {path: path.stat().st_mtime_ns for path in stamps} == stamps


def test_a_run_that_is_killed_goes_on_where_it_was(conference, submissions, tmp_path):
    out = tmp_path / "out"
    command = [
        sys.executable, "-m", "tablecheck", "batch", conference / "submissions", "--out", out,
        "--papers", conference / "papers", "--jobs", "1",
    ]  # fmt: skip
    run = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 200
    while len(list((out / "results").glob("*.json"))) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    run.kill()
    run.wait()
    before = _results(out)
    assert 2 <= len(before) < len(submissions)
    again = subprocess.run(
        list(map(str, [*command, "--resume"])), capture_output=True, text=True, timeout=240, check=False
    )
    assert f"{len(before)} of them before" in again.stdout
    assert again.returncode == 3, again.stderr
    after = _results(out)
    assert len(after) == len(submissions)
    assert before.items() <= after.items()


def test_a_manuscript_that_hangs_costs_its_time_and_no_other(submissions, task):
    worker = Supervised(replace(task, limits=Limits(seconds=3)))

    def stop() -> None:
        while worker._child is None:
            time.sleep(0.01)
        os.kill(worker._child.pid, signal.SIGSTOP)  # nothing that it does will come back

    threading.Thread(target=stop, daemon=True).start()
    started = time.monotonic()
    answer = worker.check(submissions[0])
    assert answer.result["status"] == "stopped"
    assert "longer than 3 seconds" in answer.result["problems"][0]["message"]
    assert time.monotonic() - started < 60
    worker._task = task
    assert worker.check(submissions[0]).result["status"] == "checked"
    worker.close()


def test_a_worker_that_dies_is_replaced(submissions, task):
    worker = Supervised(task)
    assert worker.check(submissions[0]).result["status"] == "checked"
    first = worker._child
    killer = threading.Timer(0.05, lambda: os.kill(first.pid, signal.SIGKILL))
    os.kill(first.pid, signal.SIGSTOP)
    killer.start()
    answer = worker.check(submissions[1])
    assert answer.result["status"] == "crashed"
    assert worker.check(submissions[1]).result["status"] == "checked"
    assert worker._child is not first
    worker.close()


def test_a_worker_is_recycled(submissions, task):
    worker = Supervised(replace(task, limits=replace(task.limits, manuscripts=1)))
    worker.check(submissions[0])
    assert worker._child is None


def test_a_worker_loads_nothing_that_it_does_not_need():
    heavy = ("torch", "openai", "distributed", "pygls", "rich", "matplotlib", "sklearn", "requests_cache")
    code = (
        "import sys; import tablecheck.batch.checking, tablecheck.batch.child; "
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
