"""``tablecheck fetch``: the cited papers that are not at hand, from the network."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.cli.exits import Exit
from tablecheck.cli.papers import LOCK_HELP, PAPERS_HELP, main_file
from tablecheck.linter.papers import Papers, named_papers
from tablecheck.model.errors import TablecheckError

if TYPE_CHECKING:
    from tablecheck.model.citation import Reference
    from tablecheck.model.manuscript import Manuscript
    from tablecheck.sources.fetching import Fetched, Tell
    from tablecheck.sources.outcome import Outcome


@click.command()
@click.argument("paper", type=click.Path(path_type=Path))
@click.option("--papers", multiple=True, metavar="DIR|KEY=FILE", help=PAPERS_HELP)
@click.option("--to", type=click.Path(path_type=Path, file_okay=False), help="Copy what was fetched into a folder.")
@click.option("--all", "everything", is_flag=True, help="Fetch all references, not only those cited in tables.")
@click.option("--all-versions", is_flag=True, help="Fetch every arXiv version, for the rule about versions.")
@click.option("--email", metavar="ADDRESS", help="Whom the services may write to; else TABLECHECK_EMAIL.")
@click.option("--refresh", is_flag=True, help="Ask again for what is remembered.")
@click.option("--lock", "lock_too", is_flag=True, help="Write the lock file afterwards, as `tablecheck lock` does.")
@click.option("--lock-file", type=click.Path(path_type=Path, dir_okay=False), help=LOCK_HELP)
@click.option("--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--progress/--no-progress", default=True, help="Say on stderr as each paper is done.")
def fetch(
    paper: Path,
    papers: tuple[str, ...],
    to: Path | None,
    everything: bool,
    all_versions: bool,
    email: str | None,
    refresh: bool,
    lock_too: bool,
    lock_file: Path | None,
    output_format: str,
    progress: bool,
) -> None:
    """Fetch the papers that PAPER cites in its tables and that are not at hand.

    They are kept in the cache, where a check finds them. Only identifiers, titles and names of cited papers leave this
    machine, and only to the services that docs/services.md lists. Ctrl-C keeps what has arrived.

    Exit codes: 0 every paper is at hand, 3 some could not be had, 2 the run could not start, 130 it was stopped.
    """
    from tablecheck.cli.fetch_report import render_json, render_text
    from tablecheck.cli.lock import write_lock_of
    from tablecheck.latex.manuscript import read_manuscript
    from tablecheck.sources.cache import Cache
    from tablecheck.sources.copies import copy_into
    from tablecheck.sources.fetching import Wish
    from tablecheck.sources.fetching import fetch as fetch_references
    from tablecheck.sources.provenance import is_address

    try:
        wish = Wish(named_papers(papers), main_file(paper).resolve().parent, all_versions, refresh, email)
        manuscript = read_manuscript(paper)
        references = _references(manuscript, everything=everything)
        fetched = fetch_references(references, wish, Cache.of_user(), _teller(wanted=progress))
        if to is not None:
            copy_into(to, (document for one in fetched for document in one.documents if is_address(document.found_at)))
        click.echo(render_json(fetched) if output_format == "json" else render_text(fetched), nl=False)
        code = _exit_code(fetched)
        if lock_too and code is not Exit.STOPPED:
            click.echo(write_lock_of(paper, manuscript, wish.papers, lock_file, progress=False), err=True)
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    except KeyboardInterrupt:
        click.echo("tablecheck: stopped; what had arrived is kept, run again to go on", err=True)
        sys.exit(Exit.STOPPED)
    sys.exit(code)


def fetch_papers(paper: Path, papers: Papers, *, progress: bool) -> "tuple[Fetched, ...]":
    """Fetch what the tables of a manuscript cite and what is not at hand, for a command that goes on with it.

    Raises:
        UsageError, StoreError: as ``sources.fetching.fetch``.
    """
    from tablecheck.latex.manuscript import read_manuscript
    from tablecheck.sources.cache import Cache
    from tablecheck.sources.fetching import Wish
    from tablecheck.sources.fetching import fetch as fetch_references

    wish = Wish(papers, paper.resolve().parent)
    references = _references(read_manuscript(paper), everything=False)
    return fetch_references(references, wish, Cache.of_user(), _teller(wanted=progress))


def _references(manuscript: "Manuscript", *, everything: bool) -> "tuple[Reference, ...]":
    from tablecheck.linter.coverage import references_in_tables

    return tuple(manuscript.references.values()) if everything else references_in_tables(manuscript)


def _teller(*, wanted: bool) -> "Tell | None":
    def tell(reference: "Reference", outcome: "Outcome", done: int, total: int) -> None:
        click.echo(f"[{done:>{len(str(total))}}/{total}] {reference.key}: {outcome.fate}", err=True)

    return tell if wanted else None


def _exit_code(fetched: "tuple[Fetched, ...]") -> Exit:
    if any(one.fate == "not-asked" for one in fetched):
        return Exit.STOPPED
    return Exit.CLEAN if all(one.fate.has_documents for one in fetched) else Exit.COULD_NOT_CHECK
