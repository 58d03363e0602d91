"""``tablecheck explain``: the page of a rule."""

import difflib
import sys

import click

from tablecheck.cli.exits import Exit


@click.command()
@click.argument("rule", required=False)
def explain(rule: str | None) -> None:
    """Explain RULE, named by its code or name; without one, list the rules."""
    from rich.console import Console
    from rich.markdown import Markdown

    from tablecheck.linter.rule_names import ALL_RULES

    console = Console(highlight=False)
    if rule is None:
        for known in ALL_RULES:
            console.print(f"{known.code}  {known.name}")
        return
    wanted = rule.strip().lower()
    for known in ALL_RULES:
        if wanted in {known.code.lower(), known.name}:
            console.print(Markdown(f"# {known.code} {known.name}\n\n{known.documentation}"))
            return
    names = [name for known in ALL_RULES for name in (known.code.lower(), known.name)]
    near = difflib.get_close_matches(wanted, names, n=1)
    hint = f"; did you mean {near[0]}?" if near else "; run `tablecheck explain` for the list"
    click.echo(f"tablecheck: there is no rule {rule}{hint}", err=True)
    sys.exit(Exit.COULD_NOT_RUN)
