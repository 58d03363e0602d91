"""``tablecheck extract``: the tables of one document, as tablecheck reads them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.cli.exits import Exit
from tablecheck.model.errors import TablecheckError, UsageError

if TYPE_CHECKING:
    from tablecheck.model.document import Extraction

_FORMATS = ("json", "html", "csv", "markdown")
_VISUAL = (".html", ".htm", ".png")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "output_format", type=click.Choice(_FORMATS), default="markdown", show_default=True)
@click.option("--extractor", metavar="NAME", help="What reads FILE; the usual one for its kind if left out.")
@click.option(
    "--visual",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT.html|OUT.png",
    help="Draw the pages of a PDF with what was read into a file, instead of printing tables.",
)
def extract(file: Path, output_format: str, extractor: str | None, visual: Path | None) -> None:
    """Print the tables of FILE: a PDF, an HTML page, a .tex file or an arXiv source archive.

    What could not be read is said on stderr and, with --format json, in the document.
    """
    from tablecheck.extractors.registry import extract_content
    from tablecheck.reporters.tables import RENDERERS

    try:
        content = _content(file)
        extraction = extract_content(content, extractor)
        if visual is not None:
            _draw(content, extraction, file, visual)
        else:
            sys.stdout.write(RENDERERS[output_format](extraction))
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    for problem in extraction.problems:
        click.echo(f"tablecheck: {file}: {problem.message}", err=True)
    sys.exit(Exit.CLEAN if extraction.tables or not extraction.problems else Exit.COULD_NOT_RUN)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot open {file}: {error.strerror}; name a PDF, HTML or LaTeX file") from error


def _draw(content: bytes, extraction: "Extraction", file: Path, out: Path) -> None:
    from tablecheck.reporters.visual import visual_page, visual_picture

    if out.suffix.lower() not in _VISUAL:
        raise UsageError(f"--visual {out}: name a file that ends in .html or .png")
    if not extraction.tables and extraction.problems:
        raise UsageError(f"{file}: {extraction.problems[0].message}")
    try:
        if out.suffix.lower() == ".png":
            out.write_bytes(visual_picture(content, extraction))
        else:
            out.write_text(visual_page(content, extraction, file.name), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}; name another file") from error
    click.echo(f"drew {len(extraction.tables)} tables into {out}", err=True)
