"""The exit codes, as ``tablecheck --help`` documents them."""

from enum import IntEnum


class Exit(IntEnum):
    """What the shell is told."""

    CLEAN = 0
    FINDINGS = 1
    COULD_NOT_RUN = 2
    COULD_NOT_CHECK = 3  # check: only with --strict, and only when nothing was found; fetch: not all could be had
    STOPPED = 130  # by Ctrl-C, as shells count it
