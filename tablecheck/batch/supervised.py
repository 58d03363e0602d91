"""A worker's hold on its child: a manuscript that takes too long or too much costs the child, and nothing else."""

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import Any

from tablecheck.batch.job import Task
from tablecheck.batch.result import CRASHED, STOPPED, result_of
from tablecheck.batch.submission import Submission
from tablecheck.model.problem import Problem

_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""What keeps the libraries of a worker from using the cores of the others."""
_PATIENCE = 5.0  # seconds that a child has to end by itself


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a manuscript.

    ``read`` are the hashes of the documents that were read for it and not found on the shelf; ``store`` says why the
    shelf failed, if it did.
    """

    result: dict[str, Any]
    read: tuple[str, ...] = ()
    store: str = ""


class Supervised:
    """Checks manuscripts one after the other in a process apart, and replaces it when it has to."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._child: subprocess.Popen[str] | None = None
        self._checked = 0

    def check(self, submission: Submission) -> Answer:
        """Check a manuscript; always gives an answer, within the limits of the task."""
        child = self._running()
        timed_out = threading.Event()

        def stop() -> None:
            timed_out.set()
            _kill(child)

        timer = threading.Timer(self._task.limits.seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            line = _ask(child, {"name": submission.name, "place": str(submission.place)})
        finally:
            timer.cancel()
        self._checked += 1
        if not line.endswith("\n"):
            return self._lost(submission, child, timed_out=timed_out.is_set())
        answer = json.loads(line)
        limits = self._task.limits
        if self._checked >= limits.manuscripts or answer["megabytes"] > limits.megabytes / 2:
            self.close()
        return Answer(answer["result"], tuple(answer["read"]), answer["store"])

    def close(self) -> None:
        """End the child."""
        child, self._child, self._checked = self._child, None, 0
        if child is None:
            return
        try:
            if child.stdin is not None:
                child.stdin.close()
            child.wait(_PATIENCE)
        except (OSError, subprocess.TimeoutExpired):
            _kill(child)
        finally:
            if child.stdout is not None:
                child.stdout.close()
            child.wait()

    def end(self) -> None:
        """End the child at once, from another thread; what it was checking is lost."""
        child = self._child
        if child is not None:
            _kill(child)

    def _running(self) -> "subprocess.Popen[str]":
        if self._child is None or self._child.poll() is not None:
            self.close()
            self._child = subprocess.Popen(
                [sys.executable, "-m", "tablecheck.batch.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**_ONE_THREAD, **os.environ},
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
            _tell(self._child, self._task.as_json())
        return self._child

    def _lost(self, submission: Submission, child: "subprocess.Popen[str]", *, timed_out: bool) -> Answer:
        _kill(child)
        code = child.wait()
        self.close()
        limits = self._task.limits
        if timed_out:
            status, what = STOPPED, f"it took longer than {limits.seconds:g} seconds and was given up"
        else:
            what = f"its process ended with {code}, perhaps because it wanted more than {limits.megabytes} MB"
            status = CRASHED
        return Answer(lost_result(submission.name, status, what))


def lost_result(name: str, status: str, what: str) -> dict[str, Any]:
    """The result of a manuscript that could not be checked to the end."""
    return result_of(name, status, [], [Problem("read", what, name)])


def _ask(child: "subprocess.Popen[str]", question: dict[str, Any]) -> str:
    _tell(child, question)
    try:
        return child.stdout.readline() if child.stdout is not None else ""
    except (OSError, ValueError):
        return ""


def _tell(child: "subprocess.Popen[str]", said: dict[str, Any]) -> None:
    try:
        if child.stdin is not None:
            child.stdin.write(json.dumps(said) + "\n")
            child.stdin.flush()
    except OSError:  # it has ended, which the missing answer will show
        pass


def _kill(child: "subprocess.Popen[str]") -> None:
    """End a child with all that it has started."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    except (ProcessLookupError, PermissionError):
        pass
