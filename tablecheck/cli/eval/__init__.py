"""``tablecheck eval``: the benchmarks, one file each."""

import importlib

import click

_BENCHMARKS = {
    "tables": "How well tables are found and read in PDFs (Soric et al., arXiv 2511.16134).",
    "arxiveri": "How well copied tables and cells are found (Shin et al., arXiv 2306.07968).",
    "errors": "How many planted slips are found, and how many clean numbers are accused.",
    "schema-to-json": "How well cells are written as records (Bai et al., arXiv 2305.14336).",
    "compare": "The baselines of arXiVeri, ours, and runs of yours with a model, in one table.",
    "wikidt": "How well the table that is meant is picked among those of a web page, and boxes on its picture.",
    "build-tables": "Make a set for `eval tables` out of LaTeX sources.",
}


class _Benchmarks(click.Group):
    """Loads each benchmark when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_BENCHMARKS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _BENCHMARKS:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(importlib.import_module(f"tablecheck.cli.eval.{name}"), name)
        assert isinstance(command, click.Command)  # noqa: S101 - a slip here is a bug, not a user's
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Benchmarks"):
            formatter.write_dl(list(_BENCHMARKS.items()))


@click.command("eval", cls=_Benchmarks, no_args_is_help=True)
def eval() -> None:
    """Measure tablecheck on data whose right answers are known.

    Needs the extra `eval`: pip install 'tablecheck[eval]'. What the figures mean: docs/evaluation.md.
    """
