"""Random edits of a LaTeX text, as people and clumsy fingers make them, for tests that check again after each."""

import re
from dataclasses import dataclass

from hypothesis import strategies as st

_SNIPPETS = (
    "9", "0", ".", "47.9", " ", "\n", "\n\n", "\r\n", "&", " & ", r"\\", r" \\" + "\n", "{", "}", "$", "%", "% so\n",
    r"\textbf{", r"\cite{osterby2022glacierrank}", r"\cite{nobody}", r"\hline", r"\midrule", r"\begin{table}",
    r"\end{table}", r"\begin{tabular}{lcccc}", r"\end{tabular}", r"\multicolumn{2}{c}{", r"\label{tab:two}",
    r"\newcommand{\best}[1]{\textbf{#1}}", r"\best{", "𝒩", "é", "\u2028", " % tablecheck: ignore[TC101] seen",
    "% tablecheck: rerun\n", " % tablecheck: source=adeyemi2023tundranet", r"\input{nowhere}", r"\section{On}",
    r"\caption{All numbers are from \cite{adeyemi2023tundranet}.}", r"\iffalse ", r"\fi ",
)  # fmt: skip
_LONGEST = 40  # characters that are taken out at once


@dataclass(frozen=True, slots=True)
class Edit:
    """Take ``length`` characters out at a share of the text and put another text there; or undo the last edit.

    ``at_digit`` lets it begin at the next digit.
    """

    share: float
    length: int
    text: str
    undo: bool = False
    at_digit: bool = False

    def span(self, text: str) -> tuple[int, int]:
        """The characters that it replaces."""
        start = round(self.share * len(text))
        if self.at_digit and (digit := re.search(r"\d", text[start:])):
            start += digit.start()
        return _outside_line_end(text, start), _outside_line_end(text, min(len(text), start + self.length))


def _outside_line_end(text: str, offset: int) -> int:
    """Where an editor would put its cursor, which cannot stand between the two characters of a line end."""
    return offset - 1 if text[max(0, offset - 1) : offset + 1] == "\r\n" else offset


_shares = st.floats(0, 1)
_mends = st.builds(Edit, share=_shares, length=st.just(1), text=st.sampled_from("0123456789"), at_digit=st.just(True))
_others = st.builds(
    Edit,
    share=_shares,
    length=st.sampled_from((0, 0, 0, 1, 1, 2, 5, 12, _LONGEST)),
    text=st.one_of(st.just(""), st.sampled_from(_SNIPPETS), st.text("0123456789.&\\{}% \n", max_size=6)),
    undo=st.sampled_from((False, False, False, True)),
)
edits = st.one_of(_mends, _others)
"""A digit for another, which changes no length, or anything else."""
