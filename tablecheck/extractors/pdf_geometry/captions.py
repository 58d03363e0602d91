"""Captions of tables and figures, found by how they begin."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.lines import Line
from tablecheck.extractors.pdf_geometry.sheet import Rule

_NUMBER = r"(?:[A-Z]{0,2}\.?-?\d{1,3}(?:[.\-]\d{1,3})*[a-z]?|[IVXLC]{1,7}|[A-Z](?:\.\d+)?)"
_TABLE = r"(?:extended data |supplementary |supplemental )?(?:table|tableau|tabelle|tabla|tabela|tabella|tab\.|tbl\.?)"
_OTHER = (
    r"(?:extended data |supplementary )?"
    r"(?:figure|fig\.?|abbildung|abb\.|figura|algorithm|algorithme|listing|scheme|box)"
)
_LABEL = re.compile(
    rf"(?P<table>{_TABLE})?(?P<other>{_OTHER})?\s*(?P<number>(?-i:{_NUMBER}))(?P<stop>\s?[.:|–—\-]|\s*$|\s)", re.I
)
_CJK = re.compile(r"(?P<table>表|表格)?(?P<other>图|圖|図)?\s*(?P<number>\d+)(?P<stop>)")


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption: its label ("Table 3"), the text after it and its box."""

    label: str
    text: str
    is_table: bool
    x0: float
    y0: float
    x1: float
    y1: float
    algorithm: bool = False


def captions_of(segments: Sequence[Line], rules: Sequence[Rule] = ()) -> list[Caption]:
    """Find the captions among the line segments of a page, which come from top to bottom."""
    found = []
    for index, segment in enumerate(segments):
        label = _label(segment)
        if label is None or not _begins(segments, index, label):
            continue
        lines = _following(segments, index, rules)
        text = " ".join(line.text for line in lines)
        found.append(
            Caption(
                label=re.sub(r"[\s.:|–—\-]+$", "", label.group(0)),
                text=_dehyphenated(text[label.end() :]).strip(" .:|–—-"),
                is_table=label["table"] is not None,
                x0=min(line.x0 for line in lines),
                y0=lines[0].top,
                x1=max(line.x1 for line in lines),
                y1=lines[-1].bottom,
                algorithm=(label["other"] or "").lower().startswith(("algo", "listing")),
            )
        )
    return found


def _label(segment: Line) -> re.Match[str] | None:
    text = segment.text
    match = _LABEL.match(text) or _CJK.match(text)
    if match is None or (match["table"] is None) == (match["other"] is None):
        return None
    word = match["table"] or match["other"]
    return match if not word[0].islower() else None


def _begins(segments: Sequence[Line], index: int, label: re.Match[str]) -> bool:
    """Tell a caption from a sentence that happens to begin a line with "Table 3"."""
    segment = segments[index]
    marked = bool(label["stop"].strip())
    rest = segment.text[label.end() :].strip()
    if not rest and len(segment.words) <= 3:
        return True
    if marked and not re.match(r"[a-z(]", rest) and label["stop"].strip() != "-":
        above = _line_above(segments, index)
        # "... as can be seen in / Table 3. The next sentence": the line above is full and close
        return above is None or not _continues(above, segment)
    if segment.words[0].bold and not segment.words[-1].bold:
        return True
    above = _line_above(segments, index)
    if above is None:
        return True
    return segment.baseline - above.baseline > 1.7 * segment.size or above.size > 1.08 * segment.size


def _line_above(segments: Sequence[Line], index: int) -> Line | None:
    segment = segments[index]
    for other in reversed(segments[:index]):
        if segment.baseline - other.baseline > 3 * segment.size:
            return None
        if other.baseline < segment.baseline - 0.5 * segment.size and other.x0 < segment.x1 and other.x1 > segment.x0:
            return other
    return None


def _continues(above: Line, segment: Line) -> bool:
    close = segment.baseline - above.baseline < 1.35 * segment.size
    alike = abs(above.size - segment.size) < 0.05 * segment.size
    full = above.x1 > segment.x1 - 3 * segment.size and abs(above.x0 - segment.x0) < 2 * segment.size
    return close and alike and full and not above.text.endswith((".", ":")) and len(above.words) > 5


def _following(segments: Sequence[Line], index: int, rules: Sequence[Rule]) -> list[Line]:
    """Give the lines of a caption: its first and those set closely under it in the same size."""
    lines = [segments[index]]
    leading = 0.0
    for other in segments[index + 1 :]:
        last = lines[-1]
        step = other.baseline - last.baseline
        if step > 1.7 * last.size or _ruled_off(rules, last, other):
            break
        if step < 0.5 * last.size or other.x0 > last.x1 or other.x1 < last.x0:
            continue
        if abs(other.size - last.size) > 0.08 * last.size or (leading and step > 1.15 * leading):
            break
        if len(lines) > 1 and (
            other.x0 < lines[1].x0 - 2 * last.size or lines[-1].x1 < max(x.x1 for x in lines) - 4 * last.size
        ):
            break
        leading = leading or step
        lines.append(other)
        if len(lines) == _LONGEST:
            break
    return lines


def _ruled_off(rules: Sequence[Rule], last: Line, other: Line) -> bool:
    return any(
        last.baseline - 0.3 * last.size < rule.at < other.baseline and rule.start < last.x1 and rule.end > last.x0
        for rule in rules
    )


_LONGEST = 20  # lines; longer ones are running text that a caption was mistaken for


def _dehyphenated(text: str) -> str:
    return re.sub(r"(?<=[a-z])- (?=[a-z])", "", text)
