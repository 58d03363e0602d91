"""The paper of the editors' scenario, in a folder of a test's own."""

import json
import shutil
from pathlib import Path
from typing import Any

EDITORS = Path(__file__).resolve().parents[1] / "editors"
EXPECTED: dict[str, Any] = json.loads((EDITORS / "expected.json").read_text("utf-8"))
FIRST, SECOND = (one["text"] for one in EXPECTED["findings"])


def copied_paper(folder: Path) -> Path:
    """Copy the paper into a folder; gives its main file."""
    shutil.copytree(EDITORS / "paper", folder / "paper")
    return folder / "paper" / str(EXPECTED["file"])
