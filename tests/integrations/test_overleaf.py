"""The recipe for Overleaf, word for word, with a git repository in the place of Overleaf's."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.installed import Installed
from tests.integrations.manuscripts import GIT, ROOT, example, git, repository


def commands() -> list[str]:
    """The blocks of the section, each one script."""
    page = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    section = page.partition("\n## Overleaf\n")[2].partition("\n## ")[0]
    return [re.sub(r"^    ", "", block, flags=re.M) for block in re.findall(r"(?:^    .*\n)+", section, re.M)]


@pytest.mark.slow
def test_the_recipe_clones_checks_mends_and_pushes(tmp_path: Path, installed: Installed):
    project = example(tmp_path / "project", with_papers=False)
    (project / "tablecheck.lock").unlink()
    (project / "paper.tex").rename(project / "main.tex")  # as Overleaf calls it
    repository(project)
    served = tmp_path / "overleaf" / "PROJECT"
    git(tmp_path, "clone", "--quiet", "--bare", str(project), str(served))
    example(tmp_path / "example")
    (tmp_path / "example" / "papers").rename(tmp_path / "papers")

    first, second = commands()
    mend = "\ntablecheck main.tex --papers ../papers --fix > log || true\nrm log\n"
    done = subprocess.run(
        ["bash", "-c", first.replace("\ntablecheck ", "\nset +e; tablecheck ") + mend + "set -e\n" + second],
        cwd=tmp_path,
        env={
            **os.environ,
            **GIT,
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{tmp_path}/overleaf/.insteadOf",
            "GIT_CONFIG_VALUE_0": "https://git.overleaf.com/",
            "PATH": f"{installed.programs}:{os.environ['PATH']}",
            "TABLECHECK_CACHE": str(tmp_path / "cache"),
        },
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Found 5 errors, 2 warnings." in done.stdout
    changed = git(served, "log", "-1", "--stat", "--format=%s")
    assert changed.startswith("Numbers as the cited papers print them\n")
    assert "sections/few_labels.tex | 2 +-" in changed
