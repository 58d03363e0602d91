"""One running code-server for the tests of a module."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser import CHROMIUM
from tests.editors.vscode.code_server import code_server
from tests.editors.vscode.tools import built_extension, run_node

HERE = Path(__file__).parent
PAPER = HERE.parent / "paper"

Drive = Callable[..., None]


@pytest.fixture(scope="module")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drive]:
    """Give a function that runs a script of ``drive/`` in a workbench, and fails with what the script said.

    The script finds a copy of the shared paper in TABLECHECK_PAPER, and no tablecheck where ``is_installed`` is false.
    """
    folder = tmp_path_factory.mktemp("vscode")
    project = folder / "overleaf-project"
    shutil.copytree(PAPER, project, ignore=shutil.ignore_patterns("papers"))
    programs = folder / "bin"
    programs.mkdir()
    program = programs / "tablecheck"
    environment = {
        "PATH": os.pathsep.join([str(programs), _path_without_us()]),
        "TABLECHECK_TEST_PROJECT": str(project),
    }
    with code_server(folder, (built_extension(), HERE / "overleaf"), environment) as server:

        def run(script: str, *, is_installed: bool = True) -> None:
            paper = Path(shutil.copytree(PAPER, tmp_path_factory.mktemp("paper") / "paper"))
            program.unlink(missing_ok=True)
            if is_installed:
                program.symlink_to(Path(sys.executable).parent / "tablecheck")
            done = run_node(
                "--test",
                HERE / "drive" / script,
                TABLECHECK_CODE_SERVER=server.address,
                TABLECHECK_TEST_MARK=server.mark,
                TABLECHECK_CHROMIUM=str(CHROMIUM),
                TABLECHECK_PAPER=str(paper),
                TABLECHECK_EXPECTED=str(HERE.parent / "expected.json"),
            )
            assert done.returncode == 0, done.stdout + done.stderr

        yield run


def _path_without_us() -> str:
    """The PATH without the folders in which there is a tablecheck already."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not (Path(folder) / "tablecheck").exists())
