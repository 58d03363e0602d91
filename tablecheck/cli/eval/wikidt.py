"""``tablecheck eval wikidt``: tables on pictures of web pages."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecheck.cli.bar import progress_bar
from tablecheck.cli.eval.running import development_data, draw, told, write_json
from tablecheck.model.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

_TASKS = ("retrieval", "detection", "structure")


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="The folder WikiDT-dataset.")
@click.option("--task", type=click.Choice(_TASKS), default="retrieval", show_default=True)
@click.option("--split", type=click.Choice(("train", "val", "test")), default="val", show_default=True)
@click.option("--wanted", type=click.Choice(("table", "question")), help="What is sought; table if left out.")
@click.option("--reader", type=click.Choice(("web", "textract")), help="Whose tables there are to choose from.")
@click.option(
    "--predictions",
    type=click.Path(path_type=Path, file_okay=False),
    help="Boxes to score, in the form of the annotations with a <score> each.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N questions.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the figures there.")
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
def wikidt(
    data: Path | None,
    task: Any,
    split: str,
    wanted: Any,
    reader: Any,
    predictions: Path | None,
    limit: int | None,
    json_file: Path | None,
    progress: bool,
) -> None:
    """Pick the table of a page that is meant, by how much of it is recalled; or score boxes on pictures of pages.

    No extractor here reads pictures without text, so that boxes come from elsewhere, by --predictions.
    """
    with told():
        folder = data or development_data("wikidt")
        if folder is None:
            raise UsageError("name the folder WikiDT-dataset with --data, or call it wikidt below TABLECHECK_DATA")
        if task == "retrieval":
            if predictions is not None:
                raise UsageError("--predictions is for --task detection and structure")
            from tablecheck.evaluation.wikidt.retrieval import evaluate_retrieval

            wanted = wanted or "table"
            reader = reader or ("textract" if wanted == "table" else "web")
            if (wanted, reader) == ("table", "web"):
                raise UsageError("the annotated table is one of the tables of the web: seek it by --wanted question")
            with progress_bar(wanted=progress) as report:
                result = evaluate_retrieval(folder, split, wanted, reader, limit, report).as_json()
        else:
            if wanted or reader or limit:
                raise UsageError("--wanted, --reader and --limit are for --task retrieval")
            result = _boxes(folder, task, split, predictions)
        draw(_drawn(f"WikiDT, {task}, {split}", result))
        write_json(json.dumps(result, ensure_ascii=False, indent=2) + "\n", json_file)


def _boxes(data: Path, task: str, split: str, predictions: Path | None) -> dict[str, Any]:
    from tablecheck.evaluation.wikidt.boxes import score_boxes
    from tablecheck.evaluation.wikidt.layout import read_boxes

    if predictions is None:
        raise UsageError(f"--task {task} scores boxes; name the folder that holds them with --predictions")
    known = dict(read_boxes(data / "WikiTableExtraction" / task / split))
    return score_boxes(known, dict(read_boxes(predictions))).as_json()


def _drawn(title: str, result: dict[str, Any]) -> "Table":
    from rich.table import Table

    drawing = Table("", title=title)
    drawing.add_column("", justify="right")
    for name, value in result.items():
        if isinstance(value, dict):
            for part, figure in value.items():
                drawing.add_row(f"map of {part}", f"{figure:g}")
        else:
            drawing.add_row(name.replace("_", " "), f"{value:g}" if isinstance(value, int | float) else value)
    return drawing
