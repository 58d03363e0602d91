"""The real command, as a shell would start it."""

import subprocess
import sys
from pathlib import Path

from tests.sources.fake_server.server import FakeServer

ROOT = Path(__file__).resolve().parents[2]


def environment(cache: Path, server: FakeServer | None = None, interval: float = 0.0, **more: str) -> dict[str, str]:
    """An environment that knows one cache and, where it may ask anybody, one server of our own."""
    values = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "COLUMNS": "100", "TABLECHECK_CACHE": str(cache)}
    if server is not None:
        values |= {
            "TABLECHECK_SERVICES_AT": server.base,
            "TABLECHECK_SERVICES_INTERVAL": str(interval),
            "TABLECHECK_EMAIL": "reader@lab.invalid.org",
        }
    return values | more


def run(*arguments: object, cwd: Path = ROOT, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablecheck", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=env, timeout=120, check=False)


def started(*arguments: object, env: dict[str, str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tablecheck", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
