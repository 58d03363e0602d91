"""Has a model judge findings, where the command line or the configuration asks for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from tablecheck.cli.asked import Asked
from tablecheck.cli.model_options import ModelOptions, estimate_words, open_model
from tablecheck.model.progress import Progress
from tablecheck.model.report import Report

if TYPE_CHECKING:
    from tablecheck.linter.config import Config

Judge = Callable[[Report, Progress], Report]


def judge_of(config: "Config", asked: Asked) -> Judge | None:
    """What judges a report, ``None`` where nobody asks for that or nothing may be sent.

    Raises:
        UsageError: no model or key is named, or a budget has no price.
    """
    if not config.value("adjudicate") or asked.offline:
        return None
    from tablecheck.linter.adjudication import Band, adjudicated, questions_about

    options = ModelOptions(
        llm=config.value("llm") or None,
        base_url=asked.base_url,
        budget=config.value("llm-budget"),
        price_in=config.value("llm-price-in"),
        price_out=config.value("llm-price-out"),
    )
    band = Band(*config.value("adjudicate-between"))
    with open_model(options):
        pass  # what is missing is said before anything is read

    def judge(report: Report, progress: Progress) -> Report:
        questions = [question for _, question in questions_about(report, band)]
        if not questions:
            return report
        with open_model(options) as model:
            if not asked.quiet:
                click.echo(f"tablecheck: {estimate_words(model.estimate(questions), model)}", err=True)
            return adjudicated(report, model, band, progress)

    return judge
