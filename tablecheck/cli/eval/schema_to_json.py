"""``tablecheck eval schema-to-json``: cells of tables as records."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecheck.cli.eval.running import development_data, draw, told, write_json
from tablecheck.cli.model_options import estimate_words, model_options, open_model, taken
from tablecheck.model.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from tablecheck.backends.llm.model import Model, Question
    from tablecheck.evaluation.records.asking import Ask
    from tablecheck.evaluation.records.evaluate import RecordScores

_DATA_SETS = ("mltables", "chemtables", "discomat", "swde")
_PUBLISHED = (
    "published (arXiv 2305.14336): from 74.2 to 96.1 over the four data sets, by prompted language models, "
    "on the test splits"
)
_MOST_TOLD = 12  # kinds of mistakes


@click.command("schema-to-json")
@click.option("--dataset", type=click.Choice(_DATA_SETS), required=True, help="Which part of the benchmark.")
@click.option("--data", type=click.Path(path_type=Path), help="Its folder, with dev.json in it, or the folder above.")
@click.option("--split", default="dev", show_default=True, metavar="NAME", help="The file that is read.")
@click.option("--backend", type=click.Choice(("rules", "llm")), default="rules", show_default=True)
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=0.25, show_default=True, help="F1 of words for a right value."
)
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the figures there.")
@model_options
def schema_to_json(
    dataset: Any,
    data: Path | None,
    split: str,
    backend: str,
    threshold: float,
    json_file: Path | None,
    **options: Any,
) -> None:
    """Write the cells of Schema-to-JSON's tables as records, score them, and say what goes wrong.

    Bai et al. (arXiv 2305.14336). The rules are those that matching uses; --backend llm asks a chat model that you
    name, by OpenAI's protocol.
    """
    with told():
        from tablecheck.evaluation.records.evaluate import evaluate_records

        asking = taken(options)
        if backend == "rules" and asking.are_given:
            raise UsageError("a chat model is asked by --backend llm only; leave its options out, or add that one")
        folder = _folder(data, dataset)
        with open_model(asking) if backend == "llm" else nullcontext() as model:
            if model is not None and asking.dry_run:
                questions = _questions(dataset, folder, split)
                click.echo(estimate_words(model.estimate(questions), model))
                return
            scores = evaluate_records(dataset, folder, split, _asker(model) if model is not None else None, threshold)
            spent = {"spent": model.spent.as_json()} if model is not None else {}
        draw(*_drawn(scores))
        click.echo(_PUBLISHED)
        if spent:
            click.echo(f"tablecheck: {json.dumps(spent)}", err=True)
        write_json(json.dumps({**scores.as_json(), **spent}, ensure_ascii=False, indent=2) + "\n", json_file)


def _folder(named: Path | None, dataset: str) -> Path:
    folder = named or development_data("schema-to-json")
    if folder is None:
        raise UsageError(f"name the folder of {dataset} with --data, or the folder above it by TABLECHECK_DATA")
    return folder / dataset if (folder / dataset).is_dir() else folder


def _asker(model: "Model") -> "Ask":
    from tablecheck.backends.failure import AskingError

    def ask(questions: Sequence[str]) -> list[str | None]:
        outcomes = model.ask_all([_question(text) for text in questions])
        failures = [one for one in outcomes if isinstance(one, AskingError)]
        if failures:
            message = f"{len(failures)} of {len(outcomes)} questions have no answer, the first: {failures[0]}"
            click.echo(f"tablecheck: {message}", err=True)
        return [None if isinstance(one, AskingError) else one.text for one in outcomes]

    return ask


def _questions(dataset: Any, folder: Path, split: str) -> "list[Question]":
    """Write all questions of a run, and put none."""
    from tablecheck.evaluation.records.evaluate import evaluate_records

    questions: list[Question] = []

    def collect(texts: Sequence[str]) -> list[str | None]:
        questions.extend(map(_question, texts))
        return [None] * len(texts)

    evaluate_records(dataset, folder, split, collect)
    return questions


def _question(text: str) -> "Question":
    from tablecheck.backends.llm.model import Question

    return Question([{"role": "user", "content": text}])


def _drawn(scores: "RecordScores") -> "list[Table]":
    from rich.table import Table

    unit = "kinds of page" if scores.dataset == "swde" else "tables"
    title = f"{scores.dataset}, {scores.split}, {scores.backend}: {scores.cells} records of {scores.parts} {unit}"
    if scores.dataset == "swde":
        title = f"swde, {scores.split}, {scores.backend}: {scores.cells} values of {scores.parts} pages"
    figures = Table("", title=title, caption=f"per cent; {scores.seconds:.1f} s")
    figures.add_column("", justify="right")
    rows = [(scores.measure, scores.f1), ("precision", scores.precision), ("recall", scores.recall)]
    rows += [("the same words only", scores.exact)]
    rows += [(f"from an F1 of words of {at}", value) for at, value in (scores.by_threshold or {}).items()]
    for name, value in rows:
        if value is not None:
            figures.add_row(name, f"{value:.1f}")
    drawings = [figures]
    if scores.by_attribute:
        by_attribute = Table("attribute", title="values, over all tables")
        for heading in ("right", "wrong", "missed", "F1"):
            by_attribute.add_column(heading, justify="right")
        for name, one in scores.by_attribute.items():
            by_attribute.add_row(name, str(one.right), str(one.wrong), str(one.missed), f"{100 * one.f1:.1f}")
        drawings.append(by_attribute)
    if scores.mistakes:
        wrong = Table("attribute", "what goes wrong", title="mistakes, and the first of each kind")
        wrong.add_column("times", justify="right")
        for heading in ("table", "number", "right is", "given"):
            wrong.add_column(heading)
        for mistake in scores.mistakes[:_MOST_TOLD]:
            case = (mistake.table, mistake.cell, mistake.known, mistake.given)
            wrong.add_row(mistake.attribute, mistake.what, str(mistake.count), *case)
        drawings.append(wrong)
    return drawings
