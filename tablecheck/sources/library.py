"""The author's own papers: finds among them the documents of the cited ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.progress import Progress, silent
from tablecheck.sources.cache import Cache
from tablecheck.sources.folder import Shelf, Shelved, read_shelf
from tablecheck.sources.fronts import Fronts
from tablecheck.sources.loading import load
from tablecheck.sources.outcome import Fate, Outcome
from tablecheck.sources.reasons import not_obtained, obtained
from tablecheck.sources.search import FETCHED, Found, NameIndex, Search, given, index_names, judged, named, with_title
from tablecheck.sources.single import is_own, with_the_only_one

_FORMS = ("latex", "html", "pdf")  # the more structure a form keeps, the earlier it stands


@dataclass(frozen=True, slots=True)
class Obtained:
    """What was found for a reference: documents, or none and the reason with what the author can do.

    ``documents`` are all versions and forms at hand, the one to compare with first: the pinned version, else the
    newest; LaTeX before HTML before PDF.
    """

    key: str
    documents: tuple[SourceDocument, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class _Holdings:
    """What a library has; listed again when the folders it was listed from have changed."""

    stamps: dict[Path, int]
    own: Shelf
    kept: Shelf
    given: dict[str, Shelf]
    everything: tuple[Shelved, ...]
    names: NameIndex


class Library:
    """The folders and files an author named, listed when needed; it never asks the network.

    A paper that is put into a folder later is found by the next ``obtain``.

    ``papers`` are folders, files, or pairs of a citation key and the file or folder that holds its paper.
    ``root`` is the folder of the manuscript, to which the paths of ``file`` fields are relative. ``advice`` says,
    where a paper is not at hand and nobody has looked for it, how to have it looked for. ``fronts`` is shared by
    libraries of the same papers, which must not change while it is.
    """

    def __init__(
        self,
        papers: Sequence[Path | tuple[str, Path]],
        root: Path,
        cache: Cache | None = None,
        advice: str = "",
        fronts: Fronts | None = None,
    ) -> None:
        self._places = tuple(paper for paper in papers if isinstance(paper, Path))
        self._pairs = tuple(paper for paper in papers if isinstance(paper, tuple))
        self._root = root
        self._cache = cache
        self._advice = advice
        self._listed: _Holdings | None = None
        self._shared = fronts
        self._fronts = fronts or Fronts()

    def obtain(self, references: Sequence[Reference], progress: Progress = silent) -> tuple[Obtained, ...]:
        """Find the documents of references; one answer for each, in their order.

        Raises:
            Cancelled: ``progress`` says so.
        """
        progress("obtain", 0, len(references))
        holdings = self._holdings()
        candidates = [self._candidates(reference, holdings) for reference in references]
        self._fronts.read((found.document for some in candidates for found in some), progress)
        pairs = zip(references, candidates, strict=True)
        searches = tuple(self._judged(reference, some) for reference, some in pairs)
        searches = self._by_title(searches, holdings, progress)
        searches = with_the_only_one(searches, holdings.own.documents, self._fronts, self._root)
        answers = []
        for count, search in enumerate(searches, start=1):
            answers.append(self._answer(search, holdings))
            progress("obtain", count, len(references))
        return tuple(answers)

    def _holdings(self) -> _Holdings:
        if self._listed is None or self._listed.stamps != _stamps(self._listed.stamps):
            own = read_shelf(self._places)
            kept = self._cache.shelf() if self._cache else Shelf(())
            everything = (*own.documents, *kept.documents)
            pairs: dict[str, list[Path]] = {}
            for key, path in self._pairs:
                pairs.setdefault(key, []).append(path)
            by_key = {key: read_shelf(paths) for key, paths in pairs.items()}
            stamps = _stamps((*self._places, *(document.path.parent for document in own.documents)))
            self._listed = _Holdings(stamps, own, kept, by_key, everything, index_names(everything))
            self._fronts = self._shared or Fronts()
        return self._listed

    def _candidates(self, reference: Reference, holdings: _Holdings) -> tuple[Found, ...]:
        if reference.key in holdings.given:
            return given(holdings.given[reference.key].documents)
        outcome = self._outcome(reference)
        hashes = {document.sha256 for document in outcome.documents} if outcome else set()
        fetched = [document for document in holdings.kept.documents if document.sha256 in hashes]
        found = named(reference, holdings.everything, holdings.names, self._root)
        known = {document.path for document in fetched}
        return (*(Found(one, FETCHED) for one in fetched), *(one for one in found if one.document.path not in known))

    def _outcome(self, reference: Reference) -> Outcome | None:
        return self._cache.outcome(reference) if self._cache else None

    def _judged(self, reference: Reference, candidates: tuple[Found, ...]) -> Search:
        search = judged(reference, candidates, self._fronts)
        outcome = self._outcome(reference)
        if outcome is not None and outcome.fate is Fate.ID_TITLE_MISMATCH:
            return replace(search, contradicts_itself=True)
        return search

    def _by_title(self, searches: tuple[Search, ...], holdings: _Holdings, progress: Progress) -> tuple[Search, ...]:
        wanting = [s for s in searches if not s.found and s.reference.key not in holdings.given]
        if not wanting:
            return searches
        # What the store holds is known by the titles it was fetched for; to read all of it anew would take minutes.
        searched = [document for document in holdings.everything if not document.sha256]
        documents = [document for document in searched if not is_own(document, self._root)]
        hashes = self._cache.fetched_by_title([search.reference for search in wanting]) if self._cache else {}
        fetched = {
            key: [document for document in holdings.kept.documents if document.sha256 in some]
            for key, some in hashes.items()
        }
        self._fronts.read([*documents, *chain.from_iterable(fetched.values())], progress)
        return tuple(
            with_title(s, [*documents, *fetched.get(s.reference.key, ())], self._fronts) if s in wanting else s
            for s in searches
        )

    def _answer(self, search: Search, holdings: _Holdings) -> Obtained:
        key = search.reference.key
        if not search.found:
            places = self._places
            left_out = (*holdings.own.left_out, *holdings.kept.left_out)
            if key in holdings.given:
                paths = ", ".join(str(path) for given_key, path in self._pairs if given_key == key)
                reason = f"not obtained: {paths}, given for {key}, holds neither PDF, HTML nor LaTeX"
                return Obtained(key, (), "; ".join([reason, *holdings.given[key].left_out]))
            outcome = self._outcome(search.reference)
            looked = f"`tablecheck fetch` looked for it: {outcome.reason}" if outcome else self._advice
            return Obtained(key, (), not_obtained(search, places, (*left_out, *([looked] if looked else ()))))
        loaded = [load(found.document, search.reference, self._version(search, found)) for found in search.found]
        documents = {d.sha256: d for d in reversed(loaded) if isinstance(d, SourceDocument)}
        if not documents:
            return Obtained(key, (), "not obtained: " + "; ".join(map(str, loaded)))
        failed = [failure for failure in loaded if isinstance(failure, str)]
        reason = "; but ".join([obtained(search), *failed])
        return Obtained(key, tuple(sorted(documents.values(), key=_rank)), reason)

    def _version(self, search: Search, found: Found) -> int | None:
        """Read the version from the file's name, or else from the stamp that arXiv printed on the page."""
        for name in found.document.names:
            if name.version is not None and (name.arxiv_id or found.how == "citation key"):
                return name.version
        front = self._fronts.of(found.document)
        if isinstance(front, str) or front.arxiv_id is None:
            return None
        ours = search.reference.arxiv_id
        return front.arxiv_version if ours in {None, front.arxiv_id} else None


def _rank(document: SourceDocument) -> tuple[bool, int, int]:
    pinned = document.reference.arxiv_version
    is_pinned = pinned is not None and document.version == pinned
    return not is_pinned, -(document.version or 0), _FORMS.index(document.kind)


def _stamps(folders: Iterable[Path]) -> dict[Path, int]:
    """When something was last put into or taken out of each folder; 0 for one that is away."""
    stamps: dict[Path, int] = {}
    for folder in folders:
        try:
            stamps[folder] = folder.stat().st_mtime_ns
        except OSError:
            stamps[folder] = 0
    return stamps
