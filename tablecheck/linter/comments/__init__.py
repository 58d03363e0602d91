"""The author's marks in the manuscript that accept findings, and the rules about them."""

from tablecheck.linter.comments import changed_ignore, invalid_ignore, unused_ignore
from tablecheck.rules import Rule

COMMENT_RULES: tuple[Rule, ...] = (unused_ignore.RULE, invalid_ignore.RULE, changed_ignore.RULE)
"""The rules that speak after all others, in the order of their codes."""
