"""Runs one extractor, a stranger's code perhaps: whatever it does, there is an answer."""

import logging
from importlib.metadata import EntryPoint
from typing import cast

from tablecheck.extractors.protocol import Extractor
from tablecheck.model.document import Extraction
from tablecheck.model.problem import Problem

OUT_OF_MEMORY = "needs more memory than reading may take; it was given up"
"""How a problem ends that a process with more room, or less left in it by others, would not have had."""

logger = logging.getLogger(__name__)


def run_extractor(entry: EntryPoint, content: bytes) -> Extraction:
    """Read a document in this process; an extractor that cannot be loaded or fails gives a problem."""
    try:
        return load_extractor(entry)(content)
    except ImportError as error:
        logger.info("extractor %s cannot be loaded", entry.name, exc_info=True)
        message = f"the extractor {entry.name} cannot be used: {error}; install what it needs, or choose another one"
    except MemoryError:
        message = f"the document {OUT_OF_MEMORY}"
    except Exception as error:
        logger.exception("extractor %s failed", entry.name)
        kind = f"{type(error).__name__}: {error}"
        message = f"the extractor {entry.name} failed ({kind}); please report it with the document"
    return Extraction((), (Problem("extract", message),))


def load_extractor(entry: EntryPoint) -> Extractor:
    """Import what an entry point names.

    Raises:
        ImportError: it needs a package that is not installed.
    """
    return cast(Extractor, entry.load())
