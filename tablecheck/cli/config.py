"""``tablecheck config``: what is chosen, and who says so."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from tablecheck.cli.exits import Exit
from tablecheck.model.errors import TablecheckError


@click.group(no_args_is_help=True)
def config() -> None:
    """Show the configuration, or its JSON schema."""


@config.command()
@click.argument("paper", type=click.Path(path_type=Path), default=".")
@click.option("--config", "config_file", type=click.Path(path_type=Path, dir_okay=False), help="Read this file.")
@click.option("--isolated", is_flag=True, help="Read no configuration.")
@click.option("--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def show(paper: Path, config_file: Path | None, isolated: bool, output_format: str) -> None:
    """Show what is chosen for PAPER, a file or a folder, and where each value comes from."""
    from tablecheck.linter.config import read_config

    try:
        chosen = read_config(paper if paper.is_dir() else paper.parent, {}, config_file, isolated=isolated)
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    if output_format == "json":
        document = {name: {"value": one.value, "origin": one.origin} for name, one in chosen.choices.items()}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    click.echo(f"# {chosen.file if chosen.file is not None else 'no configuration found'}")
    width = max(len(f"{name} = {_toml(one.value)}") for name, one in chosen.choices.items() if one.origin == "default")
    for name, one in chosen.choices.items():
        click.echo(f"{f'{name} = {_toml(one.value)}':<{width}}  # {one.origin}")


@config.command()
def schema() -> None:
    """Print the JSON schema of tablecheck.toml, for editors."""
    from importlib.resources import files

    click.echo(files("tablecheck.linter").joinpath("schema.json").read_text(encoding="utf-8"), nl=False)


def _toml(value: Any) -> str:
    """Write a value as TOML does; a table in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(name)} = {_toml(one)}" for name, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)
