"""``tablecheck eval errors``: slips planted in copied tables."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.cli.eval.arxiveri import arxiveri_data
from tablecheck.cli.eval.running import draw, told, write_json

if TYPE_CHECKING:
    from rich.table import Table

    from tablecheck.evaluation.errors import ErrorScores
    from tablecheck.evaluation.errors_wrong import WrongScores


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="The folder of arXiVeri, as for `eval arxiveri`.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of the generator of slips.")
@click.option("--slips", type=click.IntRange(min=1), default=6, show_default=True, help="Of each kind and table size.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the figures there.")
@click.option("--alarms", is_flag=True, help="Print every alarm on a clean table, for a person to read.")
def errors(data: Path | None, seed: int, slips: int, json_file: Path | None, alarms: bool) -> None:
    """Plant slips in the tables of arXiVeri, equally many of each kind and table size, and see which are found.

    Scored twice: with the right source table given, and with all tables of the cited paper.
    """
    with told():
        from tablecheck.evaluation.errors import evaluate_errors
        from tablecheck.evaluation.errors_wrong import evaluate_wrong

        folder = arxiveri_data(data)
        given = evaluate_errors(folder, seed, oracle=True, per_cell=slips)
        picked = evaluate_errors(folder, seed, oracle=False, per_cell=slips)
        wrong, wrong_picked = evaluate_wrong(folder, seed), evaluate_wrong(folder, seed, oracle=False)
        draw(_drawn(given, picked), _drawn_wrong(wrong, wrong_picked))
        if alarms:
            for alarm in picked.alarms:
                click.echo(f"{alarm.target} from {alarm.source}: {alarm.rule} {alarm.message}")
        result = {**given.as_json(), "end_to_end": picked.as_json(), "seed": seed}
        result["wrong_place"] = {**wrong.as_json(), "end_to_end": wrong_picked.as_json()}
        write_json(json.dumps(result, ensure_ascii=False, indent=2) + "\n", json_file)


def _drawn(given: "ErrorScores", picked: "ErrorScores") -> "Table":
    from rich.table import Table

    drawing = Table("", title=f"{given.planted} planted slips, per cent")
    drawing.add_column("right table given", justify="right")
    drawing.add_column("all tables of the paper", justify="right")
    for kind, found in given.by_kind.items():
        drawing.add_row(f"recall: {kind}", f"{found:.1f}", f"{picked.by_kind[kind]:.1f}")
    drawing.add_section()
    for size, found in given.by_size.items():
        drawing.add_row(f"recall: {size} shared cells", f"{found:.1f}", f"{picked.by_size[size]:.1f}")
    drawing.add_section()
    for words, name in (
        ("recall", "recall"),
        ("recall at any severity", "recall_any_severity"),
        ("recall, mean over tables", "recall_macro_by_table"),
        ("precision", "precision"),
        ("precision of new flags", "precision_new_flags"),
        ("false alarms a matched table", "false_alarms_per_matched_table"),
        ("false alarms an unmatched table", "false_alarms_per_unmatched_table"),
    ):
        drawing.add_row(words, f"{getattr(given, name):g}", f"{getattr(picked, name):g}")
    return drawing


def _drawn_wrong(given: "WrongScores", picked: "WrongScores") -> "Table":
    from rich.table import Table

    drawing = Table("", title="copied from another metric or split, per cent")
    drawing.add_column("planted", justify="right")
    drawing.add_column("right table given", justify="right")
    drawing.add_column("all tables of the paper", justify="right")
    for kind, count in given.planted.items():
        drawing.add_row(f"recall: {kind}", str(count), f"{given.recall[kind]:.1f}", f"{picked.recall[kind]:.1f}")
    return drawing
