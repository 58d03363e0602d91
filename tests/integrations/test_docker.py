"""The Dockerfile, read as far as a machine without Docker can: what it copies is enough to build from."""

import os
import re
import shutil
import subprocess
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.installed import Installed
from tests.integrations.manuscripts import ROOT

FOLDER = ROOT / "integrations" / "docker"


def instructions() -> list[tuple[str, str]]:
    """The instructions in their order, each on one line."""
    text = re.sub(r"\\\n\s*", "", (FOLDER / "Dockerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]  # type: ignore[misc]


def copied() -> list[str]:
    """What is copied from the project."""
    copies = [rest.split() for name, rest in instructions() if name == "COPY" and not rest.startswith("--from=")]
    return [source for *sources, _ in copies for source in sources]


def test_every_stage_names_its_base_with_a_version():
    bases = [rest.split()[0] for name, rest in instructions() if name == "FROM"]
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.\d+-slim", bases[0])


def test_it_runs_as_nobody_special_and_passes_options_on():
    made = dict(instructions())  # the last of a name counts
    assert made["USER"] not in {"root", "0"}
    assert made["ENTRYPOINT"] == '["tablecheck"]'
    assert not [name for name, _ in instructions() if name in {"ADD", "MAINTAINER"}]


def test_what_it_copies_is_sent_to_docker_and_exists():
    kept = [
        line.removeprefix("!")
        for line in (FOLDER / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    ]
    for source in copied():
        assert (ROOT / source).exists(), source
        assert any(fnmatch(source, pattern) for pattern in kept), source


@pytest.mark.slow
def test_what_it_copies_is_enough_to_build_the_same_program(tmp_path: Path, installed: Installed):
    source, environment = tmp_path / "src", tmp_path / "tablecheck"
    source.mkdir()
    for name in copied():
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, source / name)
    command = next(rest for name, rest in instructions() if name == "RUN").replace("/opt/tablecheck", str(environment))
    # What it depends on counts as installed, so that a minute is saved.
    packages = next(installed.environment.glob("lib/python*/site-packages"))
    done = subprocess.run(
        ["sh", "-ec", command],
        cwd=source,
        env={**os.environ, "PATH": f"{installed.programs}:{os.environ['PATH']}", "PYTHONPATH": str(packages)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    built = next(environment.glob("lib/python*/site-packages"))
    files = {name for name in zipfile.ZipFile(installed.wheel).namelist() if name.startswith("tablecheck/")}
    assert {path.relative_to(built).as_posix() for path in (built / "tablecheck").rglob("*.*")} >= files
    assert (environment / "bin" / "tablecheck").is_file()
