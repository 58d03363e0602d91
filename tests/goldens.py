"""Compares what is printed with a file that a person has read."""

from pathlib import Path

import pytest

from tablecheck import __version__


def compare(printed: str, golden: Path, config: pytest.Config) -> None:
    """Compare a text with a golden; the program's version is written as VERSION, so that a release changes none."""
    printed = printed.replace(f"tablecheck {__version__}", "tablecheck VERSION")
    printed = printed.replace(f'ersion": "{__version__}"', 'ersion": "VERSION"')
    if config.getoption("--rewrite-expected"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(printed, encoding="utf-8")
    assert golden.is_file(), f"there is no {golden}; write it with --rewrite-expected and read it"
    assert printed == golden.read_text(encoding="utf-8")
