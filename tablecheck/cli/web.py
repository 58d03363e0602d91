"""``tablecheck web``: an editor for one manuscript, in the browser of this machine."""

import asyncio
import contextlib
import html
import os
import re
import secrets
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tablecheck.cli.exits import Exit
from tablecheck.model.errors import TablecheckError, UsageError

_DEBOUNCE = 120  # milliseconds, after as many that the page itself waits for the next key


@click.command(epilog="What the page can do, and who can reach it, is described in docs/editors.md.")
@click.argument("paper", type=click.Path(path_type=Path), required=False)
@click.option("--papers", multiple=True, metavar="DIR|KEY=FILE", help="Where cited papers lie; may be repeated.")
@click.option("--locked", is_flag=True, help="Compare with the lock file only.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port of the page; any free one by default.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in the browser.")
@click.option("-v", "--verbose", is_flag=True, help="Show what the language server writes to its log.")
def web(paper: Path | None, papers: tuple[str, ...], locked: bool, port: int, opens: bool, verbose: bool) -> None:
    """Open PAPER in an editor page that marks its numbers as you type.

    PAPER is a main file, a part of one, or a folder; without it, the current folder. The page is served to this
    machine alone, at an address that ends in a secret: nobody without it can read or change a file. Ctrl-C ends it.
    """
    try:
        sys.exit(
            _serve(_main_file(paper or Path()), _settings(papers, locked=locked), port, opens=opens, verbose=verbose)
        )
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    except KeyboardInterrupt:
        sys.exit(Exit.STOPPED)


def _main_file(paper: Path) -> Path:
    from tablecheck.linter.config import read_config
    from tablecheck.linter.roots import find_roots

    config = read_config(paper if paper.is_dir() else paper.parent, {}, None, isolated=False)
    roots = find_roots(paper, config.paths("root"), config.value("exclude"))
    if len(roots) != 1:
        raise UsageError(f"{paper} means several manuscripts ({', '.join(map(str, roots))}); name one of them")
    return roots[0].absolute()


def _settings(papers: tuple[str, ...], *, locked: bool) -> dict[str, Any]:
    """What the language server is told; nothing where the configuration file shall decide."""
    settings: dict[str, Any] = {"debounce": _DEBOUNCE}
    if papers:
        settings["papers"] = [_absolute(one) for one in papers]
    if locked:
        settings["locked"] = True
    return settings


def _absolute(paper: str) -> str:
    key, equals, file = paper.partition("=")
    if equals and not Path(paper).exists():
        return f"{key}={Path(file).absolute()}"
    return str(Path(paper).absolute())


def _serve(main: Path, settings: dict[str, Any], port: int, *, opens: bool, verbose: bool) -> Exit:
    from tablecheck.web.desk import Desk
    from tablecheck.web.server import HOST, serve_page

    token = _token()
    with contextlib.ExitStack() as stack:

        def ready(port: int) -> None:
            address = f"http://{HOST}:{port}/#{token}"
            click.echo(address)
            click.echo("tablecheck: the page is served to this machine alone; Ctrl-C ends it", err=True)
            if opens and _has_screen():
                door = stack.enter_context(_door(address)).as_uri()
                # Some ways to open a browser wait until it is closed again.
                threading.Thread(target=webbrowser.open, args=(door,), daemon=True).start()

        try:
            asyncio.run(serve_page(Desk(main, settings), token, port, ready, is_verbose=verbose))
        except OSError as error:
            raise UsageError(f"cannot listen at port {port}: {error.strerror}; choose another --port") from error
    return Exit.CLEAN


def _token() -> str:
    """A secret for this run, or the one that is to serve for several."""
    given = os.environ.get("TABLECHECK_WEB_TOKEN")
    if given and not re.fullmatch(r"[\w-]{16,}", given, re.ASCII):
        raise UsageError("TABLECHECK_WEB_TOKEN must have 16 letters, digits, - and _, or more")
    return given or secrets.token_urlsafe(32)


def _has_screen() -> bool:
    """Whether a browser would open in a window, and not in the terminal that the server runs in."""
    return not sys.platform.startswith("linux") or any(os.environ.get(one) for one in ("DISPLAY", "WAYLAND_DISPLAY"))


@contextlib.contextmanager
def _door(address: str) -> Iterator[Path]:
    """A private file that leads to the address: what a browser is started with, everybody on the machine can read."""
    with tempfile.TemporaryDirectory(prefix="tablecheck-web-") as folder:
        door = Path(folder) / "open.html"
        door.write_text(f'<meta http-equiv="refresh" content="0; url={html.escape(address)}">', encoding="utf-8")
        yield door
