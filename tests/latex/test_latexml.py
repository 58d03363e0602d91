"""Our tables against those of LaTeXML, cell for cell: numbers, citations and spans."""

import json
import random
import re

import pytest

from tablecheck.latex.tables import read_tables
from tests.data_folder import DATA, needs_data
from tests.latex.grids import tabular
from tests.latex.latexml_oracle import HAS_LATEXML, facts_of_ours, facts_of_theirs, read_with_latexml
from tests.latex.test_cases import CASES
from tests.latex.test_tables import PROBES

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(not HAS_LATEXML, reason="LOUD SKIP: latexml is not installed; apt-get install latexml"),
]
_BATCH = 12
_FLOAT = re.compile(r"\\begin\{(table\*?|longtable)\}.*?\\end\{\1\}|\\begin\{tabular\}.*?\\end\{tabular\}", re.S)
# What LaTeXML 0.8 cannot read: spans upwards, and the packages its Debian version has no binding for.
_BEYOND_IT = re.compile(
    r"\\multirow(?:\[[^\]]*\])?\{-|\{tblr\}|Nice|tabulary|\\begin\{tabu\}|siunitx|\\SI|\\qty|\\num|\bS\[|diagbox|multirowcell|\\st\{"
    r"|\\ctable|\\tikzmark"
)
MACROS = (
    r"\newcommand{\best}[1]{\textbf{#1}}\newcommand{\cells}[2]{#1 & $\pm$#2}"
    r"\newcommand{\row}[3]{#1 & #2 & #3 \\}"
)
WRITTEN = [
    tabular("lcc", r"M & a & b \\ \midrule A~\cite{a,b} & \cells{1.5}{0.2} \\ \row{B}{\best{2.5}}{3.5}"),
    tabular(
        "llc", r"\multirow{2}{*}{A~\cite{a}} & x & 1.5 \\ & y & 2.5 \\ \multirow{3}{*}{B} & z & 3.5 \\ & w & 4.5 \\"
    ),
    tabular(
        "lccc",
        r"\multirow{2}{*}{M} & \multicolumn{3}{c}{G} \\ \cline{2-4} & a & \multicolumn{2}{c}{b} \\ \hline"
        r" A & 1.5 & 2 & 3 \\",
    ),
    tabular("lc", "A & 88.%\n4\\% \\\\% x & y \\\\\n\\iffalse B & 9.9 \\\\ \\fi C & $10^{-3}$ \\\\"),
    tabular("lc", r"M & a \\ \hline\endhead A & 1.5 \\ B~\citep[see][p.~2]{b} & 2.5 \\", "longtable"),
]


def without_phantoms(text: str) -> str:
    """LaTeXML prints what a phantom only makes room for."""
    return re.sub(r"\\[hv]?phantom\s*\{[^{}]*\}", "", text)


def compare(sources: list[str], preamble: str = "") -> tuple[list[str], int]:
    """The sources that we read otherwise than LaTeXML does, and how many of its cells were compared."""
    differing = []
    cells_compared = 0
    for begin in range(0, len(sources), _BATCH):
        batch = sources[begin : begin + _BATCH]
        for source, theirs in zip(batch, read_with_latexml(batch, preamble), strict=True):
            ours = [facts_of_ours(table) for table in read_tables(f"{preamble}\n{source}")]
            wanted = [facts_of_theirs(cells) for cells in theirs]
            cells_compared += sum(map(len, wanted))
            if ours != wanted:
                differing.append(source)
    return differing, cells_compared


def test_the_probes_are_read_as_latexml_reads_them():
    probes = [text for text, _ in PROBES.values() if not _BEYOND_IT.search(text) and "\\phantom" not in text]
    written, cells = compare([*WRITTEN, *probes], MACROS)
    assert cells > 80
    assert [source for source in written if source in WRITTEN] == []
    assert len(written) <= 4, "\n\n".join(written)


def test_the_cases_are_read_as_latexml_reads_them():
    for name in ("03", "05"):
        (folder,) = CASES.glob(f"{name}-*")
        preamble, _, body = (folder / "paper.tex").read_text("utf-8").partition("\\begin{document}")
        macros = "\n".join(line for line in preamble.splitlines() if line.startswith(("\\newcommand", "\\def")))
        differing, cells = compare([body.partition("\\bibliographystyle")[0]], macros)
        assert differing == []
        assert cells > 5


def real_sample() -> list[str]:
    """Tables of real manuscripts and papers, those that LaTeXML has the packages for."""
    chance = random.Random(20261129)
    manuscripts = [
        match[0]
        for path in sorted((DATA / "manuscripts").rglob("*.tex"))
        for match in _FLOAT.finditer(path.read_text("utf-8", "replace"))
        if "\\input" not in match[0] and ("tabular" in match[0] or "longtable" in match[0])
    ]
    papers = [
        entry["data"]
        for path in sorted((DATA / "te" / "pdf-parse-bench" / "ground_truth").glob("*.json"))
        for entry in json.loads(path.read_text("utf-8"))
        if entry["type"] == "table" and "\\@" not in entry["data"]
    ]
    manuscripts = list(dict.fromkeys(manuscripts))
    sample = [*chance.sample(manuscripts, min(28, len(manuscripts))), *chance.sample(papers, min(28, len(papers)))]
    return [without_phantoms(source) for source in sample if not _BEYOND_IT.search(source)]


@needs_data
@pytest.mark.data
def test_a_sample_of_real_tables_is_read_as_latexml_reads_it(capsys):
    readable = real_sample()
    differing, cells = compare(readable)
    exact = 1 - len(differing) / len(readable)
    with capsys.disabled():
        print(f"\nagainst LaTeXML: {exact:.3f} of {len(readable)} tables are exact in all of {cells} cells")
        for source in differing:
            print("  differs:", " ".join(source.split())[:160])
    assert exact >= 0.97
    assert cells > 20 * len(readable)
