"""Searches the documents at hand for those of one reference, and judges what it finds."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.sources.file_field import bare_name, candidate_paths, may_be
from tablecheck.sources.file_names import expected_names, holds_title
from tablecheck.sources.folder import Shelved, look_at
from tablecheck.sources.fronts import Fronts
from tablecheck.sources.identity import Judgement, Verdict, bears_title, judge, same_title
from tablecheck.sources.words import squeezed

# An entry whose identifier leads to another paper contradicts itself: then its title is not trusted either.
_IDENTIFIERS = frozenset({"arXiv id", "DOI", "ACL Anthology id", "OpenReview id"})
_PART_OF_NAME = "title in its name"
_SHARED_NAME = "file name, which others bear as well"
# What was found like this may be another paper's, so its front must say that it is the right one.
_UNSURE = frozenset({_PART_OF_NAME, _SHARED_NAME})
_GIVEN = "key, with which it was given"
FETCHED = "entry, for which it was fetched"


@dataclass(frozen=True, slots=True)
class Found:
    """A document and how it was found, in words that go after "by its"."""

    document: Shelved
    how: str


@dataclass(frozen=True, slots=True)
class Search:
    """What was accepted for a reference, and why other documents were not."""

    reference: Reference
    found: tuple[Found, ...] = ()
    refused: tuple[str, ...] = ()
    contradicts_itself: bool = False


NameIndex = Mapping[str, Sequence[Shelved]]


def index_names(documents: Iterable[Shelved]) -> NameIndex:
    """Index documents by the letters of their names, by arXiv id, and by the bare file name."""
    index: defaultdict[str, list[Shelved]] = defaultdict(list)
    for document in documents:
        keys = {f"file:{document.path.name.lower()}"}
        for name in document.names:
            keys |= {f"name:{name.letters}", f"name:{name.base}", f"arxiv:{name.arxiv_id}"}
        for key in keys:
            index[key].append(document)
    return index


def named(reference: Reference, documents: Sequence[Shelved], index: NameIndex, root: Path) -> tuple[Found, ...]:
    """Find the documents that are named after a reference, each once, by the surest name."""
    found: dict[Path, Found] = {}
    for candidate in _named(reference, documents, index, root):
        found.setdefault(candidate.document.path, candidate)
    return tuple(found.values())


def given(documents: Iterable[Shelved]) -> tuple[Found, ...]:
    """Take the documents that the author gave with the key."""
    return tuple(Found(document, _GIVEN) for document in documents)


def judged(reference: Reference, candidates: Iterable[Found], fronts: Fronts) -> Search:
    """Keep the candidates that do not show another paper's title.

    A document the author gave with the key is believed; its front is not questioned.
    """
    found: list[Found] = []
    refused: list[str] = []
    contradicts_itself = False
    for candidate in candidates:
        front = fronts.of(candidate.document)
        origin = candidate.document.origin
        if candidate.how == _GIVEN:
            found.append(candidate)
            continue
        if isinstance(front, str):
            refused.append(f"{origin} was found by its {candidate.how}, but {front}")
            continue
        judgement = judge(reference, front)
        # Whoever named the address of a fetched document named its authors too; its page may not show them all.
        if candidate.how == FETCHED and judgement.title_agrees:
            judgement = Judgement(Verdict.SAME)
        if judgement.verdict is Verdict.SAME or (judgement.verdict is Verdict.UNKNOWN and candidate.how not in _UNSURE):
            found.append(candidate)
        elif judgement.verdict is Verdict.OTHER:
            refused.append(f"{origin} was found by its {candidate.how}, but {judgement.why}")
            contradicts_itself |= candidate.how in _IDENTIFIERS
    # Every file of a source unpacked into a folder is named after the paper; the main one leads to the rest.
    whole = tuple(one for one in found if not _is_fragment(one.document, fronts))
    return Search(reference, whole or tuple(found), tuple(refused), contradicts_itself)


def _is_fragment(document: Shelved, fronts: Fronts) -> bool:
    front = fronts.of(document)
    return not isinstance(front, str) and front.is_fragment


def with_title(search: Search, documents: Iterable[Shelved], fronts: Fronts) -> Search:
    """Look for the title at the front of all documents, for a reference that nothing was named after."""
    reference = search.reference
    found: list[Found] = []
    refused = list(search.refused)
    for document in documents:
        front = fronts.of(document)
        if isinstance(front, str) or not any(same_title(reference.title or "", title) for title in front.titles):
            continue
        if search.contradicts_itself:
            refused.append(f"{document.origin} does bear the title: is the identifier of the entry wrong?")
        elif bears_title(reference, front):
            found.append(Found(document, "title"))
        else:
            why = judge(reference, front).why or "is too doubtful to be taken for it"
            refused.append(f"{document.origin} bears the title, but {why.removeprefix('it bears the same title but ')}")
    return replace(search, found=tuple(found), refused=tuple(dict.fromkeys(refused)))


def _named(reference: Reference, documents: Sequence[Shelved], index: NameIndex, root: Path) -> Iterator[Found]:
    for written in reference.files:
        yield from _by_file_field(written, reference, index, root)
    if reference.arxiv_id:
        yield from (Found(document, "arXiv id") for document in index.get(f"arxiv:{reference.arxiv_id}", ()))
    for letters, what in expected_names(reference):
        yield from (Found(document, what) for document in index.get(f"name:{letters}", ()))
    title = squeezed(reference.title or "")
    for document in documents:
        if any(holds_title(name, title) for name in document.names):
            yield Found(document, _PART_OF_NAME)


def _by_file_field(written: str, reference: Reference, index: NameIndex, root: Path) -> Iterator[Found]:
    there = [look_at(path) for path in candidate_paths(written, reference, root)]
    documents = [document for document in there if isinstance(document, Shelved)]
    if not documents:
        # On another machine only the name of the file may still be right, and that of its folder.
        bearing = index.get(f"file:{bare_name(written)}", ())
        documents = [document for document in bearing if may_be(written, document.path)]
        if len(documents) != 1:
            yield from (Found(document, _SHARED_NAME) for document in bearing)
            return
    yield from (Found(document, "file field") for document in documents)
