"""``tablecheck eval arxiveri``: which table and which cells were copied."""

import json
import time
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecheck.cli.bar import progress_bar
from tablecheck.cli.eval.running import development_data, draw, told, write_json
from tablecheck.cli.model_options import ModelOptions, estimate_words, model_options, open_embedder, open_model, taken
from tablecheck.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from tablecheck.backends.embeddings.local import Embed
    from tablecheck.evaluation.arxiveri import PairOutcome
    from tablecheck.evaluation.arxiveri_data import Pair
    from tablecheck.evaluation.arxiveri_llm import AskedCells

_PROTOCOLS = ("text", "official")
_PICKERS = ("evidence", "overlap", "embeddings")
_EMBEDDINGS = ("ada-002", "embed-english-light-v2.0", "embed-english-v2.0", "embed-multilingual-v2.0")
_FORMS = ("html", "csv", "markdown")
_PUBLISHED = (
    "published (arXiv 2306.07968), on the whole benchmark: table accuracy 43.0 by the best embeddings, "
    "41.1 by ada-002, 27.2 by overlap, 13.7 blindly; cell F1 50.3 by GPT-4"
)


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="The folder of the benchmark.")
@click.option("--protocol", type=click.Choice(_PROTOCOLS), default="text", show_default=True)
@click.option("--picker", type=click.Choice(_PICKERS), default="evidence", show_default=True)
@click.option(
    "--embedding", type=click.Choice(_EMBEDDINGS), default="ada-002", show_default=True, help="Of the picker."
)
@click.option(
    "--model", metavar="FOLDER|NAME", help="Other embeddings: a folder or package with weights, or a server's."
)
@click.option("--threshold", type=float, metavar="X", help="The least similarity with --model; see docs/models.md.")
@click.option("--normalisation", type=click.Choice(("cosine", "published")), default="cosine", show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="Of the weights in --model.")
@click.option("--weighted/--unweighted", default=True, help="Weigh embeddings by shared numbers, as the paper's best.")
@click.option(
    "--cells", type=click.Choice(("rules", "llm")), default="rules", show_default=True, help="What links cells."
)
@click.option("--form", type=click.Choice(_FORMS), default="csv", show_default=True, help="Of tables shown to the LLM.")
@click.option("--indices/--no-indices", default=True, help="Show the LLM the place of each cell.")
@click.option("--structured/--free", default=True, help="Prescribe the form of the answer, where the server can.")
@model_options
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
@click.option("--documents", type=click.Path(path_type=Path), help="Also score tables read from the papers there.")
@click.option("--extractor", metavar="NAME", help="What reads the papers of --documents.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the figures there.")
@click.option("--html", "html_file", type=click.Path(path_type=Path, dir_okay=False), help="Draw every pair there.")
def arxiveri(
    data: Path | None,
    protocol: str,
    picker: str,
    embedding: str,
    model: str | None,
    threshold: float | None,
    normalisation: Any,
    threads: int,
    weighted: bool,
    documents: Path | None,
    extractor: str | None,
    json_file: Path | None,
    html_file: Path | None,
    cells: str,
    form: Any,
    indices: bool,
    structured: bool,
    progress: bool,
    **options: Any,
) -> None:
    """Match the pairs of arXiVeri and score tables and cells by the four measures of its paper.

    --protocol says how a picked table is compared with the right one for the measures end to end; the accuracy of
    tables is given by both. With --cells llm a chat model links the cells; see docs/models.md for what it is sent,
    what it costs, and how a run that was broken off goes on.
    """
    with told():
        asking = taken(options)
        if asking.are_given and cells != "llm" and model is None:
            raise UsageError("options of a model on a server do nothing without --cells llm or --model")
        if model is not None and picker != "embeddings":
            raise UsageError("--model names embeddings; choose --picker embeddings")
        folder = arxiveri_data(data)
        started = time.perf_counter()
        embed = open_embedder(model, asking, threads) if model is not None else None
        look = {"form": form, "weighted": weighted, "normalisation": normalisation, "threshold": threshold}
        pick = partial(_picker, embed, look) if embed is not None else None
        outcomes = _predicted(folder, picker, pick, model=embedding, weighted=weighted, linked=cells == "rules")
        asked: AskedCells | None = None
        if cells == "llm":
            from tablecheck.backends.llm.cells import Way

            asked = _ask(outcomes, Way(form, indices, structured), asking, progress=progress)
            if asked is None:
                return
            outcomes = asked.outcomes
        seconds = round(time.perf_counter() - started, 2)  # without the time that reading papers takes
        result, pages = _scored(outcomes, protocol, folder, documents, extractor)
        result["seconds"] = seconds
        if embed is not None:
            result["embeddings"] = {"model": model, **look, "cost": getattr(embed, "cost", None)}
        if asked is not None:
            result["llm"] = {"form": form, "indices": indices, "structured": structured, **asked.as_json()}
        draw(_drawn(result))
        click.echo(_PUBLISHED)
        write_json(json.dumps(result, ensure_ascii=False, indent=2) + "\n", json_file)
        write_json(pages, html_file)
        if asked is not None and not asked.replies.is_complete:
            reasons = ", ".join(f"{count} {reason}" for reason, count in asked.replies.unanswered.items())
            raise UsageError(f"the figures are not those of the model: not answered were {reasons}; run it again")


