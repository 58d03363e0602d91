"""The caption, the label and the notes that belong to a table."""

import re
from dataclasses import dataclass, field

from tablecheck.latex import commands
from tablecheck.latex.environments import Node
from tablecheck.latex.flat import Flat
from tablecheck.latex.printing import Printed, print_range

_SUB = frozenset({"subtable", "subfigure", "subfloat", "subcaptionbox", "subcaptionbox*", "subtable*", "subfloatrow"})
_OUTSIDE = frozenset({"", "document"})
_NOTED = commands.FLOATS | {"threeparttable", "ThreePartTable", "measuredfigure"}


@dataclass(slots=True)
class Surroundings:
    """What stands around a table; ``captions`` are printed, the widest first."""

    captions: list[Printed] = field(default_factory=list)
    label: str = ""
    notes: str = ""

    @property
    def caption(self) -> str:
        """The text of the captions."""
        return " ".join(caption.text for caption in self.captions if caption.text)


def surroundings(flat: Flat, node: Node, tabulars: dict[int, int]) -> Surroundings:
    """Look around a table; ``tabulars`` maps the beginnings of all tables to their ends."""
    found = Surroundings()
    holder: Node | None = node
    float_node: Node | None = None
    wants_caption = True
    while holder is not None and holder.name not in _OUTSIDE:
        if holder.captions and wants_caption:
            start, end = _pick_caption(holder, node)
            found.captions.insert(0, print_range(flat, start, end))
            wants_caption = holder.name in _SUB
            found.label = found.label or _pick_label(holder, end)
        elif holder.labels and not found.label:
            found.label = holder.labels[0][1]
        if holder.name in _NOTED:
            float_node = holder
        holder = holder.parent
    if float_node is not None:
        around = print_range(flat, float_node.start, min(float_node.end, float_node.inner_end), False, tabulars)
        notes = [around.text, *around.notes]
        found.notes = "\n".join(note for note in notes if re.search(r"\w", note))
    footnotes = [note for caption in found.captions for note in caption.notes]
    found.notes = "\n".join([*([found.notes] if found.notes else []), *footnotes])
    return found


def _pick_caption(holder: Node, node: Node) -> tuple[int, int]:
    """The caption that stands to a table as the others stand to theirs: the n-th for the n-th."""
    if len(holder.captions) == 1 or holder is node:
        return holder.captions[0]
    tables = [child for child in holder.walk() if child.is_tabular and not _inside_tabular(child, holder)]
    index = tables.index(node) if node in tables else 0
    return holder.captions[min(index, len(holder.captions) - 1)]


def _inside_tabular(node: Node, holder: Node) -> bool:
    above = node.parent
    while above is not None and above is not holder:
        if above.is_tabular or above.captions:
            return True
        above = above.parent
    return False


def _pick_label(holder: Node, caption_end: int) -> str:
    after = [label for offset, label in holder.labels if offset >= caption_end]
    return after[0] if after else holder.labels[0][1] if holder.labels else ""
