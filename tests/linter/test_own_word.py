"""What a manuscript says of itself, on the whole road: its arithmetic, and its marks of provenance."""

from tablecheck.latex.manuscript import read_files
from tablecheck.linter.engine import Engine
from tablecheck.model.report import Report
from tests.linter.test_engine import BIBLIOGRAPHY, Shelf, page

TWO_TABLES = b"".join(
    (
        b"<figure><figcaption>Table 1: Validation.</figcaption>",
        page("Method | Lake | River | Delta", "NorthNet | 71.1 | 57.3 | 52.2"),
        b"</figure><figure><figcaption>Table 2: Test.</figcaption>",
        page("Method | Lake | River | Delta", "NorthNet | 74.1 | 60.3 | 55.2", "NorthNet-L | 75.8 | 62.9 | 57.1"),
        b"</figure>",
    )
)


def report(row: str, before: str = "") -> Report:
    rows = f"Method & Lake & River & Delta \\\\\n{before}{row}\nOurs & 77.0 & 66.0 & 58.5 \\\\\n"
    table = f"\\begin{{tabular}}{{lccc}}\n{rows}\\end{{tabular}}\n\\bibliography{{refs}}\n"
    files = {"paper.tex": table, "refs.bib": BIBLIOGRAPHY}
    return Engine(Shelf(north=TWO_TABLES)).check(read_files(files, "paper.tex"))


def found(row: str, before: str = "") -> list[tuple[str, str]]:
    return [(finding.rule, finding.text) for finding in report(row, before).findings]


def test_a_manuscript_that_cites_nothing_is_checked_against_itself():
    rows = "".join(
        f"{name} & {a} & {b} & {mean} \\\\\n"
        for name, a, b, mean in (
            ("A", 70.2, 60.4, 65.3),
            ("B", 71.2, 61.4, 66.3),
            ("C", 72.2, 62.4, 67.3),
            ("D", 73.4, 63.8, 86.6),
        )
    )
    text = f"\\begin{{tabular}}{{lccc}}\nMethod & Lake & River & Average \\\\\n{rows}\\end{{tabular}}\n"
    checked = Engine(Shelf()).check(read_files({"paper.tex": text}, "paper.tex"))
    assert [(finding.rule, finding.text) for finding in checked.findings] == [("TC401", "86.6")]


def test_a_marked_table_is_the_one_that_is_compared():
    row = "NorthNet~\\cite{north} & 74.1 & 60.3 & 52.5 \\\\"
    assert found(row + " % tablecheck: table=2") == [("TC102", "52.5")]


def test_a_row_that_cites_nothing_is_compared_with_the_source_of_its_mark():
    row = "The large one & 75.8 & 69.2 & 57.1 \\\\"
    assert found(row) == []
    assert found(row, '% tablecheck: source=north table=2 row="NorthNet-L"\n') == [("TC102", "69.2")]


def test_a_marked_rerun_is_counted_and_not_compared():
    checked = report("NorthNet~\\cite{north} & 74.9 & 60.3 & 51.7 \\\\ % tablecheck: rerun three seeds")
    assert checked.findings == ()
    assert (checked.coverage.rerun, checked.coverage.checked) == (3, 0)
