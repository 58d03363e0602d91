"""How a long run says where it is, and learns that nobody wants it any more."""

from typing import Protocol


class Progress(Protocol):
    """One callable that reports a step and is the place where a run stops."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Report a step.

        Raises:
            Cancelled: the run should stop here.
        """


def silent(stage: str, done: int, total: int) -> None:
    """Report to nobody."""
