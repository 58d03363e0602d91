"""The arXiVeri benchmark as it is published: which table of a paper repeats which table of a cited one.

Shin, Xie and Albanie: arXiVeri: Automatic table verification with GPT. arXiv 2306.07968, section 3.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from tablecheck.model.errors import UsageError

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class HtmlTable:
    """A table as the benchmark keeps it: HTML text and the caption beside it."""

    html: str
    caption: str

    @property
    def official_text(self) -> str:
        """The string that the paper's evaluation compares: the HTML and the caption, line breaks removed."""
        return f"{self.html}\n{self.caption}".replace("\n", "")

    @property
    def text(self) -> str:
        """The printed characters alone.

        The ground truth has ``<th>`` rewritten to ``<td>``, so that more than half of its tables equal none of
        the candidates as strings; the printed text of every one equals exactly one candidate's.
        """
        if not self.html and not self.caption:
            return ""
        page = etree.fromstring(f"<body>{self.html}\n{self.caption}</body>", etree.HTMLParser())
        return re.sub(r"\s+", "", "".join(page.itertext()))


@dataclass(frozen=True, slots=True)
class Pair:
    """A target table, the cited paper's tables, and what the annotators found.

    ``truth`` maps the places of target cells to the places of the cells they repeat: row and column of the
    expanded grid, counted from 0, header rows included. ``source_table`` is empty where nothing is repeated.
    """

    target_id: str
    source_id: str
    source_title: str
    target: HtmlTable
    source_table: HtmlTable
    candidates: tuple[HtmlTable, ...]
    truth: Mapping[Place, Place]


def read_pairs(data: Path) -> tuple[Pair, ...]:
    """Read all pairs of the benchmark.

    Args:
        data: The benchmark's folder, the one that holds ``dataset``.

    Raises:
        UsageError: the folder holds no such data.
    """
    root = data / "dataset"
    names = sorted((root / "ground_truth" / "table_match").glob("*/*.json"))
    if not names:
        raise UsageError(f"{data}: no arXiVeri data; the folder must hold dataset/ground_truth/table_match")
    return tuple(_read_pair(root, name) for name in names)


def _read_pair(root: Path, name: Path) -> Pair:
    target_id, source_id = name.parent.name, name.stem
    match = _load(name)
    cells = _load(root / "ground_truth" / "cell_match" / target_id / name.name)
    source = _load(root / "source_papers" / name.name)
    places = [(int(cell["rowIndex"]), int(cell["colIndex"])) for cell in cells]
    return Pair(
        target_id=target_id,
        source_id=source_id,
        source_title=match["source_title"],
        target=HtmlTable(match["target_table"], match["target_caption"]),
        source_table=HtmlTable(match["source_table"], match["source_caption"]),
        candidates=tuple(HtmlTable(entry["table"], entry["caption"]) for entry in source["list_table_and_caption"]),
        truth=dict(zip(places[::2], places[1::2], strict=True)),
    )


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read as arXiVeri data ({error}); download it again") from error
