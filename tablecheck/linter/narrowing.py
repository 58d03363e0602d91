"""Leaves out what the configuration says for single files and tables."""

import posixpath
from collections.abc import Iterable
from fnmatch import fnmatchcase

from tablecheck.linter.rule_names import speaks
from tablecheck.linter.settings import Narrowing, Settings
from tablecheck.model.finding import Finding


def narrowed(findings: Iterable[Finding], settings: Settings) -> tuple[Finding, ...]:
    """The findings that no setting for their file or table leaves out."""
    return tuple(
        finding for finding in findings if all(_lets_pass(one, finding) for one in _narrowings(finding, settings))
    )


def is_named(path: str, pattern: str) -> bool:
    """Whether a pattern names a path; one without a slash names it by its last part, or a folder by any part."""
    pattern = pattern.replace("\\", "/").removeprefix("./").rstrip("/")
    parts = path.split("/")
    if "/" not in pattern:
        return any(fnmatchcase(part, pattern) for part in parts)
    heads = ("/".join(parts[:count]) for count in range(1, len(parts) + 1))
    return any(fnmatchcase(head, pattern) for head in heads)


def _narrowings(finding: Finding, settings: Settings) -> Iterable[Narrowing]:
    path = posixpath.normpath(posixpath.join(settings.folder, finding.place.path))
    yield from (one for one in settings.per_file if is_named(path, one.of))
    yield from (one for one in settings.per_table if one.of == finding.table)


def _lets_pass(one: Narrowing, finding: Finding) -> bool:
    return finding.severity >= one.floor and speaks(finding.rule, finding.name, one.select, one.ignore)
