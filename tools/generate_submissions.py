"""Make up many manuscripts that cite the same papers, a few of them poisoned, for trying batches.

Usage: python tools/generate_submissions.py FOLDER [--count 1000] [--papers 40] [--poisoned 0.02] [--seed 0]

FOLDER/papers holds the cited papers, half of them PDF and half LaTeX; FOLDER/submissions one folder or archive for each
manuscript; FOLDER/expected.json says for each which numbers were planted wrong, and which manuscripts are poisoned.
"""

import argparse
import gzip
import io
import json
import random
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pymupdf

_FIRST = (
    "Amber",
    "Birch",
    "Cedar",
    "Delta",
    "Ember",
    "Fjord",
    "Grove",
    "Heath",
    "Inlet",
    "Kelp",
    "Larch",
    "Marsh",
    "Reef",
)
_SECOND = ("Net", "Former", "Mixer", "Rank", "Flow", "Point", "Graph", "Track", "Seg", "Match")
_NAMES = ("Abara", "Bellweather", "Castellan", "Dvorsky", "Eskildsen", "Fontaine", "Gudmund", "Haverford", "Ilves")
_DATA = ("Harbor", "Meadow", "Quarry", "Orchard", "Tundra", "Lagoon")


@dataclass(frozen=True)
class Paper:
    """A made-up paper: its key, title, author, year, data sets, and one row of numbers a method."""

    key: str
    title: str
    author: str
    year: int
    data: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--papers", type=int, default=40)
    parser.add_argument("--poisoned", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    generate(asked.folder, asked.count, asked.papers, asked.poisoned, asked.seed)


def generate(folder: Path, count: int, papers: int, poisoned: float, seed: int) -> None:
    """Write papers, manuscripts and what is expected of them; the same arguments give the same bytes."""
    chance = random.Random(seed)
    shelf = [_paper(number, chance) for number in range(papers)]
    (folder / "papers").mkdir(parents=True)
    (folder / "submissions").mkdir()
    for number, paper in enumerate(shelf):
        if number % 2:
            (folder / "papers" / f"{paper.key}.tex").write_text(_source(paper), encoding="utf-8")
        else:
            (folder / "papers" / f"{paper.key}.pdf").write_bytes(_pdf(paper))
    expected: dict[str, dict[str, object]] = {}
    every = round(1 / poisoned) if poisoned else 0
    for number in range(count):
        name = f"s{number:05d}"
        place = folder / "submissions" / name
        if every and number % every == every - 1:
            kind = list(_POISONS)[number // every % len(_POISONS)]
            _POISONS[kind](place)
            expected[name] = {"poison": kind}
        else:
            text, bib, wrong = _manuscript(number, chance.sample(shelf, min(4, papers)), chance)
            _write(place, {"paper.tex": text, "refs.bib": bib}, number % 3)
            expected[name] = {"wrong": wrong}
    (folder / "expected.json").write_text(json.dumps(expected, indent=1), encoding="utf-8")


def _paper(number: int, chance: random.Random) -> Paper:
    stem = f"{_FIRST[number % len(_FIRST)]}{_SECOND[number // len(_FIRST) % len(_SECOND)]}{number}"
    data = tuple(chance.sample(_DATA, 4))
    rows = {f"{stem}-{size}": tuple(_value(chance) for _ in data) for size in ("Tiny", "Small", "Base", "Large")}
    author = _NAMES[number % len(_NAMES)]
    year = 2015 + number % 9
    return Paper(
        f"{author.lower()}{year}{stem.lower()}", f"{stem}: Toy Features for Task {number}", author, year, data, rows
    )


def _value(chance: random.Random) -> str:
    return f"{chance.uniform(20, 95):.1f}"


def _source(paper: Paper) -> str:
    body = "\n".join(f"{name} & {' & '.join(row)} \\\\" for name, row in paper.rows.items())
    return (
        f"\\documentclass{{article}}\n\\title{{{paper.title}}}\n\\author{{Ada {paper.author}}}\n"
        "\\begin{document}\n\\maketitle\n"
        f"\\begin{{table}}\\caption{{Accuracy (\\%).}}\\begin{{tabular}}{{lcccc}}\\toprule\n"
        f"Method & {' & '.join(paper.data)} \\\\\\midrule\n{body}\n\\bottomrule\\end{{tabular}}\\end{{table}}\n"
        "\\end{document}\n"
    )


def _pdf(paper: Paper) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((90, 80), paper.title, fontsize=16)
    page.insert_text((90, 105), f"Ada {paper.author}", fontsize=11)
    page.insert_text((90, 160), "Table 1: Accuracy (%).", fontsize=10)
    columns = (90, 230, 300, 370, 440)
    for y in (170, 190, 190 + 16 * len(paper.rows) + 6):
        page.draw_line((85, y), (500, y), width=0.8)
    for x, text in zip(columns, ("Method", *paper.data), strict=True):
        page.insert_text((x, 184), text, fontsize=10)
    for line, (name, row) in enumerate(paper.rows.items()):
        for x, text in zip(columns, (name, *row), strict=True):
            page.insert_text((x, 204 + 16 * line), text, fontsize=10)
    document.set_metadata({})
    content: bytes = document.tobytes(no_new_id=True)
    return content


def _manuscript(number: int, cited: list[Paper], chance: random.Random) -> tuple[str, str, list[str]]:
    tables, wrong = [], []
    for paper in cited:
        lines = []
        for name, row in paper.rows.items():
            printed = list(row)
            if not wrong and chance.random() < 0.05:
                column = chance.randrange(len(printed))
                printed[column] = _slip(printed[column])
                wrong.append(printed[column])
            lines.append(f"{name}~\\cite{{{paper.key}}} & {' & '.join(printed)} \\\\")
        ours = " & ".join(_value(chance) for _ in paper.data)
        tables.append(
            f"\\begin{{table}}\\caption{{Accuracy (\\%) on four sets.}}\\begin{{tabular}}{{lcccc}}\\toprule\n"
            f"Method & {' & '.join(paper.data)} \\\\\\midrule\n" + "\n".join(lines) + f"\n\\midrule\nOurs & {ours} \\\\"
            "\n\\bottomrule\\end{tabular}\\end{table}\n"
        )
    entries = "\n".join(
        f"@article{{{one.key}, title={{{one.title}}}, author={{Ada {one.author}}}, year={{{one.year}}}}}"
        for one in cited
    )
    text = (
        f"\\documentclass{{article}}\n\\title{{Submission {number}}}\n\\begin{{document}}\n"
        + "\nSome words between tables.\n".join(tables)
        + "\\bibliography{refs}\n\\end{document}\n"
    )
    return text, entries, wrong


def _slip(value: str) -> str:
    """Another digit in the middle."""
    position = value.index(".") - 1
    digit = str((int(value[position]) + 3) % 10)
    return value[:position] + digit + value[position + 1 :]


def _write(place: Path, files: dict[str, str], form: int) -> None:
    """As a folder, a tar or a zip."""
    if form == 0:
        place.mkdir()
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
    elif form == 1:
        place.with_name(place.name + ".tar.gz").write_bytes(
            _packed({name: text.encode() for name, text in files.items()})
        )
    else:
        with zipfile.ZipFile(place.with_name(place.name + ".zip"), "w") as packed:
            for name, text in files.items():
                packed.writestr(zipfile.ZipInfo(name), text)


def _packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return gzip.compress(out.getvalue(), mtime=0)


def _endless_macro(place: Path) -> None:
    _write(place, {"paper.tex": "\\documentclass{article}\\begin{document}\\def\\a{\\a\\a x}\\a\\end{document}"}, 0)


def _bomb(place: Path) -> None:
    zeros = gzip.compress(_packed({"paper.tex": b""}) + bytes(64 * 2**20), mtime=0)
    place.with_name(place.name + ".tar.gz").write_bytes(zeros)


def _cut(place: Path) -> None:
    whole = _packed({"paper.tex": b"\\documentclass{article}\\begin{document}" + b"words " * 20_000})
    place.with_name(place.name + ".tar.gz").write_bytes(whole[: len(whole) // 2])


def _braces(place: Path) -> None:
    _write(place, {"paper.tex": "\\documentclass{article}\\begin{document}" + "{" * 400_000}, 0)


def _no_text(place: Path) -> None:
    place.mkdir()
    (place / "paper.tex").write_bytes(random.Random(0).randbytes(300_000))


def _hostile_pdf(place: Path) -> None:
    """A cited paper of its own that is a damaged PDF."""
    bib = "@article{evil, title={An Evil Paper of its own}, author={Eve Evil}, year={2020}}"
    rows = "A~\\cite{evil} & 12.3 \\\\ B~\\cite{evil} & 45.6 \\\\"
    table = f"\\begin{{table}}\\begin{{tabular}}{{lc}}{rows}\\end{{tabular}}\\end{{table}}"
    text = f"\\documentclass{{article}}\\begin{{document}}{table}\\bibliography{{refs}}\\end{{document}}"
    _write(place, {"paper.tex": text, "refs.bib": bib, "tablecheck.toml": 'papers = ["papers"]\n'}, 0)
    (place / "papers").mkdir()
    (place / "papers" / "evil.pdf").write_bytes(b"%PDF-1.7\n" + random.Random(1).randbytes(200_000) + b"\n%%EOF")


_POISONS: dict[str, Callable[[Path], None]] = {
    "endless macro": _endless_macro,
    "bomb": _bomb,
    "cut archive": _cut,
    "open braces": _braces,
    "no text": _no_text,
    "hostile PDF": _hostile_pdf,
}


if __name__ == "__main__":
    main()
