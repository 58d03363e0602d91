"""The straight lines drawn on a page, joined where they were drawn in pieces."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tablecheck.extractors.pdf_geometry.glyphs import Turn
from tablecheck.extractors.pdf_geometry.sheet import Rule

_THIN = 2.6  # points; the thickest rule of booktabs is 0.08 em, of Word about 2.25 pt
_SHORTEST = 5.0  # points
_DRAWINGS_LIMIT = 20000  # items a page; above that it is a figure, and reading goes on without the rest

Segment = tuple[float, float, float, float]


class Drawn(NamedTuple):
    """The straight lines on a page, and points on its curves and slanted lines."""

    across: tuple[Rule, ...]
    down: tuple[Rule, ...]
    curves: tuple[tuple[float, float], ...]


def rules_of(drawings: Iterable[dict[str, Any]], turned: Turn) -> Drawn:
    """Sort drawings into horizontal rules, vertical rules and points on curves, all on the turned page."""
    across: list[Rule] = []
    down: list[Rule] = []
    curves: list[tuple[float, float]] = []
    for count, segment in enumerate(_segments(drawings, curves)):
        if count > _DRAWINGS_LIMIT:
            break
        ax, ay = turned.point(segment[0], segment[1])
        bx, by = turned.point(segment[2], segment[3])
        width, height = abs(ax - bx), abs(ay - by)
        if height <= _THIN and width >= _SHORTEST and width > height:
            across.append(Rule(min(ax, bx), max(ax, bx), (ay + by) / 2))
        elif width <= _THIN and height >= 4:
            down.append(Rule(min(ay, by), max(ay, by), (ax + bx) / 2))
        elif width > _THIN and height > _THIN:
            curves.append(((segment[0] + segment[2]) / 2, (segment[1] + segment[3]) / 2))
    return Drawn(joined(across), joined(down), tuple(turned.point(*point) for point in curves))


def _segments(drawings: Iterable[dict[str, Any]], curves: list[tuple[float, float]]) -> Iterator[Segment]:
    """Take drawings apart into straight pieces, each cut to what its clipping path lets be seen."""
    clips: list[tuple[int, Segment]] = []
    for drawing in drawings:
        level = drawing.get("level", 0)
        while clips and clips[-1][0] >= level:
            clips.pop()
        if drawing.get("type") == "clip":
            clips.append((level, tuple(drawing["scissor"])))
            continue
        if "items" not in drawing:
            continue
        seen = clips[-1][1] if clips else None
        outlined = drawing.get("type") != "f" or drawing.get("color") is not None
        for item in drawing["items"]:
            kind = item[0]
            if kind == "l":
                if abs(item[1][0] - item[2][0]) <= _THIN and abs(item[1][1] - item[2][1]) <= _THIN:
                    continue  # no rule: a piece of a curve, of which charts have thousands
                yield from _cut((*item[1], *item[2]), seen)
            elif kind in {"re", "qu"}:
                for side in _box_sides(_box(item), outlined):
                    yield from _cut(side, seen)
            elif kind == "c" and any(True for _ in _cut((*item[1], *item[1]), seen)):
                curves.append(tuple(item[1]))


def _cut(segment: Segment, seen: Segment | None) -> Iterator[Segment]:
    """Cut an upright piece to a box; a slanted one stays whole where it touches the box."""
    if seen is None:
        yield segment
        return
    ax, ay, bx, by = segment
    if max(min(ax, bx), seen[0]) > min(max(ax, bx), seen[2]) or max(min(ay, by), seen[1]) > min(max(ay, by), seen[3]):
        return
    if abs(ax - bx) > _THIN < abs(ay - by):
        yield segment
        return
    yield (
        min(max(ax, seen[0]), seen[2]),
        min(max(ay, seen[1]), seen[3]),
        min(max(bx, seen[0]), seen[2]),
        min(max(by, seen[1]), seen[3]),
    )


def _box(item: Any) -> Segment:
    if item[0] == "re":
        x0, y0, x1, y1 = item[1]
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    xs = [point[0] for point in item[1]]
    ys = [point[1] for point in item[1]]
    return min(xs), min(ys), max(xs), max(ys)


def _box_sides(box: Segment, outlined: bool) -> Iterator[Segment]:
    x0, y0, x1, y1 = box
    if y1 - y0 <= _THIN or x1 - x0 <= _THIN:
        yield box
    elif outlined and x1 - x0 > 10 and y1 - y0 > 6:
        yield x0, y0, x1, y0
        yield x0, y1, x1, y1
        yield x0, y0, x0, y1
        yield x1, y0, x1, y1


def joined(rules: list[Rule], across: float = 1.2, gap: float = 2.5) -> tuple[Rule, ...]:
    """Join rules that lie on one line and touch; dashes of one length may stand further apart."""
    ordered = sorted({(round(rule.at, 1), round(rule.start, 1), round(rule.end, 1)) for rule in rules})
    result: list[Rule] = []
    position = 0
    while position < len(ordered):
        end = position
        while end + 1 < len(ordered) and ordered[end + 1][0] - ordered[position][0] <= across:
            end += 1
        group = sorted((start, stop, at) for at, start, stop in ordered[position : end + 1])
        reach = gap
        start, stop, at = group[0]
        for next_start, next_stop, _ in group[1:]:
            if next_start <= stop + reach:
                stop = max(stop, next_stop)
            else:
                result.append(Rule(start, stop, at))
                start, stop = next_start, next_stop
        result.append(Rule(start, stop, at))
        position = end + 1
    return tuple(result)
