"""What a rule is."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity

Check = Callable[[Evidence], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A check with a code and a name; the docstring of its module is its documentation.

    ``severity`` is what its findings have at most; weak evidence lowers it. ``by_table`` says that it looks at one
    table of the manuscript at a time and at nothing else of it, so that what it says of a table stays true while the
    table stays the same.
    """

    code: str
    name: str
    severity: Severity
    check: Check
    by_table: bool = False

    @property
    def documentation(self) -> str:
        """The page of the rule, in Markdown."""
        return inspect.getdoc(inspect.getmodule(self.check)) or ""

    @property
    def summary(self) -> str:
        """What the rule finds, in one sentence."""
        return self.documentation.partition("\n")[0]

    def is_called(self, name: str) -> bool:
        """Whether a name given by a user means this rule: its name, its code, or a beginning of its code."""
        wanted = name.strip()
        return wanted.lower() == self.name or (bool(wanted) and self.code.startswith(wanted.upper()))
