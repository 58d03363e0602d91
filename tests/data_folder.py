"""Where the development data lie, and the mark for tests that need them."""

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
DATA = Path(os.environ.get("TABLECHECK_DATA", _BESIDE))

needs_data = pytest.mark.skipif(
    not DATA.is_dir(),
    reason=f"LOUD SKIP: the development data are not at {DATA}; set TABLECHECK_DATA to their folder",
)
