"""Options of the whole test suite."""

import os
import tempfile

import pytest

# What somebody has fetched on this machine must not change what a test sees.
_CACHE = tempfile.TemporaryDirectory(prefix="tablecheck-tests-")
os.environ["TABLECHECK_CACHE"] = _CACHE.name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-expected",
        action="store_true",
        help="write what the program prints today into the golden files; read the diff before committing it",
    )


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Name cases of bytes by their argument: an archive holds the time of day, and all workers must see one name."""
    return argname if isinstance(val, bytes) else None
