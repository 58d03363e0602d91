"""Where the programs are that the formats are checked with; ``make checkers`` brings them."""

import sys
from pathlib import Path

import pytest

from tests.browser import IS_REQUIRED

_MODULES = Path(sys.prefix) / "report-checkers" / "node_modules"
AXE = _MODULES / "axe-core" / "axe.min.js"
SARIF_VALIDATOR = _MODULES / "@microsoft" / "sarif-multitool-linux" / "Sarif.Multitool"

needs_axe = pytest.mark.skipif(
    not AXE.is_file() and not IS_REQUIRED, reason="LOUD SKIP: axe-core is not installed; run make checkers"
)
needs_sarif_validator = pytest.mark.skipif(
    not SARIF_VALIDATOR.is_file() and not IS_REQUIRED,
    reason="LOUD SKIP: the SARIF validator is not installed; run make checkers",
)
