"""The files of WikiDT as they are handed out.

::

    WikiTableExtraction/detection/{train,val,test}/*.xml      PASCAL VOC: the tables of a part of a page
    WikiTableExtraction/structure/{train,val,test}/*.xml      rows, columns and spanning cells of a table
    samples/{train,val,test}.json                             a question a line, and which table answers it
    tsv/{web,textract}/…                                      tables, out of the HTML and as Amazon Textract read them
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lxml import etree

from tablecheck.model.errors import UsageError

Task = Literal["detection", "structure"]
Reader = Literal["web", "textract"]
READERS: tuple[Reader, ...] = ("web", "textract")

BoxOf = tuple[str, float, tuple[float, float, float, float]]
"""What a box is of, how sure its maker is (1 where it does not say), and its left, top, right and bottom edge."""

_LARGEST = 16 * 2**20  # bytes of one table or annotation


@dataclass(frozen=True, slots=True)
class Sample:
    """A question to a page: its answer, and the page's tables as each reader gives them, the right one apart.

    The files are named relative to the folder of the data; ``right`` has no entry for a reader that missed the table.
    """

    name: str
    question: str
    answer: str
    tables: Mapping[Reader, tuple[str, ...]]
    right: Mapping[Reader, str]


def read_samples(data: Path, split: str, limit: int | None = None) -> list[Sample]:
    """Read the questions of a split.

    Raises:
        UsageError: the folder does not hold them, or not in this form.
    """
    path = data / "samples" / f"{split}.json"
    samples: list[Sample] = []
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if limit is not None and len(samples) >= limit:
                    break
                if line.strip():
                    samples.append(_sample(json.loads(line)))
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}; name the folder WikiDT-dataset with --data"
        raise UsageError(message) from error
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} is not in the form of WikiDT ({error!r}); it has a JSON object a line") from error
    if not samples:
        raise UsageError(f"{path} holds no question")
    return samples


def _sample(line: Mapping[str, Any]) -> Sample:
    answers = line["answer"] if isinstance(line["answer"], list) else [line["answer"]]
    flat = [part for one in answers for part in (one if isinstance(one, list) else [one])]
    return Sample(
        name=str(line["sample_id"]),
        question=str(line["question"]),
        answer=" ".join(map(str, flat)),
        tables={reader: tuple(map(str, line[f"all_table_files_{reader}"])) for reader in READERS},
        right={
            reader: str(line[f"table_retrieval_file_{reader}"])
            for reader in READERS
            if line.get(f"table_retrieval_file_{reader}")
        },
    )


def read_tsv(data: Path, name: str) -> tuple[tuple[str, ...], ...]:
    """Read a table, its header first; the first column of a file counts rows. What is not there is empty.

    Raises:
        UsageError: the name leads out of the folder of the data.
    """
    path = (data / name).resolve()
    if not path.is_relative_to(data.resolve()):
        raise UsageError(f"{name} leads out of {data}; the samples name no table of the set there")
    try:
        if path.stat().st_size > _LARGEST:
            return ()
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    return tuple(tuple(line.split("\t")[1:]) for line in lines if line)


def read_boxes(folder: Path) -> Iterator[tuple[str, tuple[BoxOf, ...]]]:
    """Read the PASCAL VOC annotations of a folder, in the order of their names.

    Raises:
        UsageError: the folder has none, or one cannot be read.
    """
    paths = sorted(folder.glob("*.xml"))
    if not paths:
        raise UsageError(f"{folder} holds no annotation; it should have an XML file for each picture")
    for path in paths:
        yield path.stem, _boxes(path)


def _boxes(path: Path) -> tuple[BoxOf, ...]:
    try:
        if path.stat().st_size > _LARGEST:
            raise UsageError(f"{path} is too large for an annotation")
        root = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
        return tuple(_box(one) for one in root.iter("object"))
    except (OSError, etree.XMLSyntaxError, ValueError) as error:
        raise UsageError(f"{path} is no annotation in the form of PASCAL VOC: {error}") from error


def _box(labelled: etree._Element) -> BoxOf:
    left, top, right, bottom = (
        float(labelled.findtext(f"bndbox/{edge}") or "") for edge in ("xmin", "ymin", "xmax", "ymax")
    )
    score = float(labelled.findtext("score") or 1)
    return labelled.findtext("name") or "", score, (left, top, right, bottom)
