"""``tablecheck doctor``: what is installed, what is kept, and what can be reached if that is asked."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import click

from tablecheck import __version__
from tablecheck.cli.exits import Exit
from tablecheck.model.errors import TablecheckError

_EXTRAS = ("llm", "semantic", "docling", "cluster", "eval", "baselines")
_SWITCHES = ("TABLECHECK_CACHE", "TABLECHECK_EMAIL", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CI", "HTTPS_PROXY")

_Line = tuple[str, str, bool]
"""What was looked at, what was seen, and whether all is well with it."""


@click.command()
@click.argument("paper", type=click.Path(path_type=Path), default=".")
@click.option("--online", is_flag=True, help="See whether the services that find papers can be reached.")
def doctor(paper: Path, online: bool) -> None:
    """Say what tablecheck finds on this machine, for PAPER, a file or a folder.

    Nothing asks the network unless --online is given. Exits with 1 where something would keep a check from working.
    """
    all_well = True
    for title, lines in (
        ("program", _program()),
        ("extras", _extras()),
        ("cache", _cache()),
        ("manuscript", _manuscript(paper)),
        ("environment", _environment()),
        *((("services", _services()),) if online else ()),
    ):
        click.echo(f"{title}:")
        for name, words, is_well in lines:
            all_well = all_well and is_well
            click.echo(f"  {'ok' if is_well else '!!'}  {name}: {words}")
    sys.exit(Exit.CLEAN if all_well else Exit.FINDINGS)


def _program() -> Iterator[_Line]:
    yield "tablecheck", f"{__version__} in {Path(__file__).resolve().parents[1]}", True
    yield "Python", f"{platform.python_version()} on {platform.system() or 'an unknown system'}", True
    for requirement in metadata.requires("tablecheck") or ():
        if "extra ==" not in requirement:
            yield _installed(requirement)


def _installed(requirement: str) -> _Line:
    name = _name(requirement)
    try:
        return name, metadata.version(name), True
    except metadata.PackageNotFoundError:
        return name, f"not installed; run pip install '{requirement}'", False


def _extras() -> Iterator[_Line]:
    """What makes more possible and is not needed; its absence is no fault."""
    for extra in _EXTRAS:
        wanted = [_name(one) for one in metadata.requires("tablecheck") or () if f"extra == '{extra}'" in _plain(one)]
        missing = [name for name in wanted if not _has(name)]
        how = f"not installed ({', '.join(missing)}); pip install 'tablecheck[{extra}]'"
        yield extra, how if missing else "installed", True
    for program, use in (("git", "for pre-commit and Overleaf"), ("latexml", "only for tests")):
        yield program, shutil.which(program) or f"not found; {use}", True


def _has(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _name(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    return match[0] if match else requirement


def _plain(requirement: str) -> str:
    return requirement.replace('"', "'")


def _cache() -> Iterator[_Line]:
    from tablecheck.sources.cache import Cache

    try:
        cache = Cache.of_user()
        documents = cache.shelf().documents
    except (TablecheckError, OSError) as error:
        yield "folder", str(error), False
        return
    size = sum(_size(document.path) for document in documents)
    yield "folder", f"{cache.folder}" + ("" if cache.folder.exists() else " (not there yet)"), True
    yield "documents", f"{len(documents)}, {size / 1e6:.1f} MB", True
    above = next((one for one in (cache.folder, *cache.folder.parents) if one.exists()), cache.folder)
    can_write = os.access(above, os.W_OK)
    yield "writable", "yes" if can_write else f"no; {above} cannot be written, so nothing fetched can be kept", True


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _manuscript(paper: Path) -> Iterator[_Line]:
    from tablecheck.linter.config import read_config
    from tablecheck.linter.roots import find_roots
    from tablecheck.sources.lock import lock_beside

    try:
        config = read_config(paper if paper.is_dir() else paper.parent, {})
        yield "configuration", str(config.file or "none; see docs/configuration.md"), True
    except TablecheckError as error:
        yield "configuration", str(error), False
        return
    try:
        roots = find_roots(paper, config.paths("root"), config.value("exclude"))
    except TablecheckError as error:
        yield "main file", str(error), paper == Path()
        return
    for root in roots:
        yield "main file", str(root), True
        lock = lock_beside(root)
        yield "lock", str(lock) if lock.is_file() else f"none; `tablecheck lock {root}` writes one", True


def _environment() -> Iterator[_Line]:
    for name in _SWITCHES:
        yield name, os.environ.get(name) or "not set", True
    yield "terminal", f"{shutil.get_terminal_size().columns} columns, {sys.stdout.encoding}", True


def _services() -> Iterator[_Line]:
    from tablecheck.sources.reachable import reachable

    for service, problem in reachable():
        yield service, problem or "reachable", not problem
