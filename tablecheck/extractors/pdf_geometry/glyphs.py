"""From glyphs to words: where a word ends, and what is raised or lowered beside it."""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tablecheck.extractors.pdf_geometry.letters import ACCENTS, letters_of
from tablecheck.extractors.pdf_geometry.sheet import Word
from tablecheck.model.markup import RAISED_RUN, lowered, raised

_SMALLER = 0.87  # scripts of LaTeX are set at 0.7 (10 pt) to 0.8 (8 pt) of the text, of Word at 0.65
_LEAST_SHIFT = 0.08  # of the host's size; a lowered index of Computer Modern sinks by 0.15
_MOST_SHIFT = 0.75
_MOST_SUNK = 0.5  # of the host's size: what stands lower is of the next line, as a table right under its caption
_TOUCHING = 0.14  # of the size: gaps inside a word; the narrowest word space of justified text is 0.2
_BASE = 0.4  # of the size: the narrowest base that carries raised and lowered runs
_DEEPEST = 1.1  # of the size: how far below the origin of a radical sign its radicand stands
_NEAR_SCRIPT = 0.3  # of the size: how far from its host a script may stand


@dataclass(slots=True)
class Run:
    """Glyphs of one size on one baseline that touch each other."""

    x0: float
    x1: float
    baseline: float
    size: float
    text: str
    bold: bool
    italic: bool
    mono: bool
    follows: bool  # no space was printed before it


def sideways_words(lines: Iterable[dict[str, Any]], turned: "Turn") -> list[Word]:
    """Make one word of each line that is printed across the reading direction, as labels of tall rows are."""
    words = []
    for line in lines:
        spans = [span for span in line["spans"] if any(not char["c"].isspace() for char in span["chars"])]
        text = "".join(
            letters_of(span["font"]).get(char["c"], char["c"]) for span in spans for char in span["chars"]
        ).strip()
        if not text:
            continue
        ax, ay = turned.point(line["bbox"][0], line["bbox"][1])
        bx, by = turned.point(line["bbox"][2], line["bbox"][3])
        size = spans[0]["size"]
        words.append(Word(min(ax, bx), max(ax, bx), (ay + by) / 2 + 0.35 * size, size, text))
    return words


def words_of(lines: Iterable[dict[str, Any]], turned: "Turn") -> list[Word]:
    """Make words of the lines of MuPDF's ``rawdict``, in the coordinates of the turned page."""
    return _settle([_join(chain, line["block"]) for line in lines for chain in _chains(_runs(line, turned))])


