"""The configuration for Vim with ALE."""

import shutil
from pathlib import Path

from tests.editors.terminal import copy_of_paper, judge, needs, play

VIM = shutil.which("vim")
ALE = Path("/usr/share/vim-ale")
HERE = Path(__file__).parent


@needs(VIM if ALE.is_dir() else None, "Vim with ALE")
def test_the_scenario_passes_in_vim(tmp_path):
    judge(
        play([VIM, "-es", "-N", "-u", "NONE", "-S", HERE / "scenario.vim"], copy_of_paper(tmp_path)), column="utf16"
    )  # ALE takes them for bytes
