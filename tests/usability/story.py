"""Plays the session that a page of docs/stories shows, and compares what is printed with what the page says.

A page has ``console`` blocks. A line that starts with ``$`` is typed into one shell, which all blocks share; the lines
below it are what must come out, standard error included. A line ``…`` stands for any lines, ``…`` within a line for
any text.
"""

import os
import re
import selectors
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
STORIES = ROOT / "docs" / "stories"

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
_DONE = "the command has ended with"


@dataclass(frozen=True, slots=True)
class Step:
    """A command, the lines that must come out, and the line of the page it stands in."""

    command: str
    expected: tuple[str, ...]
    line: int


def steps(page: str) -> list[Step]:
    """Read the session out of a page."""
    found: list[Step] = []
    for block in _BLOCK.finditer(page):
        first = page[: block.start(1)].count("\n") + 1
        for number, line in enumerate(block[1].splitlines(), first):
            if line.startswith("$ "):
                found.append(Step(line.removeprefix("$ "), (), number))
            else:
                last = found.pop()
                found.append(Step(last.command, (*last.expected, line.rstrip()), last.line))
    return found


class Shell:
    """One bash for a whole session, in a folder of its own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._rest = b""

    def __enter__(self) -> "Shell":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the shell and what it has started in the background."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, 15)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process.wait(10)

    def run(self, command: str, patience: float = 120) -> tuple[str, int]:
        """Type a command; gives what it prints and its exit code, which ``$?`` keeps for the next one."""
        assert self._process.stdin is not None
        ending = f"__code=$?; printf '\\n%s %s.\\n' '{_DONE}' $__code; (exit $__code)"
        self._process.stdin.write(f"{command}\n{ending}\n".encode())
        self._process.stdin.flush()
        printed = self._read_until(rf"\n{_DONE} (\d+)\.\n".encode(), patience, command)
        return printed[0], int(printed[1])

    def _read_until(self, ending: bytes, patience: float, command: str) -> tuple[str, str]:
        assert self._process.stdout is not None
        deadline = time.monotonic() + patience
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not (match := re.search(ending, self._rest)):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise AssertionError(f"`{command}` took more than {patience} s; so far: {self._rest.decode()}")
                part = os.read(self._process.stdout.fileno(), 1 << 16)
                assert part, f"the shell has ended in `{command}`"
                self._rest += part
        printed, self._rest = self._rest[: match.start()], self._rest[match.end() :]
        return printed.decode(), match[1].decode()


def play(name: str, shell: Shell) -> list[str]:
    """Play a page and give what was printed, command by command.

    Raises:
        AssertionError: something else came out than the page says.
    """
    page = STORIES / f"{name}.md"
    printed = []
    for step in steps(page.read_text("utf-8")):
        output, code = shell.run(step.command)
        lines = [line.rstrip() for line in output.strip("\n").splitlines()]
        said = f"{page.relative_to(ROOT)}:{step.line}: `{step.command}` printed (code {code})\n" + "\n".join(lines)
        assert agrees(lines, step.expected), f"{said}\n--- and the page says\n" + "\n".join(step.expected)
        printed.append(output)
    assert printed, f"{page} has no session"
    return printed


def agrees(lines: list[str], expected: tuple[str, ...]) -> bool:
    """Whether lines are those that were expected, ``…`` being anything."""
    if not expected:
        return not lines
    if expected[0] == "…":
        return any(agrees(lines[skipped:], expected[1:]) for skipped in range(len(lines) + 1))
    return bool(lines) and _fits(lines[0], expected[0]) and agrees(lines[1:], expected[1:])


def _fits(line: str, expected: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), line) is not None
