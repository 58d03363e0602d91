"""``tablecheck eval tables``: extractors on a set of PDFs whose tables are known."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.cli.bar import progress_bar
from tablecheck.cli.eval.running import development_data, draw, needs_extra, told, write_json
from tablecheck.model.errors import UsageError

if TYPE_CHECKING:
    from tablecheck.evaluation.table_scores import TableScores

_MOST_TOLD = 4  # problems of one extractor
_DATA_SETS = ("icdar2013", "pubtables1m", "htmlbbox", "pdf-parse-bench", "gtjson")


@click.command()
@click.option("--dataset", type=click.Choice(_DATA_SETS), required=True, help="The form of the data.")
@click.option("--data", type=click.Path(path_type=Path), help="Its folder, or te/DATASET below TABLECHECK_DATA.")
@click.option("--extractor", metavar="NAME", help="What reads the PDFs; tablecheck's own choice if left out.")
@click.option("--compare", metavar="A,B,C", help="Several extractors in one table, published figures beside them.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N documents.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the figures there.")
@click.option(
    "--predictions",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep what is read in this folder, and read nothing again that is there.",
)
@click.option(
    "--cluster", metavar="tcp://HOST:PORT", help="Read on the Dask cluster of this scheduler; needs --predictions."
)
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
def tables(
    dataset: str,
    data: Path | None,
    extractor: str | None,
    compare: str | None,
    limit: int | None,
    json_file: Path | None,
    predictions: Path | None,
    cluster: str | None,
    progress: bool,
) -> None:
    """Find and read the tables of a data set, and score what was read.

    Detection, structure and content are scored as by Soric et al. (arXiv 2511.16134, section 5); linked values are
    numbers under the right row label and column header.
    """
    with told():
        needs_extra()
        from tablecheck.evaluation.table_report import draw_scores, scores_as_json
        from tablecheck.evaluation.table_scores import evaluate_tables

        names = _extractors(extractor, compare)
        folder = data or development_data("te", dataset)
        if folder is None:
            raise UsageError(f"name the folder of {dataset} with --data, or the folder above it by TABLECHECK_DATA")
        if cluster is not None:
            if predictions is None:
                raise UsageError("--cluster needs --predictions, a folder where what the workers read is kept")
            for name in names:
                _read_on_cluster(dataset, folder, name, limit, predictions / name, cluster, progress=progress)
        scores = []
        started = time.time()
        for name in names:
            kept = predictions / name if predictions is not None else None
            with progress_bar(wanted=progress) as report:
                scores.append(evaluate_tables(dataset, folder, name, limit, kept, report))
        draw(draw_scores(scores))
        _tell_problems(scores)
        _tell_spending(names, started)
        write_json(scores_as_json(scores), json_file)


def _read_on_cluster(
    dataset: str, data: Path, extractor: str, limit: int | None, folder: Path, address: str, *, progress: bool
) -> None:
    """Have the workers of a cluster read what is not in the folder yet; they must see the data under the same path."""
    from tablecheck.batch.spreading import spread
    from tablecheck.evaluation.datasets import read_data_set
    from tablecheck.evaluation.predictions import prediction_file, read_sample

    samples = read_data_set(dataset, data.absolute(), limit).samples
    files = {prediction_file(folder, sample).name: sample for sample in samples}
    folder.mkdir(parents=True, exist_ok=True)
    calls = {name: (sample, extractor) for name, sample in files.items() if not (folder / name).is_file()}
    with progress_bar(wanted=progress) as report:
        for done, (name, text) in enumerate(spread(read_sample, calls, address), start=1):
            if text is None:
                raise UsageError(f"{files[name].name} ended every worker that read it; leave it out with --limit")
            (folder / name).write_text(text, encoding="utf-8")
            report("read", done, len(calls))


def _tell_spending(names: Sequence[str], since: float) -> None:
    """Say what the answers of models cost, the kept ones among them."""
    from tablecheck.backends.vision.settings import spent_by

    for name in names:
        if (spent := spent_by(name, since)) is not None:
            cost = "no price known" if spent.cost is None else f"cost {spent.cost:.4f}"
            pages = f"pages asked about now: {spent.asked}, earlier: {spent.kept}"
            click.echo(f"tablecheck: {name}, {spent.model}: {pages}; {spent.seconds:.0f} s, {cost}", err=True)


def _tell_problems(scores: "Sequence[TableScores]") -> None:
    """Say what an extractor could not read: a low figure may be the fault of what is missing around it."""
    for one in scores:
        told = sorted(one.problems.items(), key=lambda problem: -problem[1])
        for message, count in told[:_MOST_TOLD]:
            click.echo(f"tablecheck: {one.extractor}, {count} times: {message}", err=True)
        if len(told) > _MOST_TOLD:
            click.echo(f"tablecheck: {one.extractor}: {len(told) - _MOST_TOLD} other problems, see --json", err=True)


def _extractors(extractor: str | None, compare: str | None) -> list[str]:
    from tablecheck.extractors.registry import extractor_names, extractor_version

    if extractor is not None and compare is not None:
        raise UsageError("--extractor and --compare contradict each other; name all extractors after --compare")
    names = [name.strip() for name in (compare or extractor or "auto").split(",") if name.strip()]
    if not names:
        raise UsageError(f"--compare names no extractor; there are {', '.join(extractor_names())}")
    for name in names:
        try:
            extractor_version(name)
        except ImportError as error:
            message = f"the extractor {name} cannot be used: {error}; install what it needs, or leave it out"
            raise UsageError(message) from error
    return names
