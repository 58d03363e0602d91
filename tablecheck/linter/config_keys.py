"""The keys of a configuration: what each means, what it may hold, and what it is where nobody says."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablecheck.linter.rule_names import rule_problem
from tablecheck.model.finding import Severity

LEVELS = tuple(severity.label for severity in Severity)
NEVER = "never"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a key may hold: its JSON schema, and a check that says what is wrong, or nothing."""

    schema: Mapping[str, Any]
    wrong: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the configuration."""

    name: str
    kind: Kind
    default: Any
    help: str


def _wrong_strings(value: Any) -> str:
    is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return "" if is_list else "write a list of strings"


def _wrong_rules(value: Any) -> str:
    return _wrong_strings(value) or next((problem for one in value if (problem := rule_problem(one))), "")


def _wrong_string(value: Any) -> str:
    return "" if isinstance(value, str) and value else "write a string"


def _wrong_switch(value: Any) -> str:
    return "" if isinstance(value, bool) else "write true or false"


def _wrong_seconds(value: Any) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return "" if is_number and 0 < value <= 86400 else "write a number of seconds above 0"


def _wrong_amount(value: Any) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return "" if is_number and 0 <= value < 1e9 else "write a number, 0 or above"


def _wrong_band(value: Any) -> str:
    is_pair = isinstance(value, list) and len(value) == 2 and not any(_wrong_amount(one) for one in value)
    return "" if is_pair and value[0] < value[1] <= 1 else "write two numbers from 0 to 1, the lower one first"


def _one_of(names: Iterable[str]) -> Kind:
    known = tuple(names)
    return Kind({"enum": list(known)}, lambda value: "" if value in known else f"write one of {', '.join(known)}")


_STRINGS = Kind({"type": "array", "items": {"type": "string"}}, _wrong_strings)
_RULES = Kind({"type": "array", "items": {"$ref": "#/$defs/rule"}}, _wrong_rules)
_STRING = Kind({"type": "string", "minLength": 1}, _wrong_string)
_SWITCH = Kind({"type": "boolean"}, _wrong_switch)
_SECONDS = Kind({"type": "number", "exclusiveMinimum": 0, "maximum": 86400}, _wrong_seconds)
_AMOUNT = Kind({"type": "number", "minimum": 0, "exclusiveMaximum": 1_000_000_000}, _wrong_amount)
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
_BAND = Kind({"type": "array", "items": _SHARE, "minItems": 2, "maxItems": 2}, _wrong_band)
_LEVEL = _one_of(LEVELS)

NARROWING: tuple[Key, ...] = (
    Key("select", _RULES, [], "Only these rules speak here."),
    Key("ignore", _RULES, [], "These rules are silent here."),
    Key("severity", _LEVEL, "note", "Findings below this severity are left out here."),
)
"""The keys of a table under ``per-file`` or ``per-table``; they only ever leave findings out."""


def _wrong_narrowings(value: Any) -> str:
    if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
        return "write a table for each name"
    return next((problem for one in value.values() if (problem := problem_of(one, NARROWING))), "")


_NARROWINGS = Kind({"type": "object", "additionalProperties": {"$ref": "#/$defs/narrowing"}}, _wrong_narrowings)

KEYS: tuple[Key, ...] = (
    Key("root", _STRINGS, [], "The main files, where a folder or a part is named; relative to this file."),
    Key("exclude", _STRINGS, [], "Folders and files in which no main file is looked for, as patterns."),
    Key("papers", _STRINGS, [], "Folders with documents of cited papers, or KEY=FILE; relative to this file."),
    Key("lock-file", _STRING, "", "The lock file, where it is not tablecheck.lock beside the main file."),
    Key("baseline", _STRING, "", "The file with accepted findings; relative to this file."),
    Key("select", _RULES, [], "Only these rules: codes, beginnings of codes, names, or ALL."),
    Key("extend-select", _RULES, [], "These rules too; of two names that fit a rule the more exact wins."),
    Key("ignore", _RULES, [], "Leave these rules out."),
    Key("severity", _LEVEL, "warning", "Findings below this severity are counted and not shown."),
    Key("fail-on", _one_of((*LEVELS, NEVER)), "warning", "The lowest severity that ends the run with 1."),
    Key("strict", _SWITCH, False, "End with 3 when something could not be checked."),
    Key("unsafe-fixes", _SWITCH, False, "Let --fix apply fixes that somebody should look at, too."),
    Key("seconds-a-paper", _SECONDS, 120, "How long the reading of one cited document may take."),
    Key("adjudicate", _SWITCH, False, "Have the chat model of llm judge findings of middling confidence."),
    Key("adjudicate-between", _BAND, [0.5, 0.98], "The confidences that are judged: from the first, below the second."),
    Key("llm", _STRING, "", "The chat model that is asked; its server and key come from the environment alone."),
    Key("llm-budget", _AMOUNT, None, "What judging one manuscript may cost; it needs prices."),
    Key("llm-price-in", _AMOUNT, None, "What a million tokens sent to the model cost."),
    Key("llm-price-out", _AMOUNT, None, "What a million tokens received from it cost."),
    Key("per-file", _NARROWINGS, {}, "Settings for the files that a pattern names."),
    Key("per-table", _NARROWINGS, {}, "Settings for the table of a label."),
)
"""All keys, in the order in which they are shown."""


def problem_of(values: Mapping[str, Any], keys: Iterable[Key]) -> str:
    """Say what is wrong with a table of a configuration file; empty where nothing is."""
    known = {key.name: key for key in keys}
    for name, value in values.items():
        if name not in known:
            near = difflib.get_close_matches(name.replace("_", "-"), known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            return f"there is no key {name}; {hint}"
        if wrong := known[name].kind.wrong(value):
            return f"{name}: {wrong}"
    return ""