@dataclass(frozen=True, slots=True)
class Turn:
    """How many quarter turns, clockwise, make the text of a page upright, and the size of the page before."""

    quarters: int
    width: float
    height: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Turn a point of the page."""
        if self.quarters == 1:
            return self.height - y, x
        if self.quarters == 2:
            return self.width - x, self.height - y
        if self.quarters == 3:
            return y, self.width - x
        return x, y


def _runs(line: dict[str, Any], turned: Turn) -> Iterator[Run]:
    """Gather the glyphs of a line into runs; most of the time of reading a page is spent here."""
    run: Run | None = None
    space = True
    accent = ""
    last_x0 = 0.0
    upright = turned.quarters == 0  # spares most glyphs the turning
    for span in line["spans"]:
        size, font, flags = span["size"], span["font"], span["flags"]
        letters = letters_of(font)
        bold, italic, mono = bool(flags & 16) or _is_bold(font), bool(flags & 2), bool(flags & 8)
        furthest_back, furthest_on = -0.5 * size, _TOUCHING * size
        for char in span["chars"]:
            code = char["c"]
            letter = letters.get(code, code)
            if not letter or letter.isspace():
                space = True
                continue
            box = char["bbox"]
            if upright:
                x0, _, x1, _ = box
                baseline = char["origin"][1]
            else:
                x0, x1 = sorted((turned.point(box[0], box[1])[0], turned.point(box[2], box[3])[0]))
                baseline = turned.point(*char["origin"])[1]
            if letter in ACCENTS:  # an accent is printed just before its letter, or after it
                if run is not None and last_x0 <= (x0 + x1) / 2 <= run.x1:
                    run.text += ACCENTS[letter]
                else:
                    accent = ACCENTS[letter]
                continue
            if accent:
                letter, accent = letter + accent, ""
            last_x0 = x0
            if (
                run is not None
                and not space
                and furthest_back < x0 - run.x1 <= furthest_on
                and abs(run.baseline - baseline) <= _LEAST_SHIFT * size
                and 0.9 < size / run.size < 1.12
            ):
                run.text += letter
                if x1 > run.x1:
                    run.x1 = x1
                if not bold:
                    run.bold = False
                continue
            if run is not None:
                yield run
            run = Run(x0, x1, baseline, size, letter, bold, italic, mono, follows=not space)
            space = False
    if run is not None:
        yield run


@cache
def _is_bold(font: str) -> bool:
    name = font.rpartition("+")[2].lower()
    return any(part in name for part in ("bold", "cmbx", "black", "demi", "-bd", "medi"))


def _chains(runs: Iterable[Run]) -> Iterator[list[Run]]:
    """Group the runs of a line that make one word."""
    chain: list[Run] = []
    for run in runs:
        if chain and run.follows and _belongs(chain, run):
            chain.append(run)
            continue
        if chain:
            yield chain
        chain = [run]
    if chain:
        yield chain


def _belongs(chain: list[Run], run: Run) -> bool:
    size = max(piece.size for piece in chain)
    right = max(piece.x1 for piece in chain)
    return -1.5 * size < run.x0 - right <= _TOUCHING * size and abs(chain[0].baseline - run.baseline) < size


def _join(chain: list[Run], block: int) -> Word:
    """Write a chain of runs as one word; the largest run is the host of the others."""
    if len(chain) == 1:
        run = chain[0]
        return Word(run.x0, run.x1, run.baseline, run.size, run.text, run.bold, run.italic, run.mono, block)
    host = max(chain, key=lambda run: (round(run.size, 1), len(run.text)))
    text = ""
    for is_script, group in itertools.groupby(chain, key=lambda run: _shift(run, host) != 0):
        runs = list(group)
        text += _scripts(runs, host) if is_script else "".join(run.text for run in runs)
    return Word(
        x0=min(run.x0 for run in chain),
        x1=max(run.x1 for run in chain),
        baseline=host.baseline,
        size=host.size,
        text=text,
        bold=host.bold,
        italic=host.italic,
        mono=host.mono,
        block=block,
    )


def _scripts(runs: list[Run], host: Run) -> str:
    """Write raised and lowered runs in their order, the lowered first where they stand over each other."""
    over = [run for run in runs if _shift(run, host) > 0]
    under = [run for run in runs if _shift(run, host) < 0]
    if over and under and min(run.x0 for run in over) < max(run.x1 for run in under) - 0.2 * host.size:
        first, last = min(run.x0 for run in under), max(run.x1 for run in over)
        if first < last:
            return lowered("".join(run.text for run in under)) + raised("".join(run.text for run in over))
    text = ""
    for shift, group in itertools.groupby(runs, key=lambda run: _shift(run, host)):
        part = "".join(run.text for run in group)
        text += raised(part) if shift > 0 else lowered(part)
    return text


def _shift(run: Run, host: Run) -> int:
    if run is host or run.size > _SMALLER * host.size:
        return 0
    rise = host.baseline - run.baseline
    if abs(rise) < _LEAST_SHIFT * host.size:
        return 0
    return 1 if rise > 0 else -1


def _settle(words: list[Word]) -> list[Word]:
    """Join small words to the larger ones they are raised or lowered beside."""
    words.sort(key=lambda word: (word.x0, word.baseline))
    shelves: dict[int, list[int]] = {}
    largest: dict[int, float] = {}
    for index, word in enumerate(words):
        shelf = int(word.baseline // 8)
        shelves.setdefault(shelf, []).append(index)
        largest[shelf] = max(largest.get(shelf, 0.0), word.size)
    gone: set[int] = set()
    for index, small in enumerate(words):
        best: tuple[float, int] | None = None
        shelf = int(small.baseline // 8)
        if small.size > _SMALLER * max(largest.get(near, 0.0) for near in (shelf - 1, shelf, shelf + 1)):
            continue  # nearly every word
        for other in (j for near in (shelf - 1, shelf, shelf + 1) for j in shelves.get(near, ())):
            host = words[other]
            if other == index or other in gone or small.size > _SMALLER * host.size:
                continue
            rise = (host.baseline - small.baseline) / host.size
            if not (_LEAST_SHIFT <= rise <= _MOST_SHIFT or _LEAST_SHIFT <= -rise <= _MOST_SUNK):
                continue
            gap = max(small.x0 - host.x1, host.x0 - small.x1)
            inside = host.x0 + _BASE * host.size < small.x0  # under the raised part, not under the base
            if (
                (inside or gap >= -0.5 * small.size)
                and gap <= _NEAR_SCRIPT * host.size
                and (best is None or gap < best[0])
            ):
                best = (gap, other)
        if best is not None:
            words[best[1]] = _attach(words[best[1]], small)
            gone.add(index)
    return _with_radicands([word for index, word in enumerate(words) if index not in gone])


def _with_radicands(words: list[Word]) -> list[Word]:
    """Join radical signs, which hang from where capitals end, to what stands under them and to their factor."""
    for sign in [word for word in words if word.text.endswith("√")]:
        under = [word for word in words if word is not sign and _is_under(word, sign)]
        first = min(under, key=lambda word: abs(word.x0 - sign.x1), default=None)
        if first is None:
            continue
        whole = replace(first, x0=sign.x0, text=sign.text + first.text)
        factor = next((word for word in words if word not in (sign, first) and _is_factor(word, whole)), None)
        if factor is not None:
            whole = replace(whole, x0=factor.x0, text=factor.text + whole.text)
        words = [whole if word is first else word for word in words if word is not sign and word is not factor]
    return words


def _is_under(word: Word, sign: Word) -> bool:
    beside = abs(word.x0 - sign.x1) <= _TOUCHING * sign.size
    return beside and -_LEAST_SHIFT * sign.size <= word.baseline - sign.baseline <= _DEEPEST * sign.size


def _is_factor(word: Word, root: Word) -> bool:
    level = abs(word.baseline - root.baseline) <= _LEAST_SHIFT * root.size
    return level and abs(root.x0 - word.x1) <= _TOUCHING * root.size


def _attach(host: Word, small: Word) -> Word:
    is_raised = small.baseline < host.baseline
    script = raised(small.text) if is_raised else lowered(small.text)
    over = _LAST_RAISED.search(host.text) if not is_raised and small.x0 < host.x1 - 0.1 * small.size else None
    if small.x0 < host.x0:
        text = script + host.text
    elif over is not None and over.start() > 0:
        text = host.text[: over.start()] + script + over.group()
    else:
        text = host.text + script
    return replace(host, x0=min(host.x0, small.x0), x1=max(host.x1, small.x1), text=text)


_LAST_RAISED = re.compile(f"{RAISED_RUN}$")
