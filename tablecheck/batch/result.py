"""The result of one manuscript as it is written: the same whoever checked it."""

from typing import Any

from tablecheck.model.problem import Problem

CHECKED = "checked"
NOT_CHECKED = "not-checked"  # it is no manuscript, or its configuration cannot be obeyed
STOPPED = "stopped"  # it took longer than it may
CRASHED = "crashed"  # its process ended: out of memory, or a bug of ours


def result_of(name: str, status: str, manuscripts: list[Any], problems: list[Problem]) -> dict[str, Any]:
    """The result of a submission as it is written."""
    return {
        "schema_version": 1,
        "name": name,
        "status": status,
        "problems": [{"stage": one.stage, "message": one.message, "path": one.path} for one in problems],
        "manuscripts": manuscripts,
    }
