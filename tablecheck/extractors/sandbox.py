"""Has PDFs read by a process of its own, which is kept for the next one and ended when it takes too much."""

import atexit
import json
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import IO

from tablecheck.extractors.running import OUT_OF_MEMORY
from tablecheck.extractors.written import read_extraction
from tablecheck.model.document import Extraction
from tablecheck.model.problem import Problem

logger = logging.getLogger(__name__)
_LONGEST_ANSWER = 128 * 2**20  # bytes; the tables of a paper take some hundred thousand


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one document may cost.

    ``memory`` is bytes of address space, of which MuPDF and ONNX map more than they use: reading the papers of the
    development data takes 0.8 GB at most. ``seconds`` is patience, ``cpu_seconds`` processor time; a paper
    takes one or two, a hundred pages that each need a model take forty.
    """

    memory: int = 3_000_000_000
    cpu_seconds: float = 150.0
    seconds: float = 100.0
    pages: int = 500  # theses have some three hundred; what is longer is a book, or made to keep us busy


_MODELS = Limits(memory=24_000_000_000, cpu_seconds=7200.0, seconds=3600.0)
"""For large models, which nobody uses without asking for them by name: 8 seconds a page, PyTorch maps 12 GB."""

LIMITS: Mapping[str, Limits] = {
    **dict.fromkeys(("docling", "tatr", "xycut_tatr"), _MODELS),
    "grobid": Limits(seconds=400.0),  # the service takes its time, and lets others wait
    **dict.fromkeys(("mathpix", "vision"), Limits(6_000_000_000, 600.0, 3600.0)),  # they wait for servers
}


def read_apart(entry: EntryPoint, content: bytes, limits: Limits | None = None) -> Extraction:
    """Read a PDF in the other process; one that hangs, crashes or overruns the limits gives a problem.

    Documents are read one after the other, also when several threads ask.
    """
    return _sandbox().read(entry, content, limits or LIMITS.get(entry.name, Limits()))


def cpu_seconds_apart() -> float:
    """The processor time that reading documents apart has taken so far, for who measures what reading costs."""
    return _sandbox().cpu_seconds


def end_reading() -> None:
    """End the process that is kept; the next document starts another.

    What it took to start is counted when it ends: who measures what reading costs ends it before and begins then.
    """
    _sandbox().let_go()


class Sandbox:
    """Keeps the process between documents: starting it costs as much as reading ten pages.

    Each reader has one of its own: what another one has loaded would count against its memory.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._reader = ""
        self.cpu_seconds = 0.0

    def read(self, entry: EntryPoint, content: bytes, limits: Limits) -> Extraction:
        with self._lock:
            if entry.value != self._reader:
                self.end()
            self._reader = entry.value
            child = self._child = self._child or _Child()
            read_before = child.answers
            try:
                extraction = self._ask(child, entry, content, limits)
                is_spent = any(OUT_OF_MEMORY in problem.message for problem in extraction.problems)
            except TimeoutError:
                self.end()
                return _given_up(f"reading it took longer than {limits.seconds:g} seconds")
            except _GoneError:
                extraction, is_spent = _given_up(child.last_words(limits)), True
            if not is_spent:
                return extraction
            self.end()
        # What the documents before it left in the process may have been what was too much.
        return self.read(entry, content, limits) if read_before else extraction

    def let_go(self) -> None:
        with self._lock:
            self.end()

    def end(self) -> None:
        if self._child is not None:
            self.cpu_seconds += self._child.end()
            self._child = None

    def _ask(self, child: "_Child", entry: EntryPoint, content: bytes, limits: Limits) -> Extraction:
        written, cpu_seconds = child.ask(entry, content, limits)
        self.cpu_seconds += cpu_seconds
        try:
            return read_extraction(written.decode())
        except ValueError as error:
            logger.warning("the reader of PDFs answered nothing that can be read: %s", error)
            raise _GoneError from error


def _given_up(why: str) -> Extraction:
    message = f"the PDF was given up: {why}; obtain it again, or give another version of the paper"
    return Extraction((), (Problem("extract", message),))


class _GoneError(Exception):
    """The process has ended, or its answer makes no sense."""


class _Child:
    """The process, and the thread that waits for its answers."""

    def __init__(self) -> None:
        # -P keeps the folder that we were started in, somebody's manuscript, off the import path.
        command = [sys.executable, "-P", "-m", "tablecheck.extractors.sandbox_child"]
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._process.stdin is not None  # noqa: S101 - asked for above
        assert self._process.stdout is not None  # noqa: S101
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        self._heard: queue.Queue[tuple[bytes, float] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.answers = 0
        self._told_cpu = 0.0

    def ask(self, entry: EntryPoint, content: bytes, limits: Limits) -> tuple[bytes, float]:
        """Have a document read; gives the answer and the processor time it took.

        Raises:
            _GoneError: the process ended.
            TimeoutError: no answer came in time.
        """
        question = {
            "name": entry.name,
            "value": entry.value,
            "bytes": len(content),
            "memory": limits.memory,
            "cpu_seconds": limits.cpu_seconds,
            "pages": limits.pages,
        }
        try:
            self._input.write(json.dumps(question).encode() + b"\n" + content)
            self._input.flush()
        except OSError as error:
            raise _GoneError from error
        try:
            answer = self._heard.get(timeout=limits.seconds)
        except queue.Empty:
            raise TimeoutError from None
        if answer is None:
            raise _GoneError
        self.answers += 1
        self._told_cpu += answer[1]
        return answer

    def last_words(self, limits: Limits) -> str:
        """Say why the process has ended."""
        try:
            code = self._process.wait(timeout=10.0)
        except subprocess.TimeoutExpired:
            return "its reader gave no answer that can be read"
        if code == -getattr(signal, "SIGXCPU", 0):
            return f"reading it took more than {limits.cpu_seconds:g} seconds of processor time"
        return "it broke its reader"

    def end(self) -> float:
        """End the process, whatever it is doing; gives the processor time that no answer has told."""
        before = os.times()
        self._process.kill()
        self._process.wait()
        self._thread.join()
        for stream in (self._input, self._output):
            with suppress(OSError):
                stream.close()
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        return max(0.0, spent - self._told_cpu)

    def _listen(self) -> None:
        try:
            for line in self._output:
                told = json.loads(line)
                if told["bytes"] > _LONGEST_ANSWER:
                    break
                self._heard.put((self._output.read(told["bytes"]), float(told["cpu_seconds"])))
        except (ValueError, KeyError, TypeError, OSError):
            logger.warning("the reader of PDFs said something that cannot be read")
        self._heard.put(None)  # the process is gone, or shall be


_SANDBOXES: dict[int, Sandbox] = {}
_MAKING = threading.Lock()


def _sandbox() -> Sandbox:
    """The sandbox of this process; a fork must not talk to its parent's."""
    process = os.getpid()
    with _MAKING:
        if process not in _SANDBOXES:
            _SANDBOXES[process] = Sandbox()
            atexit.register(_SANDBOXES[process].end)
        return _SANDBOXES[process]
