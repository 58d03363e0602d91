"""Batches on a real Dask scheduler with real worker processes."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import tablecheck
from tablecheck.batch.cluster import check_on_cluster
from tablecheck.batch.run import run_batch
from tablecheck.model.errors import UsageError
from tests.batch.conftest import task_for
from tests.batch.stores import free_port, needs_cluster, wait_for
from tests.evaluation.pages import ROWS, draw_tables

pytestmark = [needs_cluster, pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")]


class Cluster:
    """A scheduler and its workers, which can be killed one by one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        wait_for(self.port)
        self.workers = [self.start_worker(), self.start_worker()]

    def start_worker(self, code: str = "") -> "subprocess.Popen[bytes]":
        """Start a worker, with the package in the folder ``code`` where it is not to have ours."""
        arguments = ("--nthreads", "1", "--no-nanny", "--death-timeout", "60")
        return self._start("worker", self.address, *arguments, PYTHONPATH=code)

    def restart_scheduler(self) -> None:
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        wait_for(self.port)
        self.workers = [self.start_worker(), self.start_worker()]

    def _start(self, *arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:], "--no-dashboard"]
        return subprocess.Popen(
            command,
            cwd=self._folder,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


@contextmanager
def _cluster(folder: Path) -> Iterator[Cluster]:
    started: list[subprocess.Popen[bytes]] = []
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        started += [cluster.scheduler, *cluster.workers]
        for process in started:
            with_children(process, signal.SIGKILL)
            process.wait()


def with_children(process: "subprocess.Popen[bytes]", number: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _results(out: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted((out / "results").iterdir())}


@pytest.fixture(scope="module")
def alone(conference, tmp_path_factory) -> dict[str, str]:
    """The results without a cluster."""
    from tablecheck.batch.submission import find_submissions

    folder = tmp_path_factory.mktemp("alone")
    run_batch(task_for(conference, folder), find_submissions(conference / "submissions"), folder / "out", jobs=2)
    return _results(folder / "out")


def test_a_cluster_gives_the_same_results_though_a_worker_is_killed(conference, submissions, alone, tmp_path):
    with _cluster(tmp_path) as cluster:

        def tell(done: int, total: int) -> None:
            if done == 2:
                with_children(cluster.workers[0], signal.SIGKILL)
                cluster.workers.append(cluster.start_worker())

        done = run_batch(
            task_for(conference, tmp_path), submissions, tmp_path / "out", jobs=1, cluster=cluster.address, tell=tell
        )
    assert _results(tmp_path / "out") == alone
    assert len(done.tally.rows) == len(submissions)


def test_a_scheduler_that_is_restarted_loses_nothing(conference, submissions, alone, tmp_path):
    answered = []
    with _cluster(tmp_path) as cluster:
        for submission, answer in check_on_cluster(task_for(conference, tmp_path), submissions, cluster.address):
            answered.append(submission.name)
            assert answer.result == json.loads(alone[f"{submission.name}.json"])
            if len(answered) == 3:
                cluster.restart_scheduler()
    assert sorted(answered) == sorted(one.name for one in submissions)


def test_a_worker_with_other_code_is_refused(conference, submissions, tmp_path):
    package = Path(tablecheck.__file__).parent
    shutil.copytree(package, tmp_path / "other" / "tablecheck", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "other" / "tablecheck" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write("# a later release\n")
    with _cluster(tmp_path) as cluster:
        for worker in cluster.workers:
            with_children(worker, signal.SIGKILL)
        cluster.workers.append(cluster.start_worker(str(tmp_path / "other")))
        with pytest.raises(UsageError, match=r"has another tablecheck .* than the machine that asks"):
            list(check_on_cluster(task_for(conference, tmp_path), submissions, cluster.address))


def test_an_extractor_is_scored_on_a_cluster_as_it_is_alone(tmp_path):
    """``eval tables --cluster``: the workers read, and what they read is scored here."""
    data = tmp_path / "data"
    data.mkdir()
    cells = [
        {"row_nums": [row], "column_nums": [column], "cell_text": text}
        for row, texts in enumerate(ROWS)
        for column, text in enumerate(texts)
    ]
    boxes = {name: draw_tables(data / f"{name}.pdf", ROWS)[0] for name in "abc"}
    truth = {name: [{"page": 0, "bbox": box, "cells": cells}] for name, box in boxes.items()}
    (data / "gt.json").write_text(json.dumps(truth), "utf-8")
    command = [
        sys.executable, "-m", "tablecheck", "eval", "tables", "--dataset", "gtjson", "--data", data,
        "--extractor", "geometry", "--predictions", tmp_path / "kept",
    ]  # fmt: skip
    with _cluster(tmp_path) as cluster:
        spread = [*command, "--cluster", cluster.address, "--json", tmp_path / "spread.json"]
        subprocess.run(list(map(str, spread)), capture_output=True, timeout=240, check=True)
    assert len(list((tmp_path / "kept" / "geometry").iterdir())) == 3
    alone = [*command[:-1], tmp_path / "other", "--json", tmp_path / "alone.json"]
    subprocess.run(list(map(str, alone)), capture_output=True, timeout=240, check=True)
    both = [json.loads((tmp_path / name).read_text("utf-8")) for name in ("spread.json", "alone.json")]
    assert _without_times(both[0]) == _without_times(both[1])


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_times(one) for name, one in value.items() if "seconds" not in name}
    return [_without_times(one) for one in value] if isinstance(value, list) else value


def test_no_scheduler_is_told(submissions, task, monkeypatch):
    monkeypatch.setattr("tablecheck.batch.spreading._PATIENCE", 1.0)
    started = time.monotonic()
    with pytest.raises(UsageError, match="no Dask scheduler answers"):
        list(check_on_cluster(task, submissions, f"tcp://127.0.0.1:{free_port()}"))
    assert time.monotonic() - started < 40
