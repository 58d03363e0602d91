"""Has a thousand damaged PDFs read and counts what becomes of them: python tools/mutate_pdfs.py FOLDER [COUNT] [SEED].

The PDFs in FOLDER are damaged by a seeded generator: bytes flipped, cut off, objects removed, objects exchanged,
numbers made huge. Ends with 1 where one was not answered, took longer than it may, or outgrew the memory it may have.
"""

import random
import re
import sys
import time
from collections import Counter
from importlib.metadata import EntryPoint
from pathlib import Path

from tablecheck.extractors.sandbox import Limits, Sandbox

_OBJECT = re.compile(rb"\n\d+ 0 obj\b.*?\bendobj", re.S)
_NUMBER = re.compile(rb"(?<=[ /\[])\d{1,9}(?=[ /\]>\n])")
EXTRACTOR = EntryPoint("pdf", "tablecheck.extractors.pdf_geometry:extract", "")


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


def run(files: list[Path], count: int, seed: int, limits: Limits) -> tuple[Counter[str], float, float]:
    """Read damaged PDFs; gives what became of them, the longest wall time and all processor time in seconds."""
    chance = random.Random(seed)
    outcomes: Counter[str] = Counter()
    longest = 0.0
    sandbox = Sandbox()
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        content = mutated(chance.choice(files).read_bytes(), kind, chance)
        started = time.monotonic()
        extraction = sandbox.read(EXTRACTOR, content, limits)
        longest = max(longest, time.monotonic() - started)
        outcomes[f"{kind}: {_outcome(extraction)}"] += 1
    sandbox.end()
    return outcomes, longest, sandbox.cpu_seconds


def _outcome(extraction) -> str:
    given_up = [one.message for one in extraction.problems if "given up" in one.message]
    if given_up:
        return re.sub(r";.*", "", given_up[0])
    if extraction.tables:
        return "tables" + (" and problems" if extraction.problems else "")
    return "problems" if extraction.problems else "no tables"


def main() -> int:
    folder, count, seed = Path(sys.argv[1]), *map(int, (*sys.argv[2:], 1000, 7)[:2])
    files = sorted(folder.rglob("*.pdf"))
    limits = Limits(seconds=30.0, cpu_seconds=20.0)
    outcomes, longest, cpu_seconds = run(files, count, seed, limits)
    for outcome, times in sorted(outcomes.items()):
        print(f"{times:6} {outcome}")
    print(f"{outcomes.total()} of {count} answered; longest {longest:.1f} s, {cpu_seconds / count:.3f} CPU s each")
    return 0 if outcomes.total() == count and longest < 2 * limits.seconds else 1


if __name__ == "__main__":
    sys.exit(main())
