"""Brings the documents of one reference from the network into the store."""

import logging
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from tablecheck.model.citation import Reference
from tablecheck.model.errors import Cancelled, StoreError
from tablecheck.model.progress import Progress
from tablecheck.sources.cited import identity_of
from tablecheck.sources.net.session import Network
from tablecheck.sources.outcome import Fate, KeptDocument, Outcome
from tablecheck.sources.outcomes import Outcomes
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.inquiry import Run
from tablecheck.sources.services.obtain import Download, Downloads, download
from tablecheck.sources.services.resolution import Resolution, Status
from tablecheck.sources.services.resolve import resolve
from tablecheck.sources.store import Store

_LONGEST_QUERY = 100  # characters; longer ones are signatures that open a file for an hour

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bringing:
    """What the works of one run share."""

    network: Network
    run: Run
    store: Store
    outcomes: Outcomes
    all_versions: bool
    refresh: bool
    progress: Progress

    def bring(self, reference: Reference) -> Outcome:
        """Resolve a reference, fetch its documents, keep them, and remember how it ended.

        Raises:
            Cancelled: ``progress`` asked to stop; what arrived is kept.
        """
        try:
            outcome = self._outcome(reference)
            self.outcomes.put(reference, outcome)
        except Cancelled:
            raise
        except StoreError as error:
            return self._failed(str(error))
        except Exception as error:
            self.progress("obtain", 1, 1)  # a run that was stopped takes the network away from its threads
            logger.exception("fetching %s failed", reference.key)
            return self._failed(f"fetching failed ({type(error).__name__}: {error}); please report it with the entry")
        return outcome

    def _outcome(self, reference: Reference) -> Outcome:
        resolution = resolve(reference, self.network, self.run)
        self.progress("obtain", 0, 1)
        versions = "all" if self.all_versions else "cited"
        downloads = download(resolution, self.network, versions, self.progress, self._kept)  # type: ignore[arg-type]
        return Outcome(
            _fate(resolution, downloads),
            downloads.reason,
            time.time(),
            tuple(self._keep(one, reference) for one in downloads.documents),
            resolution.suggestion,
            self.all_versions,
            named=self.network.settings.contact is not None,
            unanswered=downloads.unanswered or resolution.status is Status.UNREACHABLE,
        )

    def _keep(self, one: Download, reference: Reference) -> KeptDocument:
        url = one.url if len(urlsplit(one.url).query) <= _LONGEST_QUERY else one.url.partition("?")[0]
        identity = _identity(one.candidate) or identity_of(reference) or f"url:{url}"
        stored = self.store.put(identity, one.kind, one.content, url, one.version)
        return KeptDocument(identity, one.kind, one.version, stored.sha256, url)

    def _kept(self, candidate: Candidate, version: int | None) -> Download | None:
        identity = _identity(candidate)
        if identity is None or (candidate.arxiv_id and version is None):
            return None
        if self.refresh and not candidate.arxiv_id:  # a version of arXiv's never changes, a publisher's file may
            return None
        found = [stored for stored in self.store.find(identity) if stored.version == version]
        for kind in ("latex", "html", "pdf"):
            for stored in found:
                if stored.kind == kind and (content := self.store.content(stored)) is not None:
                    return Download(content, stored.kind, stored.found_at, version, candidate)
        return None

    def _failed(self, why: str) -> Outcome:
        return Outcome(Fate.FAILED, why, time.time())


def _identity(candidate: Candidate) -> str | None:
    if candidate.arxiv_id:
        return f"arxiv:{candidate.arxiv_id}"
    return f"doi:{candidate.doi.lower()}" if candidate.doi else None


def _fate(resolution: Resolution, downloads: Downloads) -> Fate:
    if resolution.status is Status.RESOLVED:
        if downloads.documents:
            return Fate.FETCHED if downloads.complete and not downloads.unanswered else Fate.INCOMPLETE
        return Fate.UNREACHABLE if downloads.unanswered else Fate.NO_COPY
    return {
        Status.UNRESOLVED: Fate.NOT_FOUND,
        Status.ID_TITLE_MISMATCH: Fate.ID_TITLE_MISMATCH,
        Status.UNREACHABLE: Fate.UNREACHABLE,
    }[resolution.status]
