"""Has a model say which cells of a table repeat which cells of another, as arXiVeri's baseline does.

Shin, Xie and Albanie (arXiv 2306.07968), section 4.2, ask GPT-4 with tables in several forms, with and without the
indices of the cells. The wording here is our own.
"""

from dataclasses import dataclass

from tablecheck.backends.llm.dialect import Schema
from tablecheck.backends.llm.model import Question
from tablecheck.backends.llm.prompts import prompt
from tablecheck.backends.llm.table_text import Form, table_text
from tablecheck.model.table import Table

_INDEX = {"type": "integer"}
_NAMES = ("our_row", "our_column", "their_row", "their_column")
SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "matches": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": dict.fromkeys(_NAMES, _INDEX),
                "required": list(_NAMES),
                "additionalProperties": False,
            },
        }
    },
    "required": ["matches"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Way:
    """How tables are shown to the model, and whether the form of its answer is prescribed to the server."""

    form: Form = "csv"
    indices: bool = True
    structured: bool = True


def cells_question(ours: Table, theirs: Table, way: Way) -> Question:
    """Ask which cells of ours repeat which of theirs; ``read_links`` reads the answer."""
    indices = "Each cell begins with its row and column in round brackets; they are not printed there." * way.indices
    content = prompt(
        "cells",
        indices=indices,
        our_caption=ours.caption or "(without a caption)",
        their_caption=theirs.caption or "(without a caption)",
        ours=table_text(ours, way.form, indices=way.indices),
        theirs=table_text(theirs, way.form, indices=way.indices),
    )
    return Question([{"role": "user", "content": content}], SCHEMA if way.structured else None)
