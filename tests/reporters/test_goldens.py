"""Every format as a whole, as a person has read it. Write them anew with --rewrite-expected and read the diff."""

import re
from pathlib import Path

import pytest

from tablecheck.model.finding import Severity
from tablecheck.reporters.formats import FORMATS
from tests.goldens import compare
from tests.reporters.exhibits import RICH
from tests.reporters.reports import EMPTY

GOLDENS = Path(__file__).parent / "goldens"
FILES = {
    "text": "txt", "concise": "txt", "json": "json", "sarif": "sarif", "github": "txt", "gitlab": "json",
    "junit": "xml", "markdown": "md", "html": "html",
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_a_full_report(name: str, pytestconfig: pytest.Config):
    compare(
        _readable(name, FORMATS[name](RICH, Severity.WARNING)), GOLDENS / f"full-{name}.{FILES[name]}", pytestconfig
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_that_saw_nothing(name: str, pytestconfig: pytest.Config):
    compare(
        _readable(name, FORMATS[name](EMPTY, Severity.WARNING)), GOLDENS / f"empty-{name}.{FILES[name]}", pytestconfig
    )


def _readable(name: str, printed: str) -> str:
    """Leave out what has a file of its own: the style of the page, and the pages of the rules."""
    if name == "html":
        return re.sub(r"<style>.*?</style>", "<style></style>", printed, flags=re.S)
    if name == "sarif":
        return re.sub(r'"rules": \[.*?\n {10}\],', '"rules": [],', printed, flags=re.S)
    return printed
