import re

from hypothesis import given, settings
from markdown_it import MarkdownIt

from tablecheck.reporters.markdown import escaped, render_markdown
from tests.reporters.exhibits import RICH
from tests.reporters.hostile import reports, texts

_READER = MarkdownIt("gfm-like", {"linkify": False})


def test_every_finding_is_a_row_and_the_quiet_ones_are_folded():
    html = _READER.render(render_markdown(RICH))
    assert html.index("TC303") > html.index("<details>")
    assert html.index("TC101") < html.index("<details>")
    assert html.count("<table>") == 3


@settings(max_examples=100, deadline=None)
@given(texts)
def test_a_text_is_shown_as_it_is(text: str):
    clean = re.sub("[\x00-\x1f\ud800-\udfff\u2028\u2029\x7f-\x9f]", " ", text)
    (shown,) = re.findall("<p>x(.*)x</p>", _READER.render(f"x{escaped(clean)}x"), flags=re.S)
    assert "<" not in shown
    assert "@" not in escaped(clean)


@settings(max_examples=40, deadline=None)
@given(reports())
def test_no_text_becomes_a_link_a_picture_or_a_row(report):
    html = _READER.render(render_markdown(report))
    assert "<a " not in html
    assert "<img" not in html
    assert "<script" not in html
    rows = len(report.findings) + len(report.coverage.by_table)
    assert html.count("<tr>") - html.count("<thead>") == rows
