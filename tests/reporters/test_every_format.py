"""What holds for every format."""

import pytest
from hypothesis import given, settings

from tablecheck.cli.outputs import FORMAT_NAMES
from tablecheck.model.finding import Severity
from tablecheck.reporters.formats import FORMATS
from tests.reporters.exhibits import RICH
from tests.reporters.hostile import reports
from tests.reporters.reports import EMPTY

everywhere = pytest.mark.parametrize("name", FORMATS)


def test_the_command_offers_every_format():
    assert tuple(FORMATS) == FORMAT_NAMES


@everywhere
def test_the_coverage_is_said(name: str):
    printed = FORMATS[name](RICH, Severity.WARNING)
    assert "Checked 4 of 6 cited numbers" in printed or '"checked": 4' in printed


@everywhere
def test_what_was_not_looked_at_is_said_with_what_to_do(name: str):
    printed = FORMATS[name](RICH, Severity.WARNING)
    assert "put the PDF into papers/" in printed
    assert "the file tab/x.tex is missing" in printed


@everywhere
def test_a_run_that_checked_nothing_does_not_look_clean(name: str):
    printed = FORMATS[name](EMPTY, Severity.WARNING)
    assert "because no number was checked" in printed or '"checked": 0' in printed


@everywhere
def test_the_end_is_a_line_end(name: str):
    assert FORMATS[name](RICH, Severity.NOTE).endswith("\n")


@everywhere
@settings(max_examples=15, deadline=None)
@given(report=reports())
def test_nothing_in_a_report_breaks_a_format(name: str, report):
    assert FORMATS[name](report, Severity.NOTE)
