"""What is said to models, one file a task; ``$names`` are filled in."""

from functools import cache
from importlib import resources
from string import Template


def prompt(name: str, **words: str) -> str:
    """Fill in the prompt of a name."""
    return _template(name).substitute(words)


@cache
def _template(name: str) -> Template:
    return Template(resources.files(__package__).joinpath(f"{name}.txt").read_text("utf-8").strip())
