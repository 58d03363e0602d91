"""``--watch`` as a person meets it: a process that runs, a file that is saved, and what is printed then."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_commands import ROOT, SLIP

_PATIENCE = 60.0  # seconds; a busy machine is no failure


class Watching:
    """A run that watches; ``until`` reads what it prints up to some words."""

    def __init__(self, folder: Path) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "TABLECHECK_CACHE": os.environ["TABLECHECK_CACHE"],
        }
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-u",
                "-m",
                "tablecheck",
                "paper.tex",
                "--papers",
                "sources",
                "--watch",
                "--format",
                "concise",
            ],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.printed = b""

    def until(self, words: bytes) -> bytes:
        assert self.process.stdout is not None
        start, give_up = len(self.printed), time.monotonic() + _PATIENCE
        while words not in self.printed[start:]:
            assert time.monotonic() < give_up, self.printed.decode()
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                self.printed += os.read(self.process.stdout.fileno(), 65536)
        return self.printed[start:]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Windows cannot be selected")
def test_a_saved_file_is_checked_again_at_once_and_ctrl_c_ends_it(tmp_path: Path):
    folder = tmp_path / "slip"
    shutil.copytree(SLIP, folder)
    paper = folder / "paper.tex"
    right = paper.read_text("utf-8")
    watching = Watching(folder)
    try:
        assert b"error TC101" in watching.until(b"Found 2 errors")
        replacement = folder / "paper.tmp"  # as most editors save: a new file in the place of the old
        replacement.write_text(right.replace("\\cite", "% \\cite"), "utf-8")
        replacement.replace(paper)
        second = watching.until(b"seconds")
        assert b"No findings, because no number was checked" in second
        paper.write_text(right, "utf-8")
        third = watching.until(b"seconds")
        assert b"Found 2 errors" in third
        took = re.search(rb"checked again in ([\d.]+) seconds", third)
        assert took
        assert float(took[1]) < 5  # 0.02 where the machine is idle
        watching.process.send_signal(signal.SIGINT)
        assert watching.process.wait(_PATIENCE) == 130
    finally:
        watching.process.kill()
        watching.process.wait()
        watching.process.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Windows cannot be selected")
def test_a_paper_put_into_the_folder_is_read_at_once(tmp_path: Path):
    folder = tmp_path / "slip"
    shutil.copytree(SLIP, folder)
    (paper,) = (folder / "sources").glob("2101*")
    away = tmp_path / paper.name
    paper.rename(away)
    watching = Watching(folder)
    try:
        assert b"could not check [north2101]" in watching.until(b"could not check [north2101]")
        away.rename(paper)
        assert b"Found 2 errors" in watching.until(b"seconds")
    finally:
        watching.process.kill()
        watching.process.wait()
        watching.process.stdout.close()
