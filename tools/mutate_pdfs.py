"""Has damaged PDFs read and counts what becomes of them.

    python -m tools.mutate_pdfs FOLDER [--count 1000] [--seed 7] [--extractor auto]

The PDFs in FOLDER are damaged by a seeded generator: bytes flipped, cut off, objects removed, objects exchanged,
numbers made huge. Ends with 1 where one was not answered, took longer than it may, or outgrew the memory it may have.
"""

import argparse
import random
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from tablecheck.extractors.registry import GROUP
from tablecheck.extractors.sandbox import Limits, Sandbox

_OBJECT = re.compile(rb"\n\d+ 0 obj\b.*?\bendobj", re.S)
_NUMBER = re.compile(rb"(?<=[ /\[])\d{1,9}(?=[ /\]>\n])")
LIMITS = Limits(seconds=60.0, cpu_seconds=30.0)


def mutated(content: bytes, kind: str, chance: random.Random) -> bytes:
    """Damage a PDF in one of the ways of ``KINDS``."""
    if kind == "flipped":
        damaged = bytearray(content)
        for _ in range(chance.choice((1, 10, 100, 1000))):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        return bytes(damaged)
    if kind == "cut off":
        return content[: chance.randrange(len(content))]
    if kind == "numbers made huge":
        share = chance.choice((0.001, 0.01, 0.1))
        huge = (b"999999999", b"-1", b"0", b"2147483648", b"1000000")
        return _NUMBER.sub(lambda found: chance.choice(huge) if chance.random() < share else found[0], content)
    objects = list(_OBJECT.finditer(content))
    if not objects:
        return content[::2]
    if kind == "objects removed":
        gone = set(chance.sample(range(len(objects)), min(len(objects), chance.choice((1, 3, 10)))))
        return _joined(content, objects, dict.fromkeys(gone, b""))
    one, other = chance.choice(objects)[0], chance.choice(objects)[0]
    swapped = {n: other if found[0] == one else one for n, found in enumerate(objects) if found[0] in (one, other)}
    return _joined(content, objects, swapped)


KINDS = ("flipped", "cut off", "objects removed", "objects exchanged", "numbers made huge")


def _joined(content: bytes, objects: list[re.Match[bytes]], replaced: dict[int, bytes]) -> bytes:
    pieces, end = [], 0
    for number, found in enumerate(objects):
        pieces += [content[end : found.start()], replaced.get(number, found[0])]
        end = found.end()
    return b"".join([*pieces, content[end:]])


@dataclass
class Run:
    """What became of damaged PDFs: how often each outcome, the slowest of them, and all processor time in seconds."""

    outcomes: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    slowest: str = ""
    cpu_seconds: float = 0.0


def run(files: list[Path], count: int, seed: int, extractor: str = "auto", limits: Limits = LIMITS) -> Run:
    """Have damaged PDFs read, one after the other, by one process that is started anew when it breaks."""
    entry = extractor_named(extractor)
    chance = random.Random(seed)
    done = Run()
    sandbox = Sandbox()
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        path = chance.choice(files)
        content = mutated(path.read_bytes(), kind, chance)
        started = time.monotonic()
        extraction = sandbox.read(entry, content, limits)
        taken = time.monotonic() - started
        if taken > done.longest:
            done.longest, done.slowest = taken, f"number {number}, {path.name} with {kind}"
        done.outcomes[f"{kind}: {_outcome(extraction)}"] += 1
    sandbox.end()
    done.cpu_seconds = sandbox.cpu_seconds
    return done


def extractor_named(name: str) -> EntryPoint:
    (entry,) = entry_points(group=GROUP, name=name)
    return entry


def _outcome(extraction) -> str:
    given_up = [one.message for one in extraction.problems if "given up" in one.message]
    if given_up:
        return re.sub(r";.*", "", given_up[0])
    if extraction.tables:
        return "tables" + (" and problems" if extraction.problems else "")
    return "problems" if extraction.problems else "no tables"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--extractor", default="auto")
    options = parser.parse_args()
    done = run(sorted(options.folder.rglob("*.pdf")), options.count, options.seed, options.extractor)
    for outcome, times in sorted(done.outcomes.items()):
        print(f"{times:6} {outcome}")
    answered = done.outcomes.total()
    print(f"{answered} of {options.count} answered, {done.cpu_seconds / options.count:.3f} CPU s each")
    print(f"longest {done.longest:.1f} s: {done.slowest}")
    return 0 if answered == options.count and done.longest < 2 * LIMITS.seconds else 1


if __name__ == "__main__":
    sys.exit(main())
