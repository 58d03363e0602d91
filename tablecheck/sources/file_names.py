"""Reads out of a file's name which paper it may hold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from tablecheck.model.citation import Reference
from tablecheck.sources.words import squeezed

_ENDINGS = re.compile(r"(?:\.(?:pdf|html?|xhtml|tex|ltx|tar|tgz|gz|zip|txt|src))+$|\.(?:pdf|html)(?=\s*\(\d+\)$)", re.I)
_COPY = re.compile(r"(?:\s*\(\d+\)|\s*-\s*copy)+$", re.I)
_NEW_ID = re.compile(r"(?<![\d.])(?P<id>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(?:v(?P<version>\d{1,3}))?(?!\d)", re.I)
_ARCHIVES = (
    "acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga "
    "econ eess funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics "
    "plasm-ph q-alg q-bio q-fin quant-ph solv-int stat supr-con"
).replace(" ", "|")
_OLD_ID = re.compile(
    rf"(?<![a-z\-])(?P<archive>{_ARCHIVES})[_\-./ ]?(?P<id>\d{{7}})(?:v(?P<version>\d{{1,3}}))?(?!\d)", re.I
)
_VERSION = re.compile(r"[\s._\-]?v(\d{1,3})$", re.I)
# Letters and digits below which an identifier or a title could be any file's name; P18-1001 is the shortest id.
_SHORTEST_ID = 7
_SHORTEST_TITLE = 8
_SHORTEST_PART = 20  # of a title inside a longer name


@dataclass(frozen=True, slots=True)
class FileName:
    """What a file's name says: its letters and digits, with and without a version, and the arXiv id in it."""

    letters: str
    base: str
    arxiv_id: str | None = None
    version: int | None = None


def read_file_name(name: str) -> FileName:
    """Read a name such as ``2101.90001v3.pdf``, ``arXiv-2101.90001v2.tar.gz`` or ``hep-th_9901001.pdf``.

    ``(1)`` and the like, which a browser adds to a second copy, say nothing.
    """
    stem = _COPY.sub("", _ENDINGS.sub("", _COPY.sub("", PurePath(name).name)))
    version = _VERSION.search(stem)
    base = stem[: version.start()] if version else stem
    arxiv = _NEW_ID.search(stem) or _OLD_ID.search(stem)
    if arxiv is None:
        return FileName(squeezed(stem), squeezed(base), None, int(version[1]) if version else None)
    arxiv_id = f"{arxiv['archive'].lower()}/{arxiv['id']}" if "archive" in arxiv.groupdict() else arxiv["id"]
    return FileName(squeezed(stem), squeezed(base), arxiv_id, int(arxiv["version"]) if arxiv["version"] else None)


def expected_names(reference: Reference) -> Iterator[tuple[str, str]]:
    """Give the names, as letters and digits, that a file of a reference may have, and what each name is."""
    key = squeezed(reference.key)
    if key:
        yield key, "citation key"
    for identifier, what in (
        (reference.doi, "DOI"),
        (reference.acl_id, "ACL Anthology id"),
        (reference.openreview_id, "OpenReview id"),
    ):
        name = squeezed(identifier or "")
        if len(name) >= _SHORTEST_ID:
            yield name, what
    title = squeezed(reference.title or "")
    if len(title) >= _SHORTEST_TITLE:
        yield title, "title"


def holds_title(name: FileName, title: str) -> bool:
    """Tell whether a title stands inside a longer name, as in ``Smith et al. - 2020 - Title.pdf``.

    ``title`` is given as letters and digits.
    """
    return len(title) >= _SHORTEST_PART and title in name.letters
