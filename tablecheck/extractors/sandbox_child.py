"""Reads PDFs in a process of its own, so that a hostile file can hang, crash or fill nothing else.

Run as a module. A question is a line of JSON and the bytes of the document, an answer a line of JSON and the
extraction as ``written`` has it; the process lives until its input ends.
"""

import gc
import json
import os
import sys
import time
from importlib.metadata import EntryPoint
from typing import Any

from tablecheck.extractors.pdf_look import look_at_pdf
from tablecheck.extractors.running import OUT_OF_MEMORY, load_extractor, run_extractor
from tablecheck.extractors.written import write_extraction
from tablecheck.model.document import Extraction
from tablecheck.model.problem import Problem

_YOUNG = 100_000  # new objects between two searches for cycles; the glyphs of a page are fifty thousand, in none


def main() -> None:
    """Answer until the input ends."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # the libraries print
    gc.set_threshold(_YOUNG)
    for line in questions:
        question = json.loads(line)
        content = questions.read(question["bytes"])
        started = time.process_time()
        bound(question["memory"], question["cpu_seconds"])
        written = write_extraction(read(question, content)).encode()
        answer = {"bytes": len(written), "cpu_seconds": time.process_time() - started}
        answers.write(json.dumps(answer).encode() + b"\n" + written)
        answers.flush()


def bound(memory: int, cpu_seconds: float) -> None:
    """Let this process have so many bytes of address space, and so many seconds of processor time from now."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's patience is the only bound there
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    until = int(time.process_time() + cpu_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def read(question: dict[str, Any], content: bytes) -> Extraction:
    """Look at a document, then let the extractor read it."""
    entry = EntryPoint(question["name"], question["value"], "")
    try:
        look = look_at_pdf(content, question["pages"])
    except MemoryError:
        return Extraction((), (Problem("extract", f"the document {OUT_OF_MEMORY}"),))
    excuse = (look.excuse,) if look.excuse is not None else ()
    if not look.is_open or not (look.has_text or _reads_pictures(entry)):
        return Extraction((), (*look.problems, *excuse))
    extraction = run_extractor(entry, look.content)
    if not extraction.tables and excuse:
        return Extraction((), (*look.problems, *excuse))
    return Extraction(extraction.tables, (*look.problems, *extraction.problems))


def _reads_pictures(entry: EntryPoint) -> bool:
    try:
        module = sys.modules[load_extractor(entry).__module__]
    except (ImportError, AttributeError, KeyError):
        return False
    return bool(getattr(module, "READS_PICTURES", False))


if __name__ == "__main__":
    main()
