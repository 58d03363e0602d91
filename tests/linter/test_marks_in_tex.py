"""TeX itself prints the same with the marks and without them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.linter.comments.writing import mark_findings
from tablecheck.linter.engine import Engine
from tests.linter.test_engine import Shelf, page

needs_tex = pytest.mark.skipif(
    not (shutil.which("pdflatex") and shutil.which("pdftotext")),
    reason="LOUD SKIP: pdflatex and pdftotext are not installed, so TeX was not asked",
)
NORTH = page(
    "Method | Lake | River | Delta | Fjord",
    *(f"Net{letter} | 1{place}.1 | 2{place}.2 | 3{place}.3 | 4{place}.4" for place, letter in enumerate("ABCDEFGH")),
)
PAPER = r"""\documentclass{article}
\usepackage{multirow}
\newcommand{\twice}[1]{#1}
\begin{document}
\begin{tabular}{lcccc}
Method & Lake & River & Delta & Fjord \\ \hline
NetA~\cite{north} & 90.1 & 20.2 & 30.3 & 40.4 \\
NetB~\cite{north} & 11.1 & 91.2
  & 31.3 & 41.4 \\ \hline
NetC~\cite{north} & 12.1 & 22.2 &
92.3\BLANK
& 42.4\\
NetD~\cite{north} & \twice{13.1
} & 23.2 & 33.3 & \textbf{93.4}\relax
\\[2pt]
NetE~\cite{north} & 94.1% a comment
& 24.2 & 34.3 & 44.4 \\
NetF~\cite{north} & 15.1 & 25.2 & 35.3 & \twice{
95.4
} \\
NetG~\cite{north} & 16.1 & 96.2\
& 36.3 & 46.4 \\ NetH~\cite{north} & 97.1 & 27.2 & 37.3 & 47.4 \\
\end{tabular}
\begin{thebibliography}{1}
\bibitem{north} NorthNet: Polar Features.
\end{thebibliography}
\end{document}
""".replace("BLANK", " ")


def printed(folder: Path, text: str) -> str:
    folder.mkdir()
    (folder / "paper.tex").write_text(text, "utf-8")
    tex = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(tex, cwd=folder, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    layout = ["pdftotext", "-bbox", "paper.pdf", "-"]  # every word with where it stands on the page
    boxes = subprocess.run(layout, cwd=folder, capture_output=True, check=True, timeout=60).stdout.decode()
    return boxes[boxes.index("<page") :]


@needs_tex
def test_every_word_stays_where_it_was_on_the_page(tmp_path: Path):
    file = tmp_path / "paper.tex"
    file.write_text(PAPER, "utf-8")

    def read(texts):
        return read_manuscript(file, texts)

    report = Engine(Shelf(north=NORTH)).check(read({}))
    marked = mark_findings(report.manuscript, report.findings, read, "as they print it")
    assert len(marked.findings) >= 8
    assert not marked.refused
    assert printed(tmp_path / "with", marked.texts["paper.tex"]) == printed(tmp_path / "without", PAPER)
