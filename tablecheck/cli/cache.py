"""``tablecheck cache``: what was fetched, and how to be rid of it."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from tablecheck.cli.exits import Exit
from tablecheck.model.errors import TablecheckError, UsageError

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


@click.group(no_args_is_help=True)
def cache() -> None:
    """List or drop the documents that `tablecheck fetch` has kept.

    They lie in the cache folder of this platform, or where TABLECHECK_CACHE says.
    """


@cache.command("list")
def list_kept() -> None:
    """List the documents: identity, version, kind, bytes, hash, and where each came from."""
    from tablecheck.sources.cache import Cache

    with _told():
        kept = Cache.of_user()
        stored = kept.store().everything() if (kept.folder / "store").is_dir() else ()
        for one in stored:
            version = f"v{one.version}" if one.version else "-"
            click.echo(f"{one.identity}\t{version}\t{one.kind}\t{one.size}\t{one.sha256[:12]}\t{one.found_at}")
        total = sum({one.sha256: one.size for one in stored}.values())
        click.echo(f"{len(stored)} documents, {total / 10**6:.1f} MB in {kept.folder}", err=True)


@cache.command()
@click.argument("size")
def prune(size: str) -> None:
    """Drop the documents unused for longest until at most SIZE is left, such as 500M or 2G."""
    from tablecheck.sources.cache import Cache

    with _told():
        dropped = Cache.of_user().store().prune(_bytes(size))
        click.echo(f"dropped {len(dropped)} documents", err=True)


@cache.command()
@click.option("--answers", is_flag=True, help="The answers of models, too: they were paid for, and would be again.")
def clear(answers: bool) -> None:
    """Drop all documents, the tables read out of them, what is remembered of fetching, and the services' answers.

    What you put into the folder `documents` of the cache by hand stays, and so do the answers of models.
    """
    from tablecheck.backends.answers import Answers, answers_folder
    from tablecheck.linter.kept import clear_all

    with _told():
        documents, outcomes = clear_all()
        click.echo(f"dropped {documents} documents and what was remembered of {outcomes} references", err=True)
        if answers:
            click.echo(f"dropped {Answers(answers_folder()).clear()} answers of models", err=True)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)


def _bytes(written: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]?)b?", written.strip().lower())
    if match is None:
        raise UsageError(f"{written} is no size; write bytes, or a number and K, M or G, such as 500M")
    return int(float(match[1]) * _UNITS[match[2]])
