"""The hook for pre-commit: pre-commit itself installs it from a repository and runs it at real commits."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.installed import is_required
from tests.integrations.manuscripts import GIT, ROOT, example, git, mend, repository

PAGE = (ROOT / "docs" / "integrations.md").read_text("utf-8")
PROJECT = ("pyproject.toml", "README.md", "LICENSE", "tablecheck", ".pre-commit-hooks.yaml")


def yaml_of(section: str) -> str:
    """The first block of code of a section of the page."""
    text = PAGE.partition(f"\n## {section}\n")[2]
    block = re.search(r"(?:^    .*\n|^\n(?=    ))+", text, re.M)
    assert block, section
    return re.sub(r"^    ", "", block[0], flags=re.M)


def without_network() -> list[str]:
    """What a command starts with so that it meets no network, where this machine lets us."""
    command = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") and not subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        return command
    return []


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A manuscript whose repository has the hook installed as the page says, and the author's environment."""
    folder = tmp_path_factory.mktemp("author")
    project = folder / "project"
    project.mkdir()
    for name in PROJECT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, project / name)
    repository(project)

    paper = example(folder / "paper", with_papers=False)
    configuration = yaml.safe_load(yaml_of("pre-commit"))
    (hooks,) = configuration["repos"]
    hooks |= {"repo": str(project), "rev": git(project, "rev-parse", "HEAD").strip()}
    (paper / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration), "utf-8")
    repository(paper)
    environment = {
        **os.environ,
        **GIT,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(folder / "hooks"),
        "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
        "TABLECHECK_CACHE": str(folder / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "install", "--install-hooks"],
        cwd=paper, env=environment, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    if done.returncode and not is_required():
        pytest.skip(f"LOUD SKIP: pre-commit cannot install the hook here: {done.stdout[-300:]}")
    assert done.returncode == 0, done.stdout
    return paper, environment


def commit(author: tuple[Path, dict[str, str]], message: str) -> subprocess.CompletedProcess[str]:
    paper, environment = author
    git(paper, "add", "--all")
    return subprocess.run(
        [*without_network(), "git", "commit", "--message", message],
        cwd=paper, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_a_slip_stops_the_commit_its_repair_passes_and_other_files_do_not_count(
    author: tuple[Path, dict[str, str]],
):
    paper, _ = author
    (paper / "refs.bib").write_text((paper / "refs.bib").read_text("utf-8") + "\n% sorted\n", "utf-8")
    stopped = commit(author, "Sort the bibliography")
    assert stopped.returncode == 1
    assert "Found 5 errors, 2 warnings." in stopped.stderr
    assert "sections/results.tex:25:76" in stopped.stderr
    assert git(paper, "log", "--format=%s").strip() == "The manuscript"

    mend(paper)
    passed = commit(author, "Numbers as the cited papers print them")
    assert passed.returncode == 0, passed.stderr
    assert re.search(r"^tablecheck\.+Passed$", passed.stderr, re.M)

    (paper / "notes.txt").write_text("milk", "utf-8")
    skipped = commit(author, "Notes")
    assert skipped.returncode == 0
    assert re.search(r"^tablecheck\.+\(no files to check\) ?Skipped$", skipped.stderr, re.M)


def test_the_hook_is_offline_whatever_the_arguments_are():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert " --offline" in hook["entry"]
    assert hook["pass_filenames"] is False


@pytest.mark.parametrize(
    ("name", "runs"),
    [
        ("paper.tex", True),
        ("sections/results.tex", True),
        ("refs.bib", True),
        ("tablecheck.lock", True),
        ("thesis/.tablecheck.toml", True),
        ("notes.txt", False),
        ("uv.lock", False),
        ("mytablecheck.toml", False),
        ("figure.text", False),
    ],
)
def test_the_hook_runs_for_what_can_change_a_finding(name: str, runs: bool):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert bool(re.search(hook["files"], name)) is runs


def test_the_workflow_on_the_page_uses_the_action_as_it_is():
    workflow = yaml.safe_load(yaml_of("GitHub Actions"))
    steps = workflow["jobs"]["tablecheck"]["steps"]
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    assert set(steps[-1]["with"]) <= set(inputs)
    assert {name for name, one in inputs.items() if one.get("required")} <= set(steps[-1]["with"])
