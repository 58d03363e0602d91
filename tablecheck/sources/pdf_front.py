"""Asks a process of its own for the fronts of PDFs."""

import json
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from tablecheck.sources import pdf_front_child
from tablecheck.sources.front import Front, stamp_in

_FILE_NAME = re.compile(r"\.(?:dvi|tex|docx?|pdf|indd|qxd)\b|untitled|microsoft", re.I)
PATIENCE = 20.0  # seconds for one file; two pages of an ordinary paper take hundredths, the start half a second


def pdf_fronts(paths: Sequence[Path], patience: float = PATIENCE) -> Iterator[tuple[Path, Front | str]]:
    """Read the fronts of PDFs one after the other; a text says why one could not be read.

    A file that crashes the reader, or keeps it longer than ``patience`` seconds, costs a new process.
    """
    reader: _Reader | None = None
    try:
        for path in paths:
            reader = reader or _Reader()
            answer = reader.ask(path, patience)
            if answer is None:
                reader.end()
                reader = None
                yield path, "reading its first page took too long or broke the reader"
            else:
                yield path, _front(answer)
    finally:
        if reader is not None:
            reader.end()


class _Reader:
    """The process, and the thread that waits for its answers."""

    def __init__(self) -> None:
        # -P keeps the script's own folder off the import path.
        command = [sys.executable, "-P", str(Path(pdf_front_child.__file__))]
        self._process = subprocess.Popen(  # noqa: S603 - our own script
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        assert self._process.stdin is not None  # noqa: S101 - asked for above
        assert self._process.stdout is not None  # noqa: S101
        self._input: IO[str] = self._process.stdin
        self._output: IO[str] = self._process.stdout
        self._answers: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def ask(self, path: Path, patience: float) -> dict[str, object] | None:
        """Ask for one file; ``None`` when no answer comes in time."""
        try:
            self._input.write(json.dumps(str(path)) + "\n")
            self._input.flush()
            line = self._answers.get(timeout=patience)
        except (OSError, queue.Empty):
            return None
        answer: dict[str, object] | None = json.loads(line) if line else None
        return answer

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._thread.join()
        for stream in (self._input, self._output):
            with suppress(OSError):
                stream.close()

    def _listen(self) -> None:
        for line in self._output:
            self._answers.put(line)
        self._answers.put("")  # the process is gone


def _reads_like_a_title(metadata: str) -> bool:
    """The title field of a PDF often holds the name of the file it was made from."""
    return len(metadata.split()) >= 3 and not _FILE_NAME.search(metadata)


def _front(answer: dict[str, object]) -> Front | str:
    if "error" in answer:
        return str(answer["error"])[:200]
    text = str(answer["text"])
    printed = answer["titles"] if isinstance(answer["titles"], list) else []
    titles = [*map(str, printed), *filter(_reads_like_a_title, [str(answer["metadata"])])]
    return Front(tuple(dict.fromkeys(filter(None, titles))), text[:6000], text, *stamp_in(text))
