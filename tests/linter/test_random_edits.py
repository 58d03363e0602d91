"""Whatever a manuscript looks like, fixes change numbers and marks are added, and no other byte is touched."""

import re
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablecheck.latex.files import decode
from tablecheck.latex.manuscript import read_manuscript
from tablecheck.linter.comments.writing import mark_findings
from tablecheck.linter.engine import Engine
from tablecheck.linter.fixes import repair
from tablecheck.linter.source_file import read_source, replace_source
from tablecheck.model.finding import Severity
from tests.linter.test_engine import Shelf, page

EXAMPLES = 250  # for fixes, and as many for marks: five hundred edits in all
VALUES = {
    "NorthNet": ("74.1", "60.3", "55.2", "48.9"),
    "NorthNet-L": ("75.2", "61.4", "56.3", "49.1"),
    "NorthNet-X": ("76.8", "62.5", "57.9", "50.6"),
}
ENGINE = Engine(
    Shelf(
        north=page(
            "Method | Lake | River | Delta | Fjord", *(f"{name} | {' | '.join(row)}" for name, row in VALUES.items())
        )
    )
)

_WRAPS = (
    "{}",
    r"\textbf{{{}}}",
    "${}$",
    r"$\mathbf{{{}}}$",
    r"${}_{{\pm 0.3}}$",
    r"\num{{{}}}",
    r"\underline{{{}}}",
    "{{{}}}",
    r"\cellcolor{{red}} {}",
    "{}\\rlap{{$^\\ast$}}",
)
_GAPS = ("", " ", "  ", "\t", "\n", " \n\t", " % so\n", "%\n", "% 71.2 & 5 \\\\ \\cite{x}\n  ")
_ENDS = (
    "\\\\",
    "\\\\[2pt]",
    "\\\\*",
    "\\\\ \\hline",
    "\\tabularnewline",
    "\\\\% tablecheck: ignore[TC201]",
    "\\\\ % ½ Größe",
    "\\\\ \\cmidrule(lr){2-3}",
)
_SLIPS = (
    lambda text: text,
    lambda text: text,
    lambda text: text,
    lambda text: text[::-1] if text[1] != "." else text,
    lambda text: "9" + text[1:],
    lambda text: text[:-1] + str((int(text[-1]) + 3) % 10),
    lambda text: text.replace(".", ""),
)
_CODECS = ((b"", "utf-8"), (b"\xef\xbb\xbf", "utf-8"), (b"", "cp1252"), (b"\xff\xfe", "utf-16-le"))


@dataclass(frozen=True)
class Written:
    """A manuscript as it lies on disk."""

    content: bytes

    @property
    def text(self) -> str:
        return decode(self.content)


@st.composite
def manuscripts(draw: st.DrawFn) -> Written:
    """Tables with slips, in all the ways in which people set their cells, lines and files."""
    rows = []
    for name, values in VALUES.items():
        cells = [draw(st.sampled_from(_WRAPS)).format(draw(st.sampled_from(_SLIPS))(value)) for value in values]
        if draw(st.integers(0, 4)) == 0:
            first, second = draw(st.permutations(range(4)))[:2]
            cells[first], cells[second] = cells[second], cells[first]
        gaps = [draw(st.sampled_from(_GAPS)) for _ in range(10)]
        parts = [f"{name}~\\cite{{north}}", *cells]
        row = "&".join(f"{gaps[2 * place]}{part}{gaps[2 * place + 1]}" for place, part in enumerate(parts))
        rows.append(row + draw(st.sampled_from(_ENDS)))
    words = draw(st.text("aäé€\\% {}$&#~^_01.\n", max_size=20)) if draw(st.booleans()) else ""
    safe_words = re.sub(r"(?m)^", "% ", words)
    body = "\n".join(rows)
    head = "\\begin{tabular}{lcccc}\n\\toprule\nMethod & Lake & River & Delta & Fjord \\\\\n\\midrule\n"
    foot = "\n\\bottomrule\n\\end{tabular}\n\\begin{thebibliography}{1}\\bibitem{north} NorthNet: Polar Features."
    text = f"{safe_words}\n{head}{body}{foot}\\end{{thebibliography}}"
    text += draw(st.sampled_from(["", "\n", "\n\n% the end"]))
    lines = text.split("\n")
    ends = draw(st.sampled_from(["\n", "\r\n", "mixed"]))
    text = (
        "".join(line + (draw(st.sampled_from(["\n", "\r\n"])) if ends == "mixed" else ends) for line in lines[:-1])
        + lines[-1]
    )
    mark, codec = draw(st.sampled_from(_CODECS))
    return Written(mark + text.encode(codec))


def put(folder: Path, written: Written) -> Path:
    file = folder / "paper.tex"
    file.write_bytes(written.content)
    return file


LAW = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@LAW
@given(written=manuscripts(), unsafe=st.booleans())
def test_a_fix_changes_numbers_and_not_one_other_byte(tmp_path: Path, written: Written, unsafe: bool):
    file = put(tmp_path, written)

    def read(texts):
        return read_manuscript(file, texts)

    before = ENGINE.check(read({}))
    done = repair(before, read, ENGINE.check, Severity.NOTE, unsafe=unsafe)
    for text in done.texts.values():
        replace_source(read_source(file), text)
    after = file.read_bytes()
    without = [re.sub(r"\d*\.?\d+", "#", decode(content)) for content in (written.content, after)]
    assert without[0] == without[1]
    assert (after == written.content) == (not done.findings)
    if not written.content.startswith(b"\xff\xfe"):
        assert re.sub(rb"\d*\.?\d+", b"#", written.content) == re.sub(rb"\d*\.?\d+", b"#", after)
    assert len(done.report.findings) <= len(before.findings)
    assert done.report.coverage.numbers == before.coverage.numbers


@LAW
@given(written=manuscripts())
def test_a_mark_ends_its_line_and_nothing_else_changes(tmp_path: Path, written: Written):
    file = put(tmp_path, written)

    def read(texts):
        return read_manuscript(file, texts)

    before = ENGINE.check(read({}))
    marked = mark_findings(before.manuscript, before.findings, read, "as they print it")
    assert not marked.refused
    for text in marked.texts.values():
        replace_source(read_source(file), text)
    old, new = written.text.split("\n"), decode(file.read_bytes()).split("\n")
    assert len(old) == len(new)
    for one, other in zip(old, new, strict=True):
        body = one.removesuffix("\r")
        assert other.startswith(body)
        added = other[len(body) :].removesuffix("\r") if one.endswith("\r") else other[len(body) :]
        assert re.fullmatch(r"( ?% tablecheck: ignore\[TC\d{3}[^\]]*\] as they print it)?", added)
        assert one.endswith("\r") == other.endswith("\r")
    after = ENGINE.check(read({}))
    assert {one.fingerprint for one in marked.findings} <= {one.fingerprint for one in after.accepted}
    assert not {one.fingerprint for one in after.findings} & {one.fingerprint for one in marked.findings}
    assert after.coverage == before.coverage or not marked.texts or _without_places(after) == _without_places(before)


def _without_places(report) -> list[tuple[int, int, int, int]]:
    return [(one.numbers, one.checked, one.agree, one.differ) for one in report.coverage.by_table]
