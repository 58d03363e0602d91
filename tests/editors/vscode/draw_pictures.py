"""Draws the pictures of the VS Code extension: ``make editor-pictures``. Look at them before you commit them."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests.browser import CHROMIUM
from tests.editors.vscode.code_server import code_server
from tests.editors.vscode.tools import ROOT, built_extension, run_node

_HERE = Path(__file__).parent


def main() -> None:
    """Write ``docs/pictures/vscode-*.png``."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        folder = Path(kept)
        paper = Path(shutil.copytree(_HERE.parent / "paper", folder / "paper"))
        searched = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        with code_server(folder / "vscode", (built_extension(),), {"PATH": searched}) as server:
            done = run_node(
                _HERE / "drive" / "pictures.mjs",
                TABLECHECK_CODE_SERVER=server.address,
                TABLECHECK_CHROMIUM=str(CHROMIUM),
                TABLECHECK_PAPER=str(paper),
                TABLECHECK_EXPECTED=str(_HERE.parent / "expected.json"),
                TABLECHECK_PICTURES=str(ROOT / "docs" / "pictures"),
            )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    for picture in (ROOT / "docs" / "pictures").glob("vscode-*.png"):
        # An editor has few colours; 256 of them make a third of the file.
        Image.open(picture).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    main()
