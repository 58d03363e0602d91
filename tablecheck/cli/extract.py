"""``tablecheck extract``: the tables of one document, as tablecheck reads them."""

import sys
from pathlib import Path

import click

from tablecheck.cli.exits import Exit

_FORMATS = ("json", "html", "csv", "markdown")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "output_format", type=click.Choice(_FORMATS), default="markdown", show_default=True)
def extract(file: Path, output_format: str) -> None:
    """Print the tables of FILE: a PDF, an HTML page, a .tex file or an arXiv source archive.

    What could not be read is said on stderr and, with --format json, in the document.
    """
    from tablecheck.extractors.registry import extract_content
    from tablecheck.reporters.tables import RENDERERS

    try:
        content = file.read_bytes()
    except OSError as error:
        click.echo(f"tablecheck: cannot open {file}: {error.strerror}; name a PDF, HTML or LaTeX file", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    extraction = extract_content(content)
    sys.stdout.write(RENDERERS[output_format](extraction))
    for problem in extraction.problems:
        click.echo(f"tablecheck: {file}: {problem.message}", err=True)
    sys.exit(Exit.CLEAN if extraction.tables or not extraction.problems else Exit.COULD_NOT_RUN)
