"""Fetching for a batch: all in one process, so that the pace of each host holds however many workers check."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from tablecheck.batch.submission import Submission, is_archive
from tablecheck.batch.unpacking import unpack_into
from tablecheck.linter.papers import named_papers
from tablecheck.model.citation import Reference
from tablecheck.model.errors import TablecheckError


def fetch_all(submissions: Iterable[Submission], out: Path, papers: list[str]) -> tuple[Submission, ...]:
    """Fetch manuscripts that are arXiv ids, and what the tables of all manuscripts cite; says on stderr how it goes."""
    with_places = tuple(_fetched(one, out) if one.arxiv_id else one for one in submissions)
    for count, submission in enumerate(with_places, start=1):
        try:
            asked = _fetch_papers(submission, out, papers)
            click.echo(f"[{count}/{len(with_places)}] {submission.name}: {asked}", err=True)
        except TablecheckError as error:
            click.echo(f"[{count}/{len(with_places)}] {submission.name}: {error}", err=True)
    return with_places


def _fetched(submission: Submission, out: Path) -> Submission:
    """Fetch the LaTeX source of a manuscript; where there is none, the submission keeps a place that is not there."""
    from tablecheck.sources.cache import Cache
    from tablecheck.sources.fetching import Wish, fetch

    bare, _, version = submission.arxiv_id.partition("v")
    reference = Reference(submission.name, arxiv_id=bare, arxiv_version=int(version) if version else None)
    (found,) = fetch([reference], Wish((), out), Cache.of_user())
    source = next((one for one in found.documents if one.kind == "latex"), None)
    folder = out / "fetched"
    place = folder / f"{submission.name}.tar"
    if source is not None:
        folder.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source.content)
    else:
        print(f"tablecheck: {submission.arxiv_id}: {found.reason}", file=sys.stderr)  # noqa: T201 - beside the progress
    return replace(submission, place=place, arxiv_id="")


def _fetch_papers(submission: Submission, out: Path, papers: list[str]) -> str:
    import tempfile

    from tablecheck.latex.manuscript import read_manuscript
    from tablecheck.linter.coverage import references_in_tables
    from tablecheck.linter.roots import find_roots
    from tablecheck.sources.cache import Cache
    from tablecheck.sources.fetching import Wish, fetch

    had, wanted = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        start = submission.place
        if is_archive(start) and start.is_file():
            unpack_into(start, Path(folder))
            start = Path(folder)
        for main in find_roots(start, (), (), {}):
            references = references_in_tables(read_manuscript(main))
            found = fetch(references, Wish(named_papers(papers), main.resolve().parent), Cache.of_user())
            wanted += len(found)
            had += sum(one.fate.has_documents for one in found)
    return f"{had} of {wanted} papers at hand"
