"""What a SARIF log says of the program: its name, its rules with their pages, and what its notifications mean."""

from typing import Any

from tablecheck import __version__
from tablecheck.linter.rule_names import ALL_RULES
from tablecheck.model.finding import Severity
from tablecheck.rules import Rule

SUMMARY = "summary"
NOT_LOOKED_AT = "not-looked-at"

_HOME = "https://github.com/tablecheck-dev/tablecheck"
_ON_SUMMARY = (
    "A run without findings has seen only what it compared. The rest of the numbers cite no paper, are the authors' "
    "own, or are listed as not looked at."
)
_ON_GAPS = (
    "A cited paper could not be had or read, or a part of the manuscript could not be read. Put the paper where "
    "tablecheck looks for it and run it again; with --strict the exit code tells such a run from a clean one."
)
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note", Severity.NOTE: "note"}
_INDEX = {rule.code: index for index, rule in enumerate(ALL_RULES)}


def tool() -> dict[str, Any]:
    """The ``tool`` of a run (3.18), with all rules, whether they found something or not."""
    driver = {
        "name": "tablecheck",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": _HOME,
        "rules": [_rule(rule) for rule in ALL_RULES],
        "notifications": [
            _notification(SUMMARY, "How many numbers were compared, and how many agree.", _ON_SUMMARY),
            _notification(NOT_LOOKED_AT, "Something that could not be looked at; it was not checked.", _ON_GAPS),
        ],
    }
    return {"driver": driver}


def rule_index(code: str) -> int:
    """Where a rule stands in the list; -1, which SARIF takes for "not given", for a rule of somebody else."""
    return _INDEX.get(code, -1)


def _rule(rule: Rule) -> dict[str, Any]:
    name = "".join(part.capitalize() for part in rule.name.split("-"))
    return {
        "id": rule.code,
        "name": name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": _paragraph_after_heading(rule.documentation) or rule.summary},
        "help": {"text": rule.documentation, "markdown": f"# {rule.code} {rule.name}\n\n{rule.documentation}"},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": ["citations", "tables"], "name": rule.name},
    }


def _paragraph_after_heading(documentation: str) -> str:
    """The paragraph that says why the rule matters."""
    after = documentation.partition("## Why it matters\n\n")[2]
    return " ".join(after.partition("\n\n")[0].split())


def _notification(name: str, summary: str, text: str) -> dict[str, Any]:
    texts = {"shortDescription": {"text": summary}, "fullDescription": {"text": text}}
    return {"id": name, **texts, "help": {"text": text, "markdown": text}}
