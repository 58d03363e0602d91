"""Reports whose texts may be anything, for what must hold whatever a manuscript or a paper prints."""

from dataclasses import replace

from hypothesis import strategies as st

from tablecheck.model.finding import Severity
from tablecheck.model.problem import Problem
from tablecheck.model.report import Report, SourceCoverage, SourceStatus
from tests.reporters.exhibits import RICH

_SHARP = st.sampled_from(
    ["::error::x", "##[error]", "%0A", "]]>", "<script>alert(1)</script>", "</style>", '"&\'', "| a |", "[x](y)",
     "a\nb", "\r\n::stop", "\x00\x1b[31m", "\ud800", "@you #1", "`x`", "https://example.org/a.png", "{0}"]
)  # fmt: skip
texts = st.one_of(_SHARP, st.text(max_size=12), st.builds("{}{}".format, _SHARP, st.text(max_size=6)))


@st.composite
def reports(draw: st.DrawFn) -> Report:
    findings = tuple(
        replace(
            draw(st.sampled_from(RICH.findings)),
            message=draw(texts), table=draw(texts), row=draw(texts), column=draw(texts),
            severity=draw(st.sampled_from(Severity)), fingerprint=draw(st.sampled_from(["a", "b"])),
        )
        for _ in range(draw(st.integers(0, 14)))
    )  # fmt: skip
    sources = tuple(
        SourceCoverage(draw(texts), draw(st.sampled_from(SourceStatus)), draw(texts))
        for _ in range(draw(st.integers(0, 3)))
    )
    problems = (Problem("read", draw(texts), draw(st.none() | texts)),)
    coverage = replace(RICH.coverage, sources=sources)
    return replace(RICH, findings=findings, coverage=coverage, problems=problems)
