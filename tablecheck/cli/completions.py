"""``tablecheck completions``: what a shell needs to complete options and names."""

import click

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completions(shell: str) -> None:
    """Print the completions for SHELL.

    \b
    bash   eval "$(tablecheck completions bash)"           in ~/.bashrc
    zsh    eval "$(tablecheck completions zsh)"            in ~/.zshrc, after compinit
    fish   tablecheck completions fish | source            in ~/.config/fish/config.fish
    """
    from click.shell_completion import get_completion_class

    from tablecheck.cli.main import main

    completion = get_completion_class(shell)
    assert completion is not None  # noqa: S101 - click knows all three
    click.echo(completion(main, {}, "tablecheck", "_TABLECHECK_COMPLETE").source())