def _predicted(folder: Path, picker: Any, pick: Any, **picking: Any) -> "Sequence[PairOutcome]":
    from tablecheck.evaluation.arxiveri import predict
    from tablecheck.evaluation.arxiveri_data import read_pairs

    pairs = read_pairs(folder)
    return predict(pairs, folder, picker, pick=pick(pairs) if pick is not None else None, **picking)


def _picker(embed: "Embed", look: dict[str, Any], pairs: "Sequence[Pair]") -> Any:
    from tablecheck.evaluation.arxiveri_vectors import picker_by_vectors

    return picker_by_vectors(pairs, embed, **look)


def _ask(outcomes: "Sequence[PairOutcome]", way: Any, options: ModelOptions, *, progress: bool) -> "AskedCells | None":
    """Have a chat model link the cells; ``None`` where it was only to be said what that would cost."""
    from tablecheck.evaluation.arxiveri_llm import ask_for_cells, estimate_cells

    with open_model(options) as model, progress_bar(wanted=progress) as report:
        click.echo(f"tablecheck: {estimate_words(estimate_cells(outcomes, model, way), model)}", err=True)
        return None if options.dry_run else ask_for_cells(outcomes, model, way, report)


def arxiveri_data(named: Path | None) -> Path:
    """The folder of the benchmark: the named one, the one below ``TABLECHECK_DATA``, or a fetched one.

    Raises:
        UsageError: it could not be had.
    """
    folder = named or development_data("arxiveri")
    if folder is not None:
        return folder
    from tablecheck.sources.arxiveri_set import fetch_arxiveri

    return fetch_arxiveri(lambda words: click.echo(f"tablecheck: {words}", err=True))


def _scored(
    outcomes: "Sequence[PairOutcome]", protocol: Any, data: Path, documents: Path | None, extractor: str | None
) -> tuple[dict[str, Any], str]:
    from tablecheck.evaluation.arxiveri import score
    from tablecheck.evaluation.arxiveri_baselines import random_accuracy
    from tablecheck.evaluation.arxiveri_documents import score_documents
    from tablecheck.evaluation.arxiveri_report import report_page

    if documents is None and extractor is not None:
        raise UsageError("--extractor says what reads the papers of --documents; name their folder as well")
    pairs = [outcome.pair for outcome in outcomes]
    result = score(outcomes, protocol).as_json()
    result["random_table_accuracy"] = random_accuracy(pairs, official=protocol == "official")
    if documents is not None:
        result["from_documents"] = asdict(score_documents(pairs, documents, extractor))
    return result, report_page(outcomes)


def _drawn(result: dict[str, Any]) -> "Table":
    from rich.table import Table

    drawing = Table("", title=f"arXiVeri: {result['pairs']} pairs, {result['matched_pairs']} of them matched")
    for heading in ("recall", "precision", "F1", "accuracy"):
        drawing.add_column(heading, justify="right")
    tables, cells, whole = result["tables"], result["cells"], result["end_to_end"]
    drawing.add_row("tables, compared as text", "", "", "", f"{tables['accuracy_text']:.1f}")
    drawing.add_row("tables, compared as the paper does", "", "", "", f"{tables['accuracy_official']:.1f}")
    drawing.add_row("tables, blind choice", "", "", "", f"{result['random_table_accuracy']:.1f}", style="dim")
    drawing.add_row("best table of matched pairs", "", "", "", f"{tables['right_table_among_matched']:.1f}")
    drawing.add_row("cells, right table given", *_prf(cells), "")
    drawing.add_row("cells, end to end", *_prf(whole), "")
    if "llm" in result:
        llm = result["llm"]
        cost = "no price known" if llm["cost"] is None else f"cost {llm['cost']:.4f}"
        drawing.add_row(f"cells linked by a model: {llm['questions']} questions, {cost}", "", "", "", "", style="dim")
    if "from_documents" in result:
        read = result["from_documents"]
        drawing.add_row(f"cells, tables read from papers ({read['pairs']} pairs)", *_prf(read), "")
        drawing.add_row("the same, header aside", "", "", f"{read['value_and_row_f1']:.1f}", "")
        drawing.add_row("the same, right table", "", "", "", f"{read['right_table']:.1f}")
    drawing.caption = f"per cent; {result['seconds']:.1f} s"
    return drawing


def _prf(scores: dict[str, Any]) -> tuple[str, str, str]:
    return f"{scores['recall']:.1f}", f"{scores['precision']:.1f}", f"{scores['f1']:.1f}"
