"""Which paper an entry cites: by its identifiers first, by its title where it has none, and by nothing in doubt."""

from collections.abc import Sequence
from dataclasses import replace

from tablecheck.model.citation import Reference
from tablecheck.model.progress import Progress, silent
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services import arxiv, semantic_scholar
from tablecheck.sources.services.agreement import NEAR_TITLE, compare
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.identified import by_identifiers, has_identifier
from tablecheck.sources.services.inquiry import Inquiry, Run
from tablecheck.sources.services.nature import Nature, nature_of
from tablecheck.sources.services.resolution import Resolution, Status
from tablecheck.sources.services.titled import by_title, suggested
from tablecheck.sources.words import listed

# A title search would find the paper of the same name and author instead.
_NOT_SEARCHED = {
    Nature.UNPUBLISHED: "in preparation or unpublished: there is nothing to fetch yet",
    Nature.THESIS: "a thesis: papers of the same author and title exist, so it is not looked for by title",
    Nature.BOOK: "a book: not looked for by title",
}


def resolve(reference: Reference, network: Network, run: Run | None = None) -> Resolution:
    """Find the paper that an entry cites.

    Never raises for what services do: one that does not answer is named in the reason.
    """
    nature = nature_of(reference)
    if nature in _NOT_SEARCHED and not has_identifier(reference):
        put = "" if nature is Nature.UNPUBLISHED else f"; {_where_to_put(reference)}"
        return Resolution(reference, Status.UNRESOLVED, (), _NOT_SEARCHED[nature] + put)
    inquiry = Inquiry(network, run or Run())
    resolution = _by_identifiers(reference, inquiry) or _by_title(reference, inquiry, nature)
    if resolution.status is not Status.UNRESOLVED and resolution.status is not Status.UNREACHABLE:
        return resolution
    said = [resolution.reason, inquiry.silence(), *inquiry.notes, _where_to_put(reference)]
    notes = "; ".join(part for part in said if part)
    status = Status.UNREACHABLE if inquiry.silent else Status.UNRESOLVED
    return replace(resolution, status=status, reason=notes)


def resolve_all(
    references: Sequence[Reference], network: Network, progress: Progress = silent
) -> tuple[Resolution, ...]:
    """Find many papers; those with arXiv ids and DOIs are asked for in a few requests.

    Raises:
        Cancelled: ``progress`` asked to stop; what the services said so far is in the cache.
    """
    progress("resolve", 0, len(references))
    run = asked_at_once(references, network)
    resolutions = []
    for done, reference in enumerate(references, start=1):
        resolutions.append(resolve(reference, network, run))
        progress("resolve", done, len(references))
    return tuple(resolutions)


def asked_at_once(references: Sequence[Reference], network: Network) -> Run:
    """Ask for all papers with arXiv ids and DOIs in a few requests; begins the run that ``resolve`` goes on with."""
    run = Run()
    inquiry = Inquiry(network, run)
    ids = [reference.arxiv_id for reference in references if reference.arxiv_id and arxiv.is_id(reference.arxiv_id)]
    if ids:
        papers = inquiry.ask(Service.ARXIV, lambda: arxiv.find_by_id(network, ids))
        if papers is not None:
            run.arxiv = {arxiv_id: papers.get(arxiv_id) for arxiv_id in ids}
    names = list(dict.fromkeys(f"DOI:{r.doi}" for r in references if r.doi and not r.arxiv_id))
    if names:
        linked = inquiry.ask(Service.SEMANTIC_SCHOLAR, lambda: semantic_scholar.find_by_ids(network, names))
        if linked is not None:
            run.scholar = dict(zip(names, linked, strict=True))
    return run


def _by_identifiers(reference: Reference, inquiry: Inquiry) -> Resolution | None:
    accepted: list[Candidate] = []
    others: list[str] = []
    how: list[str] = []
    for name, candidate in by_identifiers(reference, inquiry):
        if candidate is None:
            if not inquiry.silent:
                inquiry.note(f"{name} is not known")
            continue
        if objection := _objection(reference, candidate):
            others.append(f"{name} is {objection}")
        else:
            accepted.append(candidate)
            how.append(name)
    if accepted:
        reason = "; ".join([f"found by {' and '.join(how)}", *(f"not used: {other}" for other in others)])
        return Resolution(reference, Status.RESOLVED, _forms(reference, accepted, inquiry), reason)
    if others:
        return _mismatch(reference, others, inquiry)
    return None


