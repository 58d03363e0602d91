"""Writes the pages of the rules from their docstrings: ``make docs`` does, or ``python docs/write_rule_pages.py``."""

from pathlib import Path

from tablecheck.linter.rule_names import ALL_RULES
from tablecheck.rules import Rule

FOLDER = Path(__file__).parent / "rules"


def page(rule: Rule) -> str:
    """The page of a rule."""
    return f"# {rule.code} {rule.name}\n\n*At most: {rule.severity.label}.* {rule.documentation.strip()}\n"


def index() -> str:
    """The list of all rules."""
    rows = "\n".join(
        f"| [{rule.code}]({rule.name}.md) | `{rule.name}` | {rule.severity.label} | {rule.summary} |"
        for rule in ALL_RULES
    )
    return (
        "# Rules\n\n"
        "These pages are written from the rules themselves by `make docs`; the command\n"
        "`tablecheck explain RULE` shows the same. The severity is the highest a rule gives; weaker evidence lowers\n"
        "it.\n\n"
        f"| code | name | at most | what it finds |\n| --- | --- | --- | --- |\n{rows}\n"
    )


def pages() -> dict[str, str]:
    """All pages by file name."""
    return {"README.md": index(), **{f"{rule.name}.md": page(rule) for rule in ALL_RULES}}


def write() -> None:
    """Write all pages, and drop those of rules that are no more."""
    FOLDER.mkdir(exist_ok=True)
    wanted = pages()
    for page in FOLDER.glob("*.md"):
        if page.name not in wanted:
            page.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
