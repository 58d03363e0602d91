"""The scenario that all editors play, and what each step must show."""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAPER = HERE / "paper"
EXPECTED: dict[str, Any] = json.loads((HERE / "expected.json").read_text("utf-8"))
FINDINGS: list[dict[str, Any]] = EXPECTED["findings"]


def texts_of(step: str) -> list[str]:
    """The numbers that are marked after a step."""
    return [FINDINGS[index]["text"] for index in EXPECTED[step]]


ALL_TEXTS = [one["text"] for one in FINDINGS]
