"""The program as users have it: its wheel, installed in an empty environment that the whole run shares."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[1]


def is_required() -> bool:
    """Whether what cannot be installed is a failure, and not a reason to skip."""
    return bool(os.environ.get("TABLECHECK_REQUIRE_CHECKERS"))


@dataclass(frozen=True, slots=True)
class Installed:
    """Where the wheel is, and the environment it was installed in."""

    wheel: Path
    environment: Path

    @property
    def programs(self) -> Path:
        """The folder of the ``tablecheck`` and ``python`` commands."""
        return self.environment / "bin"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Build the wheel and install it, once for all processes of the run; skip loudly where there is no index."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "installed"
    with FileLock(f"{shared}.lock"):
        if not (shared / "ready").exists():
            shared.mkdir()
            (shared / "ready").write_text(_install(shared), "utf-8")
    said = (shared / "ready").read_text("utf-8")
    if said and not is_required():
        pytest.skip(f"LOUD SKIP: the wheel cannot be installed here: {said}")
    assert not said, said
    return Installed(next((shared / "dist").glob("*.whl")), shared / "env")


def _install(shared: Path) -> str:
    """Give an empty text, or why it did not work."""
    commands = (
        [sys.executable, "-m", "build", "--quiet", "--wheel", "--no-isolation", "--outdir", shared / "dist", ROOT],
        [sys.executable, "-m", "venv", shared / "env"],
        ["bash", "-c", f"{shared}/env/bin/python -m pip install --quiet --disable-pip-version-check "
                       f"--constraint {ROOT}/constraints.txt {shared}/dist/*.whl"],
    )  # fmt: skip
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, cwd=shared, timeout=600, check=False)
        if done.returncode:
            return f"{command[0]} ended with {done.returncode}: {done.stderr[-500:]}"
    return ""
