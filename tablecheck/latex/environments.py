"""The environments of a flat text as a tree, with the captions, labels and citations that stand in them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import ref

from tablecheck.latex import commands
from tablecheck.latex.arguments import Range, skip_arguments, skip_space, take_group, take_option, take_star
from tablecheck.latex.citing import read_cite
from tablecheck.latex.flat import Flat, Stand
from tablecheck.latex.outlined import note, paste, recall
from tablecheck.model.citation import Citation

_CONTROL = re.compile(r"\\(?:(begin|end)\s*\{([A-Za-z@]+[0-9]?\*?)\}|([A-Za-z@]+)|.)", re.S)
_BOXES = {"subfloat": "oo", "subtable": "oo", "subfigure": "oo", "subcaptionbox": "", "subcaptionbox*": "",
          "ttabbox": "o", "capbtabbox": "o", "floatbox": "om", "ffigbox": "o", "ctable": ""}  # fmt: skip
_CAPTIONS = {"caption": "so", "captionof": "smo", "subcaption": "so", "tablecaption": "o", "topcaption": "o",
             "bottomcaption": "o", "captionabove": "o", "captionbelow": "o"}  # fmt: skip
_DIVISIONS = frozenset({"part", "chapter", "section", "subsection", "subsubsection", "maketitle"})
_BIBLIOGRAPHIES = frozenset({"bibliography", "addbibresource", "addglobalbib", "addsectionbib"})
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_ROW_END = re.compile(r"\\\\(?:\s*\[[^\]\n]*\])?|\\tabularnewline|\\(?:bottomrule|hline)")


@dataclass(slots=True, eq=False, weakref_slot=True)
class Node:
    """An environment, or a box that may hold a table; all offsets are of the flat text.

    ``inside`` is where its content begins, ``inner_end`` where it ends; ``closed`` is false where its end
    is missing and was guessed; ``damaged`` where its end was taken from another.
    """

    name: str
    start: int
    inside: int
    inner_end: int
    end: int
    closed: bool = True
    damaged: bool = False
    children: "list[Node]" = field(default_factory=list)
    captions: list[Range] = field(default_factory=list)
    labels: list[tuple[int, str]] = field(default_factory=list)
    _parent: "ref[Node] | None" = field(default=None, repr=False)

    @property
    def parent(self) -> "Node | None":
        """What it stands in, while somebody holds the tree; a node does not, so that no circle is left behind."""
        return self._parent() if self._parent is not None else None

    @property
    def is_tabular(self) -> bool:
        """Whether it is an environment that holds rows and columns."""
        return self.name in commands.TABULARS

    def add(self, child: "Node") -> None:
        """Take a node as the last one below this one."""
        child._parent = ref(self)
        self.children.append(child)

    def moved(self, by: int) -> "Node":
        """A copy of it and of all below it, so many characters further on."""
        edges = self.start + by, self.inside + by, self.inner_end + by, self.end + by
        copy = Node(self.name, *edges, closed=self.closed, damaged=self.damaged)
        copy.captions = [(start + by, end + by) for start, end in self.captions]
        copy.labels = [(at + by, label) for at, label in self.labels]
        for child in self.children:
            copy.add(child.moved(by))
        return copy

    def walk(self) -> "Iterator[Node]":
        """This node and all below it, in the order of the text."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


@dataclass(slots=True)
class Outline:
    """What was found in a flat text: the tree, the citations in order, and the names of bibliographies."""

    root: Node
    citations: list[tuple[int, Citation]]
    bibliographies: list[str]


def outline(flat: Flat) -> Outline:
    """Find the environments of a text.

    An environment that is never closed ends where its parent ends, or where something begins that cannot
    stand in it; an end without a beginning is nothing.
    """
    return _Outliner(flat).run()


