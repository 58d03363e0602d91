"""Sets of PDFs whose tables are known: one reader a form in which such sets are handed out."""

from collections.abc import Callable
from pathlib import Path

from tablecheck.evaluation.datasets.gtjson import read_gtjson
from tablecheck.evaluation.datasets.htmlbbox import read_htmlbbox
from tablecheck.evaluation.datasets.icdar2013 import read_icdar2013
from tablecheck.evaluation.datasets.pdf_parse_bench import read_pdf_parse_bench
from tablecheck.evaluation.datasets.pubtables1m import read_pubtables1m
from tablecheck.evaluation.samples import DataSet
from tablecheck.model.errors import UsageError

Reader = Callable[[Path, int | None], DataSet]
"""Takes the folder of the set and how many documents to read at most."""

READERS: dict[str, Reader] = {
    "gtjson": read_gtjson,
    "htmlbbox": read_htmlbbox,
    "icdar2013": read_icdar2013,
    "pdf-parse-bench": read_pdf_parse_bench,
    "pubtables1m": read_pubtables1m,
}


def read_data_set(name: str, data: Path, limit: int | None = None) -> DataSet:
    """Read a data set by its name.

    Raises:
        UsageError: there is no such data set, or the folder holds none of its documents.
    """
    if name not in READERS:
        raise UsageError(f"there is no data set {name!r}; choose one of {', '.join(READERS)}")
    if not data.is_dir():
        raise UsageError(f"{data} is no folder; name the one that holds the data set {name}")
    data_set = READERS[name](data, limit)
    if not data_set.samples:
        reasons = "; ".join(f"{count} {reason}" for reason, count in data_set.rejected.items()) or "no document found"
        raise UsageError(f"{data} holds nothing of the form of {name} that can be used: {reasons}")
    return data_set
