"""``tablecheck eval build-tables``: a set of PDFs with known tables out of LaTeX sources.

The way is that of Table-arXiv (Soric et al., arXiv 2511.16134, section 4): places from anchors in the compiled
paper, structure from LaTeXML. What comes out is read by ``eval tables --dataset htmlbbox``.
"""

import json
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tablecheck.evaluation.build_tables_tex import Anchored, compile_anchored, copy_sources, needs_tex
from tablecheck.evaluation.samples import Rejected
from tablecheck.extractors.html import extract
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace
from tablecheck.model.progress import Progress, silent
from tablecheck.model.table import Table
from tablecheck.reporters.tables import html_table

_SECONDS = 300  # for LaTeXML; a paper takes a minute
_ALIKE = 0.5  # share of character pairs a place and a structure have in common; those that belong together have 0.9
_MAIN = re.compile(r"^[^%\n]*\\documentclass\b", re.M)


@dataclass(frozen=True, slots=True)
class Built:
    """What was made; ``rejected`` counts what was not, by reason."""

    documents: int
    tables: int
    rejected: dict[str, int] = field(default_factory=dict)


def build_tables(tex: Path, out: Path, progress: Progress = silent) -> Built:
    """Make the set: a PDF and a JSON file in ``out`` for each main file under ``tex``.

    Raises:
        UsageError: TeX or LaTeXML is not installed, there are no sources, or ``out`` cannot be written.
        Cancelled: ``progress`` stopped the run; what was made stays.
    """
    needs_tex()
    if shutil.which("latexmlc") is None:
        raise UsageError(
            "there is no latexmlc to tell the structure of tables; install LaTeXML (apt-get install latexml)"
        )
    mains = [path for path in sorted(tex.rglob("*.tex")) if _is_main(path)]
    if not mains:
        raise UsageError(f"{tex} holds no .tex file with a \\documentclass; name a folder of LaTeX sources")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be made: {error.strerror}; name another folder") from error
    rejected: Counter[str] = Counter()
    documents = tables = 0
    for done, main in enumerate(mains):
        progress("build", done, len(mains))
        try:
            tables += _build(main, out, "_".join(main.relative_to(tex).with_suffix("").parts), rejected)
            documents += 1
        except Rejected as reason:
            rejected[str(reason)] += 1
    progress("build", len(mains), len(mains))
    return Built(documents, tables, dict(rejected))


def _build(main: Path, out: Path, name: str, rejected: Counter[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        structures = _structures(copy_sources(main, Path(folder) / "latexml"))
        anchored = compile_anchored(copy_sources(main, Path(folder) / "tex"))
    pairs = pair_structures(anchored, structures)
    if anchored.over_pages:
        rejected["longtable over several pages"] += anchored.over_pages
    if len(structures) > len(pairs):
        rejected["structure without a place"] += len(structures) - len(pairs)
    if not pairs:
        raise Rejected("document without tables")
    entries = [{"page": place.page, "bbox": place.bbox, "html": html_table(table)} for place, table in pairs]
    (out / f"{name}.pdf").write_bytes(anchored.pdf)
    (out / f"{name}.json").write_text(json.dumps({"tables": entries}, ensure_ascii=False, indent=1), encoding="utf-8")
    return len(pairs)


def pair_structures(anchored: Anchored, structures: Sequence[Table]) -> list[tuple[PagePlace, Table]]:
    """Pair places with structures by the text in them, the likest first; what is like nothing has no partner.

    The order alone would not do: titles are set in tabulars as well, and LaTeXML leaves some tables out.
    """
    texts = [_pairs_of_letters(text) for text in anchored.texts]
    theirs = [_pairs_of_letters("".join(cell.text for cell in table.cells)) for table in structures]
    likeness = sorted(
        ((_share(one, other), -i, -j) for i, one in enumerate(texts) for j, other in enumerate(theirs)), reverse=True
    )
    paired: dict[int, int] = {}
    for share, i, j in likeness:
        if share >= _ALIKE and -i not in paired and -j not in paired.values():
            paired[-i] = -j
    return [(anchored.places[i], structures[j]) for i, j in sorted(paired.items())]


def _structures(main: Path) -> tuple[Table, ...]:
    command = ["latexmlc", "--format=html5", "--pmml", "--nocomments", "--quiet", "--dest=out.html", main.name]
    try:
        subprocess.run(  # noqa: S603 - TeX is interpreted by LaTeXML, which runs no shell
            command,
            cwd=main.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Rejected("document that LaTeXML does not convert in time") from None
    page = main.parent / "out.html"
    if not page.is_file():
        raise Rejected("document that LaTeXML does not convert")
    return extract(page.read_bytes()).tables


def _is_main(path: Path) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return bool(_MAIN.search(text)) and r"\begin{document}" in text


def _pairs_of_letters(text: str) -> Counter[str]:
    letters = re.sub(r"[^\w]", "", text)
    return Counter(letters[i : i + 2] for i in range(len(letters) - 1))


def _share(one: Counter[str], other: Counter[str]) -> float:
    return (one & other).total() / max(1, (one | other).total())
