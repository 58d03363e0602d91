"""pdfplumber with its default settings: tables by lines and edges."""

import io

from tablecheck.extractors.baselines.grids import table_of_rows, unreadable
from tablecheck.model.document import Extraction
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table


def extract(content: bytes) -> Extraction:
    """Read the tables that pdfplumber finds.

    Raises:
        ImportError: pdfplumber, of the extra ``baselines``, is not installed.
    """
    import pdfplumber

    try:
        document = pdfplumber.open(io.BytesIO(content))
    except Exception as error:  # noqa: BLE001 - pdfminer raises errors of many families
        return unreadable(error)
    tables: list[Table] = []
    problems: list[Problem] = []
    with document:
        for number, page in enumerate(document.pages):
            try:
                found = page.find_tables()
                tables += [table_of_rows(one.extract(), PagePlace(number, *one.bbox), "pdfplumber") for one in found]
            except Exception as error:  # noqa: BLE001 - the next page may be readable
                problems.append(Problem("extract", f"page {number + 1} was not read: {error}"))
            page.close()
    return Extraction(tuple(tables), tuple(problems))
