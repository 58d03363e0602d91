"""Time tablecheck beside what it is compared with, and write the page of results.

    python -m benchmarks [--rounds N] [--only beside growth memory editor batch] [--write]

Ratios of what ran in turn hold where the machine is busy; the times do not. ``--write`` renews the sections that were
run in BENCHMARKS.md and leaves the others. ``batch`` takes minutes and runs only where it is named.
"""

import argparse
import importlib
import platform
import re
from datetime import datetime
from pathlib import Path

from tablecheck import __version__

PAGE = Path(__file__).resolve().parents[1] / "BENCHMARKS.md"
_TITLES = {
    "beside": "Beside others",
    "growth": "How it grows",
    "memory": "Memory",
    "editor": "In an editor",
    "batch": "Batches",
}
_MODULES = {"editor": "in_editor"}
_SLOW = {"batch"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=_TITLES, default=[name for name in _TITLES if name not in _SLOW])
    parser.add_argument("--write", action="store_true", help="renew these sections of BENCHMARKS.md")
    asked = parser.parse_args()
    for name in asked.only:
        text = importlib.import_module(f"benchmarks.{_MODULES.get(name, name)}").section(asked.rounds)
        print(f"## {_TITLES[name]}\n\n{text}\n", flush=True)
        if asked.write:
            write(name, text)


def write(name: str, text: str) -> None:
    """Put a section in its place on the page."""
    page = PAGE.read_text(encoding="utf-8")
    measured = f"Measured on {datetime.now().astimezone():%Y-%m-%d} with tablecheck {__version__} on {machine()}."
    section = f"<!-- {name} -->\n## {_TITLES[name]}\n\n{measured}\n\n{text.strip()}\n<!-- end of {name} -->"
    pattern = re.compile(f"<!-- {name} -->.*?<!-- end of {name} -->", re.DOTALL)
    PAGE.write_text(pattern.sub(lambda _: section, page, count=1), encoding="utf-8")


def machine() -> str:
    """The kind of machine, without its name."""
    import os

    return f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}"


if __name__ == "__main__":
    main()
