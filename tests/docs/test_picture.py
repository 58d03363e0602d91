"""The README's picture shows what the command prints today, wording of messages aside."""

import html
import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("draw_terminal", ROOT / "docs" / "draw_terminal.py")
assert _spec is not None
assert _spec.loader is not None
draw_terminal = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(draw_terminal)

HEADING = re.compile(r"^\S+\.tex:\d+:\d+ .*|^Found .*", re.M)


def words(svg: str) -> str:
    """What a person reads in the picture, without the breaks between coloured runs."""
    texts = re.findall(r"<text[^>]*>(.*?)</text>", svg, re.S)
    return re.sub(r"\s+", "", html.unescape("".join(texts)))


def test_the_picture_shows_the_findings_and_the_counts_of_a_run_today() -> None:
    picture = words((ROOT / "docs" / "images" / "terminal.svg").read_text(encoding="utf-8"))
    printed = re.sub(r"\x1b\[[\d;]*m", "", draw_terminal.shorten(draw_terminal.run()))
    headings = HEADING.findall(printed)
    assert len(headings) > 2
    stale = [heading for heading in headings if re.sub(r"\s+", "", heading) not in picture]
    assert not stale, "run `make pictures`"


def test_the_picture_asks_nobody_for_a_font() -> None:
    assert "url(http" not in (ROOT / "docs" / "images" / "terminal.svg").read_text(encoding="utf-8")
