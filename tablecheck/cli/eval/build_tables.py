"""``tablecheck eval build-tables``: a set for ``eval tables`` out of LaTeX sources."""

from pathlib import Path

import click

from tablecheck.cli.bar import progress_bar
from tablecheck.cli.eval.running import told


@click.command("build-tables")
@click.option("--tex", type=click.Path(path_type=Path), required=True, help="A folder of LaTeX sources.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where PDFs and known tables are written.")
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
def build_tables(tex: Path, out: Path, progress: bool) -> None:
    """Compile the papers under --tex, and write down where their tables stand and what is in them.

    Needs TeX Live (latexmk is used where it is installed) and LaTeXML. Score an extractor on the result with
    `tablecheck eval tables --dataset htmlbbox --data OUT`.
    """
    with told():
        from tablecheck.evaluation.build_tables import build_tables as build

        with progress_bar(wanted=progress) as report:
            built = build(tex, out, report)
        click.echo(f"{built.tables} tables of {built.documents} documents in {out}")
        for reason, count in sorted(built.rejected.items()):
            click.echo(f"left out: {count} {reason}")
