"""Extractors as bad as a hostile document could make ours."""

import os
import sys
import time

from tablecheck.model.document import Extraction
from tablecheck.model.table import Cell, Table, with_numbers


def reads(content: bytes) -> Extraction:
    print("a library that prints")
    os.write(1, b"and one that writes past Python\n")
    return Extraction(
        (Table((with_numbers(Cell(0, 0, "85.3¹ ± 0.2")),), caption="Of process", label=str(os.getpid())),)
    )


def hangs(content: bytes) -> Extraction:
    time.sleep(60)
    return Extraction(())


def burns(content: bytes) -> Extraction:
    while True:
        pass


def crashes(content: bytes) -> Extraction:
    os.abort()


def leaves(content: bytes) -> Extraction:
    sys.exit("on its own")


def fills(content: bytes) -> Extraction:
    return Extraction((), tuple(bytes(3_500_000_000)))


def fails(content: bytes) -> Extraction:
    raise ZeroDivisionError("a fault of mine")


def babbles(content: bytes) -> Extraction:
    os.write(int(os.environ["ANSWERS"]), b"no JSON\n")
    time.sleep(60)
    return Extraction(())


def remembers(content: bytes, kept=[]) -> Extraction:  # noqa: B006
    """Needs more memory with each document, as a library that leaks does."""
    kept.append(bytes(1_200_000_000))
    return reads(content)


def needs_what_is_not_there(content: bytes) -> Extraction:
    import no_such_package_anywhere  # noqa: F401

    return Extraction(())
