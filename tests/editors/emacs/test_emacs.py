"""The configuration for Emacs, in its two clients."""

import shutil
from pathlib import Path

from tests.editors.terminal import copy_of_paper, judge, needs, play

EMACS = shutil.which("emacs")
HERE = Path(__file__).parent


@needs(EMACS, "Emacs with eglot")
def test_the_scenario_passes_in_eglot(tmp_path):
    judge(play([EMACS, "-Q", "--batch", "-l", HERE / "eglot.el"], copy_of_paper(tmp_path)))


@needs(EMACS, "Emacs with lsp-mode")
def test_the_scenario_passes_in_lsp_mode(tmp_path):
    judge(play([EMACS, "-Q", "--batch", "-l", HERE / "lsp_mode.el"], copy_of_paper(tmp_path)))
