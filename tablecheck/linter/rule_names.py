"""How users name rules: by code, by the beginning of a code, by name, or ALL; the more exact of two wins."""

import difflib
from collections.abc import Iterable

from tablecheck.linter.comments import COMMENT_RULES
from tablecheck.rules import RULES, Rule

ALL_RULES: tuple[Rule, ...] = (*RULES, *COMMENT_RULES)
"""The rules about numbers, and those about the author's own marks."""

_EVERY = "ALL"
_WHOLE_NAME = 100  # longer than any code


def rule_problem(name: str) -> str:
    """Say that no rule is called so, and which are near; empty where one is."""
    if exactness_of_any(name):
        return ""
    known = [*(rule.code for rule in ALL_RULES), *(rule.name for rule in ALL_RULES)]
    wanted = name.strip()
    near = difflib.get_close_matches(wanted.lower(), known, n=1) or difflib.get_close_matches(
        wanted.upper(), known, n=1
    )
    hint = f"did you mean {near[0]}?" if near else "`tablecheck explain` lists them"
    return f"no rule is called {wanted or 'nothing'}; {hint}"


def exactness_of_any(name: str) -> int:
    """How exactly a name fits the rule it fits best; 0 for none."""
    return max(exactness(name, rule.code, rule.name) for rule in ALL_RULES)


def exactness(name: str, code: str, rule_name: str) -> int:
    """How exactly a name fits a rule: 0 not at all, 1 as one of all, more for a longer part of its code."""
    wanted = name.strip()
    if wanted.upper() == _EVERY:
        return 1
    if wanted.lower() == rule_name or wanted.upper() == code:
        return _WHOLE_NAME
    return 1 + len(wanted) if wanted and code.startswith(wanted.upper()) else 0


def best(names: Iterable[str], code: str, rule_name: str) -> int:
    """How exactly the best of several names fits a rule; 0 where none does."""
    return max((exactness(name, code, rule_name) for name in names), default=0)


def speaks(
    code: str, rule_name: str, select: tuple[str, ...], ignore: tuple[str, ...], extend: tuple[str, ...] = ()
) -> bool:
    """Whether a rule is chosen: named more exactly by what selects than by what ignores.

    An empty ``select`` means all rules. Of two names equally exact, ``ignore`` wins.
    """
    chosen = max(best(select, code, rule_name) if select else 1, best(extend, code, rule_name))
    return chosen > best(ignore, code, rule_name)