class _Outliner:
    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        size = len(flat.text)
        self.root = Node("", 0, 0, size, size)
        self.open = [self.root]
        self.citations: list[tuple[int, Citation]] = []
        self.bibliographies: list[str] = []

    def run(self) -> Outline:
        position, size = 0, len(self.flat.text)
        for stand in self.flat.stands:
            position = self._read(position, stand.at)
            if position <= stand.at and self._is_outside(stand.at):
                position = self._read_stretch(stand)
        self._read(position, size)
        self._close_down_to(1, size)
        return Outline(self.root, self.citations, self.bibliographies)

    def _read(self, position: int, until: int) -> int:
        """Read what begins before an offset; gives where the last of it ends."""
        text, size = self.flat.text, len(self.flat.text)
        while (match := _CONTROL.search(text, position)) and match.start() < until:
            start, position = match.span()
            while len(self.open) > 1 and self.open[-1].end <= start:
                self.open.pop()  # a box, whose end is known from the start
            if match[1] == "begin":
                self._begin(match[2], start, position)
            elif match[1] == "end":
                self._end(match[2], start, position)
            elif match[3]:
                self._command(match[3], start, position, size)
        return position

    def _read_stretch(self, stand: Stand) -> int:
        """Read a stretch that begins outside of all environments, or remember what stands in it."""
        known = recall(self.flat, stand)
        if known is not None:
            self.citations += paste(known, stand, self.root)
            self.bibliographies += known.bibliographies
            return stand.end
        root = self.root
        before = len(root.children), len(root.captions), len(root.labels), len(self.citations), len(self.bibliographies)
        position = self._read(stand.at, stand.end)
        if position <= stand.end and self._is_outside(stand.end):
            children, captions, labels, citations, names = before
            found = root.children[children:], root.captions[captions:], root.labels[labels:]
            note(self.flat, stand, *found, self.citations[citations:], self.bibliographies[names:])
        return position

    def _is_outside(self, offset: int) -> bool:
        while len(self.open) > 1 and self.open[-1].end <= offset:
            self.open.pop()
        return len(self.open) == 1

    def _begin(self, name: str, start: int, after: int) -> None:
        if name in commands.FLOATS or name in {"document", "thebibliography"}:
            self._leave_tables(start)
        size = len(self.flat.text)
        self._add(Node(name, start, after, size, size + 1, closed=False))

    def _add(self, node: Node) -> None:
        if len(self.open) > 200:
            return
        self.open[-1].add(node)
        self.open.append(node)

    def _end(self, name: str, start: int, after: int) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].name == name:
                self._close_down_to(depth + 1, start)
                node = self.open.pop()
                node.inner_end, node.end, node.closed = start, after, True
                return

    def _close_down_to(self, depth: int, offset: int) -> None:
        """End all that is open below a depth, at an offset, without having seen its end."""
        while len(self.open) > depth:
            node = self.open.pop()
            if not node.closed:
                node.inner_end = node.end = offset
                self._take_end_of_half(node)

    def _take_end_of_half(self, node: Node) -> None:
        """Give a tabular the end that a half-typed one inside a cell of it took away."""
        half = next((child for child in node.children if self._is_half(child, node)), None)
        if half is None or node.parent is None or not node.is_tabular:
            return
        node.inner_end, node.end = half.inner_end, half.end
        node.closed = node.damaged = True
        after = [child for child in node.children if child.start >= half.end]
        node.children = [child for child in node.children if child.start < half.start]
        for child in half.children:
            node.add(child)
        for child in after:
            node.parent.add(child)

    def _is_half(self, child: Node, node: Node) -> bool:
        """A half-typed tabular begins in the middle of a row, and after its end no cell goes on."""
        if child.name != node.name or not child.closed:
            return False
        text = self.flat.text
        before = text[max(node.inside, child.start - 400) : child.start]
        row = _ROW_END.split(before)[-1]
        goes_on = text[child.end : child.end + 200].lstrip().startswith(("&", "\\\\"))
        return bool(row.strip()) and not _BLANK_LINE.search(row) and not goes_on

    def _leave_tables(self, offset: int) -> None:
        """End the tables and floats that are open: what comes now cannot stand inside one."""
        for depth, node in enumerate(self.open):
            if not node.closed and (node.is_tabular or node.name in commands.FLOATS):
                self._close_down_to(depth, offset)
                return

    def _command(self, name: str, start: int, after: int, size: int) -> None:
        if name in _CAPTIONS:
            position = skip_arguments(self.flat, _CAPTIONS[name], after, size)
            inner, _ = take_group(self.flat, position, size)
            if inner is not None:
                self._tabular_or_float().captions.append(inner)
        elif name == "label":
            inner, _ = take_group(self.flat, after, size)
            if inner is not None and inner[1] - inner[0] < 300:
                self.open[-1].labels.append((start, self.flat.text[inner[0] : inner[1]].strip()))
        elif name in _BOXES:
            self._box(name, start, after, size)
        elif name in _BIBLIOGRAPHIES:
            _, position = take_option(self.flat, after, size)
            inner, _ = take_group(self.flat, position, size)
            if inner is not None:
                names = self.flat.text[inner[0] : inner[1]].split(",")
                self.bibliographies.extend(name.strip() for name in names if name.strip())
        elif name in _DIVISIONS:
            self._leave_tables(start)
        elif commands.is_cite(name):
            citation, _ = read_cite(self.flat, name, start, after, size)
            if citation is not None:
                self.citations.append((start, citation))

    def _tabular_or_float(self) -> Node:
        """The node a caption belongs to: a caption in a cell of a longtable is that of the longtable."""
        return self.open[-1]

    def _box(self, name: str, start: int, after: int, size: int) -> None:
        """A box such as ``\\subfloat[caption]{...}``, whose caption is its first argument."""
        position = take_star(self.flat.text, after, size)
        captions: list[Range] = []
        if _BOXES[name].startswith("oo"):
            for _ in "oo":
                option, position = take_option(self.flat, position, size)
                if option is not None:
                    captions = [option]
        elif name == "ctable":
            return
        else:
            position = skip_arguments(self.flat, _BOXES[name], position, size)
            caption, position = take_group(self.flat, position, size)
            captions = [caption] if caption is not None and name.startswith("subcaptionbox") else []
            _, position = take_option(self.flat, position, size)
        inner, end = take_group(self.flat, skip_space(self.flat.text, position, size), size)
        if inner is not None:
            self._add(Node(name, start, inner[0], inner[1], end, captions=captions))


def unclosed_end(flat: Flat, node: Node) -> int:
    """Where a table without an end most likely ends: after its last row before running text begins."""
    limit = node.inner_end
    for child in node.children:
        if child.is_tabular and _BLANK_LINE.search(flat.text, node.inside, child.start):
            limit = min(limit, child.start)
            break
    if node.captions and node.name not in {"longtable", "longtable*", "xltabular"}:
        limit = min(limit, max(node.inside, flat.text.rfind("\\", node.inside, node.captions[0][0])))
    last = None
    for last in _ROW_END.finditer(flat.text, node.inside, limit):
        following = _ROW_END.search(flat.text, last.end(), limit)
        gap = _BLANK_LINE.search(flat.text, last.end(), following.start() if following else limit)
        if gap and "&" not in flat.text[gap.end() : following.start() if following else limit]:
            break
    return min(limit, last.end()) if last is not None and _BLANK_LINE.search(flat.text, last.end(), limit) else limit
