"""The exceptions of the program, drawn as one tree.

::

    TablecheckError          misuse or the edge of the program; its text says what, where and what to do
    ├── UsageError           the command cannot be run as it was written
    ├── UnreadableError      a file was named that cannot be opened at all
    ├── StoreError           the store of fetched documents cannot be read or written
    ├── LockError            the lock file cannot be used
    ├── NetworkError         a service or host did not give what was asked for; never leaves sources
    ├── ModelError           a model that the user named gave no answer
    └── Cancelled            somebody asked the run to stop; not a failure

Reading a damaged document is not an exception: it gives a ``Problem`` beside what was understood.
"""


class TablecheckError(Exception):
    """The root of the tree."""


class UsageError(TablecheckError):
    """The command cannot be run as it was written."""


class UnreadableError(TablecheckError):
    """A file that was named cannot be opened at all."""


class StoreError(TablecheckError):
    """The store of fetched documents cannot be read or written."""


class LockError(TablecheckError):
    """The lock file cannot be read or written, or is not what it should be."""


class NetworkError(TablecheckError):
    """A service or host did not give what was asked for."""


class ModelError(TablecheckError):
    """A model that the user named gave no answer."""


class Cancelled(TablecheckError):  # noqa: N818 - it is a signal, not an error
    """The run was asked to stop; it is not a failure."""
