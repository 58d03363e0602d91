"""Draws the README's picture of a terminal: one real run over the example, as SVG."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "terminal.svg"
COMMAND = ("examples/paper.tex", "--papers", "examples/papers")
WIDTH = 112  # columns; the widest that stays readable in the middle column of a README
LINES_SHOWN = 26  # before wrapping; cut after whole findings, and the coverage at the end is always kept


def main() -> None:
    """Run the command, draw what it printed, and write the picture."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(draw(shorten(run()), WIDTH), encoding="utf-8")


def run() -> str:
    """Run tablecheck over the example and give what it prints, with its colours.

    Raises:
        RuntimeError: the run found nothing, so there is nothing to show.
    """
    environment = os.environ | {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": str(WIDTH)}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "tablecheck", *COMMAND]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 1:
        raise RuntimeError(f"the example should give findings, but the run ended with {done.returncode}: {done.stderr}")
    return done.stdout


def shorten(printed: str) -> str:
    """Keep as many whole findings as fit, say how many were left out, and keep the summary."""
    *findings, summary = printed.rstrip("\n").split("\n\n")
    kept: list[str] = []
    while findings and sum(block.count("\n") + 2 for block in [*kept, findings[0]]) <= LINES_SHOWN:
        kept.append(findings.pop(0))
    if findings:
        kept.append(f"\x1b[2m  … {len(findings)} more findings …\x1b[0m")
    return "\n\n".join([*kept, summary])


def draw(printed: str, width: int) -> str:
    """Draw a terminal as SVG that asks nobody for a font."""
    console = Console(record=True, file=io.StringIO(), width=width, force_terminal=True, color_system="truecolor")
    console.print(Text.assemble(("$ ", "dim"), "tablecheck " + " ".join(COMMAND)))
    console.print()
    console.print(Text.from_ansi(printed))
    svg = console.export_svg(title="tablecheck", unique_id="tablecheck")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.S)


if __name__ == "__main__":
    main()
