"""A text that is read again and again: whatever is remembered of it, it is expanded as if for the first time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.latex import stretches
from tablecheck.latex.environments import Node, Outline, outline
from tablecheck.latex.expand import Expansion, expand
from tablecheck.latex.stretches import StretchMemo

# What reads ahead, looks back, defines, ends early or is never closed, so that the pieces meet in all orders.
PARTS = (
    "Words about a model, and more.", "A % comment\n  goes on", "\\\\[2pt] % so", "[2pt]% so\n  and", r"\best{9.1} and",
    r"\best", r"\best{", "}", "{", r"\pair[a]{b}", r"\pair", "[half", "]", r"\ie", r"\ie text", r"\\", "\\", "%",
    r"\newcommand{\best}[1]{\emph{#1}}", r"\def\ie{that is}", r"\def\until#1.{<#1>}", r"\until here. and", r"\until",
    r"\iffalse hidden", r"\else other", r"\fi seen", r"\newif\ifdraft", r"\drafttrue", r"\ifdraft yes \fi", r"\ifnum 1",
    "<2 ", r"\begin{note}", r"\end{note}", r"\newenvironment{note}{<<}{>>}", r"\begin{verbatim} \best{",
    r"\end{verbatim}", r"\verb|\best{x}|", r"\url{a%b}", r"\url{", r"\input{other}", r"\input{nowhere}", r"\begin",
    "{table}", r"\begin{table}", r"\end{table}", r"\begin{tabular}{ll} a & \best{1.0} \\ \end{tabular}",
    r"\caption{So}", r"\caption", r"\label{tab:a}", r"\cite{one}", r"\cite[p. 3]{one,two}", r"\cite[p.", r"\citep",
    "{two}", r"\section{On}", r"\cites(", r"\textcite<1", ")", ">{one}", r"\label{", r"\caption[Short",
    r"\subfloat[One]{", r"\setter", r"\newcommand{\setter}{\def\ie{id est}}", r"\begin{document}", r"\end{document}",
    r"\bibliography{refs}", r"\xspace", r"\tiny\xspace", r"\alpha", "beta", "x\r\n\r\ny",
)  # fmt: skip
HEAD = r"\newcommand{\best}[1]{\textbf{#1}}\newcommand{\pair}[2][x]{#1-#2}\newcommand{\ie}{i.e.}" + "\n\n"
WORDS = (
    "More words than anything looks ahead by itself, about a model and what others have found of it before us, so.\n\n"
)
few = st.lists(st.sampled_from(PARTS), min_size=2, max_size=5)
"""What one text is made of: of few parts each meets each other."""


@st.composite
def edited_texts(draw: st.DrawFn) -> list[list[str]]:
    """A text in parts, and what it becomes by edits, one after the other."""
    part = st.sampled_from((*draw(few), "}", WORDS, WORDS, "\n\n", "\n\n"))
    text = draw(st.lists(part, min_size=5, max_size=30))
    found = [text]
    for share, length, new in draw(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2), part), max_size=8)):
        start = round(share * len(text))
        text = [*text[:start], new, *text[start + length :]]
        found.append(text)
    return found


@pytest.fixture(autouse=True)
def _short_stretches(monkeypatch):
    """Paragraphs of a few words do for a stretch here."""
    monkeypatch.setattr(stretches, "_SHORTEST", 1)


@settings(max_examples=200, deadline=None)
@given(edited_texts())
def test_a_text_that_was_changed_is_expanded_as_if_it_were_new(versions: list[list[str]]):
    memo = StretchMemo()
    for parts in versions:
        compare(" ".join(parts), memo)


@pytest.mark.parametrize("part", PARTS)
def test_nothing_before_or_behind_changes_what_is_remembered_unseen(part: str):
    memo, far = StretchMemo(), WORDS * 5
    for other in PARTS:
        for text in (
            f"{part}{far}",
            f"{part}{far}{other}{WORDS}",
            f"{part}\n\n{other}{WORDS}",
            f"{other}\n\n{part}{far}",
        ):
            compare(text, memo)


def compare(text: str, memo: StretchMemo) -> None:
    """Expand a text with and without what is remembered."""
    files = {"main.tex": f"{HEAD}{text}", "other.tex": f"An other \\best{{2.0}}.\n\n{text[:99]}"}
    again, first = expand("main.tex", files.get, memo), expand("main.tex", files.get)
    assert as_told(again) == as_told(first)
    assert as_drawn(outline(again.flat)) == as_drawn(outline(first.flat))


def as_told(expansion: Expansion) -> tuple[object, ...]:
    """All that an expansion says."""
    flat = expansion.flat
    return (
        flat.text,
        flat.starts,
        flat.origins,
        flat.braces,
        expansion.texts,
        expansion.problems,
        expansion.column_types,
    )


def as_drawn(found: Outline) -> tuple[object, ...]:
    """All that an outline says."""
    return drawn(found.root), found.citations, found.bibliographies


def drawn(node: Node) -> tuple[object, ...]:
    """A node with all below it."""
    edges = node.start, node.inside, node.inner_end, node.end, node.closed, node.damaged
    return node.name, edges, tuple(node.captions), tuple(node.labels), tuple(map(drawn, node.children))
