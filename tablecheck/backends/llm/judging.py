"""Has a model judge a disagreement between a row of ours and a row of theirs."""

import re
from dataclasses import dataclass

from tablecheck.backends.llm.dialect import Schema
from tablecheck.backends.llm.loose import Entries, values_in
from tablecheck.backends.llm.model import Question
from tablecheck.backends.llm.prompts import prompt
from tablecheck.model.finding import Verdict
from tablecheck.model.headers import column_path, path_text
from tablecheck.model.table import Cell, Table

SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["slip", "harmless", "unsure"]},
        "reason": {"type": "string"},
    },
    "required": ["verdict", "reason"],
    "additionalProperties": False,
}
_VERDICTS = {"slip": Verdict.CONFIRMED, "harmless": Verdict.LOWERED, "unsure": Verdict.UNSURE}
_LONGEST_REASON = 300  # characters
_LONGEST_CELL = 200


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model thinks, with its reason in one line."""

    verdict: Verdict
    reason: str


def judging_question(message: str, ours: Table, our_cell: Cell, theirs: Table, their_cell: Cell) -> Question:
    """Ask about one cell: both rows go along, with what stands above each number, and the captions."""
    content = prompt(
        "judge",
        message=_line(message),
        our_caption=_line(ours.caption) or "(without a caption)",
        their_caption=_line(theirs.caption) or "(without a caption)",
        our_row=_row(ours, our_cell),
        their_row=_row(theirs, their_cell),
    )
    return Question([{"role": "user", "content": content}], SCHEMA)


def read_opinion(reply: str) -> Opinion | None:
    """Read the verdict and the reason; ``None`` where there is no verdict in the reply, or no reason for it."""
    for value in reversed(values_in(reply)):
        if not isinstance(value, Entries):
            continue
        verdict, reason = value.get("verdict"), value.get("reason")
        if isinstance(verdict, str) and verdict.strip().lower() in _VERDICTS and isinstance(reason, str):
            words = _line(reason)[:_LONGEST_REASON]
            return Opinion(_VERDICTS[verdict.strip().lower()], words) if words else None
    return None


def _row(table: Table, marked: Cell) -> str:
    lines = []
    for cell in table.row_cells(marked.row):
        above = _line(path_text(column_path(table, cell.column, marked.row)))[:_LONGEST_CELL]
        sign = ">>>" if cell is marked or (cell.row, cell.column) == (marked.row, marked.column) else "-"
        lines.append(f"{sign} {above or '(nothing above)'}: {_line(cell.text)[:_LONGEST_CELL]}")
    return "\n".join(lines)


def _line(text: str) -> str:
    """One line without characters that draw nothing or turn the reading direction."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", " ", text).split())