def _objection(reference: Reference, candidate: Candidate) -> str | None:
    """Say whose an identifier is if it is not the cited paper's.

    The year does not count here: the entry itself names the paper. Nor does a title that was changed on the way
    to the journal, if the authors are the same.
    """
    if not reference.title:
        return None
    agreement = compare(reference, candidate)
    if agreement.title and agreement.authors is not False:
        return None
    if agreement.authors and (agreement.score >= NEAR_TITLE or _one_begins_the_other(reference.title, candidate.title)):
        return None
    authors = f" by {candidate.authors[0]}" if candidate.authors else ""
    return f'"{candidate.title}"{authors}'


def _one_begins_the_other(ours: str, theirs: str) -> bool:
    """Tell whether one title is the other without its subtitle."""
    left, right = (title.lower().replace(" ", "") for title in (ours, theirs))
    shorter, longer = sorted((left, right), key=len)
    return len(shorter) > 3 and longer.startswith(shorter) and longer[len(shorter)] in ":.-–—?"


def _mismatch(reference: Reference, others: list[str], inquiry: Inquiry) -> Resolution:
    meant = suggested(reference, inquiry)
    reason = f"{' and '.join(others)}, not the paper that the entry names; correct the identifier"
    suggestion = (meant.arxiv_id or meant.doi) if meant is not None else None
    if suggestion:
        reason += f", perhaps to {suggestion}"
    return Resolution(reference, Status.ID_TITLE_MISMATCH, (), reason, suggestion)


def _by_title(reference: Reference, inquiry: Inquiry, nature: Nature) -> Resolution:
    if not reference.title or nature in _NOT_SEARCHED:
        why = "the entry has no title" if not reference.title else _NOT_SEARCHED[nature]
        return Resolution(reference, Status.UNRESOLVED, (), why)
    search = by_title(reference, inquiry)
    if search.accepted is not None:
        found = search.accepted
        reason = f"found by title at {found.found_by.label}"
        return Resolution(reference, Status.RESOLVED, _forms(reference, [found], inquiry), reason)
    return Resolution(reference, Status.UNRESOLVED, (), "; ".join(search.doubts) or _nothing_found(inquiry, nature))


def _nothing_found(inquiry: Inquiry, nature: Nature) -> str:
    """Say that no paper has the title, of which only those who answered can know."""
    if not inquiry.answered:
        return "nobody could be asked for the title"
    sort = "software, and no paper" if nature is Nature.SOFTWARE else "no paper"
    at = f" at {listed(sorted(service.label for service in inquiry.answered))}" if inquiry.silent else ""
    return f"{sort} of this title was found{at}"


def _forms(reference: Reference, accepted: list[Candidate], inquiry: Inquiry) -> tuple[Candidate, ...]:
    """Add the preprint of a printed paper and the printed form of a preprint, if they are known to be one work."""
    forms = list(accepted)
    arxiv_ids = [candidate.arxiv_id for candidate in accepted if candidate.arxiv_id]
    dois = [candidate.doi for candidate in accepted if candidate.doi]
    if not arxiv_ids and dois and (linked := inquiry.scholar(f"DOI:{dois[0]}")) is not None and linked.arxiv_id:
        arxiv_ids.append(linked.arxiv_id)
    for arxiv_id in dict.fromkeys(arxiv_ids):
        if any(form.found_by is Service.ARXIV and form.arxiv_id == arxiv_id for form in forms):
            continue
        preprint = inquiry.arxiv(arxiv_id)
        if preprint is not None and _objection(reference, preprint) is None:
            forms.insert(0, preprint)
    return tuple(_apart(forms))


def _apart(forms: list[Candidate]) -> list[Candidate]:
    """Let each form stand once, preprints first, and a preprint's DOI as a form of its own."""
    preprints = [form for form in forms if form.found_by is Service.ARXIV]
    printed = [replace(form, arxiv_id=None) if preprints else form for form in forms if form not in preprints]
    known = {(form.doi or "").lower() for form in printed}
    for form in preprints:
        if form.doi and form.doi.lower() not in known:
            known.add(form.doi.lower())
            printed.append(replace(form, arxiv_id=None, latest_version=None, kind="", open_access=None, year=None))
    return [*preprints, *printed]


def _where_to_put(reference: Reference) -> str:
    return f"if you have the paper, put it into a folder named with --papers as {_file_name(reference.key)}.pdf"


def _file_name(key: str) -> str:
    return "".join(character if character.isalnum() or character in "-_." else "_" for character in key)
