"""A manuscript of somebody's own, in a repository of its own."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples"

GIT = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "An Author",
    "GIT_AUTHOR_EMAIL": "author@example.org",
    "GIT_COMMITTER_NAME": "An Author",
    "GIT_COMMITTER_EMAIL": "author@example.org",
}


def example(folder: Path, *, with_papers: bool = True) -> Path:
    """Copy the example, with the cited papers or with its lock alone."""
    left_out = ("papers-src", "EXPECTED.md", "expected.json", *(() if with_papers else ("papers",)))
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns(*left_out))
    return folder


def mend(folder: Path) -> None:
    """Put into the example what the cited papers print, in place of the seven slips."""
    for file, slip, right in (
        ("results.tex", "& 73.6 & 67.0 & 62.4 &", "& 73.6 & 67.0 & 61.2 &"),
        ("results.tex", "& 78.3 & 69.0 &", "& 76.2 & 69.0 &"),
        ("results.tex", "& 71.4 & 63.8", "& 71.5 & 63.8"),
        ("results.tex", "67.2 & 73.9", "67.2 & 78.9"),
        ("boundary.tex", "69.7 & 74.2", "74.2 & 69.7"),
        ("boundary.tex", "0.732", "73.2"),
        ("few_labels.tex", r"\ms{65.3}", r"\ms{63.5}"),
    ):
        path = folder / "sections" / file
        text = path.read_text("utf-8")
        assert text.count(slip) == 1, (file, slip)
        path.write_text(text.replace(slip, right), "utf-8")


def repository(folder: Path) -> None:
    """Make a folder a git repository with all its files committed."""
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "The manuscript")


def git(folder: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **GIT}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
