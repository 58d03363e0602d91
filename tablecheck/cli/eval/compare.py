"""``tablecheck eval compare``: published baselines, ours, and what the user ran, in one table."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.cli.bar import progress_bar
from tablecheck.cli.eval.arxiveri import arxiveri_data
from tablecheck.cli.eval.running import draw, told, write_json

if TYPE_CHECKING:
    from rich.table import Table

    from tablecheck.evaluation.arxiveri_compare import Line

_ORIGINS = {"published": "published, 158 pairs", "here": "measured here", "run": "your run"}
_HEADINGS = ("", "tables, as the paper", "tables, as text", "recall", "precision", "F1", "end to end F1", "cost", "s")
_NOTE = (
    "Per cent. Published: arXiv 2306.07968, on the whole benchmark. Recall, precision and F1 are over cells with the "
    "right table given; cost is in the currency of the prices that were given, and none where no model was asked."
)


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="The folder of arXiVeri, as for `eval arxiveri`.")
@click.option(
    "--run",
    "runs",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="A result of `eval arxiveri --json`, perhaps with a model of yours; may be repeated.",
)
@click.option("--no-measuring", is_flag=True, help="Only what was published and the runs; needs no data.")
@click.option("--format", "form", type=click.Choice(("text", "markdown", "json")), default="text", show_default=True)
@click.option("--output-file", type=click.Path(path_type=Path, dir_okay=False), help="Write the table to a file.")
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
def compare(
    data: Path | None,
    runs: tuple[Path, ...],
    no_measuring: bool,
    form: str,
    output_file: Path | None,
    progress: bool,
) -> None:
    """Draw one table of the baselines of arXiVeri: as published, as measured here, and by models of yours."""
    with told():
        from tablecheck.evaluation.arxiveri_compare import PUBLISHED, lines_of_runs, measured

        theirs = tuple(lines_of_runs(runs))
        ours: tuple[Line, ...] = ()
        if not no_measuring:
            with progress_bar(wanted=progress) as report:
                ours = measured(arxiveri_data(data), report)
        lines = (*PUBLISHED, *ours, *theirs)
        if form == "text" and output_file is None:
            draw(_drawn(lines))
            return
        text = json.dumps([asdict(line) for line in lines], indent=2, ensure_ascii=False) if form == "json" else ""
        text = text or _markdown(lines)
        if output_file is None:
            click.echo(text)
        else:
            write_json(text + "\n", output_file)


def _markdown(lines: "Sequence[Line]") -> str:
    rows = [_HEADINGS, ("---", *["---:"] * (len(_HEADINGS) - 1))]
    origin = ""
    for line in lines:
        if line.origin != origin:
            origin = line.origin
            rows.append((f"**{_ORIGINS[origin]}**", *[""] * (len(_HEADINGS) - 1)))
        rows.append((line.name.replace("|", "\\|"), *_figures(line)))
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    return f"{table}\n\n{_NOTE}"


def _drawn(lines: "Sequence[Line]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    drawing = Table(title="arXiVeri", caption=_NOTE)
    for heading in _HEADINGS:
        drawing.add_column(heading, justify="right" if heading else "left")
    origin = ""
    for line in lines:
        if line.origin != origin:
            origin = line.origin
            drawing.add_section()
            drawing.add_row(_ORIGINS[origin], style="bold")
        drawing.add_row(Text(line.name), *_figures(line))
    return drawing


def _figures(line: "Line") -> tuple[str, ...]:
    shares = (line.official, line.text, line.recall, line.precision, line.f1, line.end_to_end)
    cost = "" if line.cost is None else f"{line.cost:.4f}" if line.cost else "0"
    seconds = "" if line.seconds is None else f"{line.seconds:.1f}"
    return (*("" if share is None else f"{share:.1f}" for share in shares), cost, seconds)
