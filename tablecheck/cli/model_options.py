"""The options of commands that ask a chat model, and what is opened by them."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tablecheck.backends.embeddings.local import Embed
    from tablecheck.backends.embeddings.remote import RemoteEmbedder
    from tablecheck.backends.llm.model import Estimate, Model

_Command = Callable[..., Any]

_OPTIONS = (
    click.option("--llm", metavar="NAME", help="The chat model; else what TABLECHECK_MODEL names."),
    click.option("--base-url", metavar="URL", help="Its server; else OPENAI_BASE_URL, else OpenAI's own."),
    click.option("--temperature", type=click.FloatRange(0.0, 2.0), help="Of the model; 0 if left out."),
    click.option("--most-output", type=click.IntRange(min=1), metavar="N", help="Tokens of an answer at most."),
    click.option("--price-in", type=float, metavar="X", help="What a million tokens sent cost."),
    click.option("--price-out", type=float, metavar="X", help="What a million tokens received cost."),
    click.option("--budget", type=click.FloatRange(min=0.0), metavar="X", help="Never ask what might cost more."),
    click.option("--concurrency", type=click.IntRange(1, 64), metavar="N", help="Questions asked at a time; 4."),
    click.option("--stream/--no-stream", default=None, help="Have answers sent in pieces, for slow servers."),
    click.option("--dry-run", is_flag=True, help="Say what asking would cost, and ask nothing."),
)


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """What the command line says about the chat model; ``None`` where it does not."""

    llm: str | None = None
    base_url: str | None = None
    temperature: float | None = None
    most_output: int | None = None
    price_in: float | None = None
    price_out: float | None = None
    budget: float | None = None
    concurrency: int | None = None
    stream: bool | None = None
    dry_run: bool = False

    @property
    def are_given(self) -> bool:
        """Whether any of the options is used."""
        return self != ModelOptions()


def model_options(command: _Command) -> _Command:
    """Give a command the options; it takes them as ``**options`` for ``taken``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def taken(options: dict[str, Any]) -> ModelOptions:
    """Take the options of a model out of those of a command."""
    return ModelOptions(**{one.name: options.pop(one.name) for one in fields(ModelOptions)})


def open_embedder(named: str, options: ModelOptions, threads: int = 1) -> "Embed":
    """What turns texts into vectors: weights in a folder or a package of that name, else a model of a server.

    Raises:
        UsageError: it cannot be told what is meant, or what it needs is not installed.
    """
    from tablecheck.backends.answers import Answers, answers_folder
    from tablecheck.backends.embeddings.local import embed_locally, model_folder
    from tablecheck.backends.embeddings.remote import RemoteEmbedder
    from tablecheck.backends.llm.server import server_of
    from tablecheck.backends.prices import prices_of

    folder = model_folder(named)
    if folder is not None:
        return embed_locally(folder, threads)
    server = server_of(named, options.base_url)
    prices = prices_of(server.base_url, server.model, options.price_in, options.price_out)
    embedder = RemoteEmbedder(server, Answers(answers_folder()), prices, options.budget)
    return _ToldFirst(embedder, options.dry_run)


class _ToldFirst:
    """Says what embedding will cost before a server is asked, and ends a dry run there."""

    def __init__(self, embedder: "RemoteEmbedder", dry_run: bool) -> None:
        self._embedder = embedder
        self._dry_run = dry_run

    @property
    def cost(self) -> float | None:
        """What the texts have cost; ``None`` where no price is known."""
        return self._embedder.cost

    def __call__(self, texts: "Sequence[str]") -> Any:
        from tablecheck.backends.llm.tokens import tokens_of

        server, prices = self._embedder.server, self._embedder.prices
        missing = self._embedder.missing(texts)
        tokens = tokens_of([{"content": text} for text in missing], server.model)
        how = "counted" if tokens.is_counted else "estimated"
        cost = f"about {prices.cost(tokens.likely, 0):.4f} ({prices.origin})" if prices else "no price is known"
        words = f"{len(missing)} texts to {server.model} at {server.host}: {tokens.likely} tokens ({how}); {cost}"
        click.echo(f"tablecheck: {words}", err=True)
        if self._dry_run:
            raise click.exceptions.Exit(0)
        return self._embedder(texts)


def open_model(options: ModelOptions) -> "Model":
    """Open the model that is meant; answers are kept in the cache. To be closed by ``with``.

    Raises:
        UsageError: it cannot be told what is meant, or a budget has no price.
    """
    from tablecheck.backends.answers import Answers, answers_folder
    from tablecheck.backends.llm.model import Model
    from tablecheck.backends.llm.server import server_of
    from tablecheck.backends.prices import prices_of

    server = server_of(options.llm, options.base_url)
    chosen = {name: getattr(options, name) for name in ("temperature", "most_output", "concurrency", "stream")}
    server = replace(server, **{name: value for name, value in chosen.items() if value is not None})
    prices = prices_of(server.base_url, server.model, options.price_in, options.price_out)
    return Model(server, Answers(answers_folder()), prices, options.budget)


def estimate_words(estimate: "Estimate", model: "Model") -> str:
    """Say what asking would take, for a person who decides whether to."""
    count = f"{estimate.questions} questions to {model.server.model} at {model.server.host}"
    kept = f", {estimate.kept} more are answered already" if estimate.kept else ""
    how = "counted" if estimate.tokens_are_counted else "estimated: a third of the bytes"
    tokens = f"{estimate.tokens_in} tokens in ({how}), at most {estimate.most_tokens_out} out"
    if estimate.cost is None or model.prices is None:
        return f"{count}{kept}: {tokens}; no price is known, give --price-in and --price-out"
    cost = f"about {estimate.cost:.4f}, at most {estimate.most_cost:.4f} ({model.prices.origin})"
    return f"{count}{kept}: {tokens}; {cost}"
