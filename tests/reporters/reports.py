"""A small report made by hand, for the formats to print."""

from tablecheck.model.finding import CitedCell, Edit, Finding, Fix, Safety, Severity
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.problem import Problem
from tablecheck.model.report import Coverage, Report, SourceCoverage, SourceStatus

TEXT = "\\begin{tabular}{lc}\n𝑀 & BLEU \\\\\nNorthNet~\\cite{north} & \\textbf{66.3} \\\\\n\\end{tabular}\n"
_START = TEXT.index("66.3")
PLACE = TextPlace("paper.tex", Span(_START, _START + 4))

FINDING = Finding(
    rule="TC101",
    name="value-differs",
    message="Prints 66.3 where the cited paper prints 76.3.",
    place=PLACE,
    text="66.3",
    severity=Severity.ERROR,
    confidence=0.97,
    table="Table 1",
    row="NorthNet",
    column="BLEU",
    source=CitedCell("north", "NorthNet: Polar Features", 2, "pdf", 5, "Table 3", "NorthNet", "BLEU", "76.3±0.1"),
    fixes=(Fix("print 76.3", Safety.SAFE, (Edit(PLACE, "76.3"),)),),
    fingerprint="0123abcd",
)
NOTE = Finding(
    rule="TC303",
    name="row-differs",
    message="All numbers of the row differ.",
    place=PLACE,
    text="66.3",
    severity=Severity.NOTE,
    confidence=0.5,
    table="Table 1",
    row="NorthNet",
    column="",
)
REPORT = Report(
    manuscript=Manuscript("paper.tex", {"paper.tex": TEXT}, ()),
    findings=(FINDING, NOTE),
    coverage=Coverage(
        tables=1,
        numbers=9,
        checked=4,
        agree=3,
        differ=1,
        unchecked=2,
        rerun=1,
        sources=(
            SourceCoverage("north", SourceStatus.READ, "2 tables read from papers/north.pdf", 4),
            SourceCoverage("lost", SourceStatus.NOT_OBTAINED, "no file is named lost; put the PDF into papers/"),
        ),
    ),
    problems=(Problem("read", "the file tab/x.tex is missing", "paper.tex", 3),),
)
EMPTY = Report(Manuscript("paper.tex", {"paper.tex": ""}, ()), (), Coverage())
