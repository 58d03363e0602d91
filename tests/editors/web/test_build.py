"""The committed page is what its sources give, and the sources keep their types."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(sys.prefix) / "editors" / "web"
PAGE = ROOT / "tablecheck" / "web" / "page"
NODE = shutil.which("node")

needs_packages = pytest.mark.skipif(
    not ((FOLDER / "installed.json").is_file() and NODE) and not os.environ.get("TABLECHECK_REQUIRE_EDITORS"),
    reason="LOUD SKIP: the packages of editors/web are not installed; run make editors",
)


def _node(*command: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "NODE_FOLDER": str(FOLDER)}
    return subprocess.run([str(NODE), *map(str, command)], env=environment, capture_output=True, text=True, timeout=180)


@needs_packages
def test_the_committed_page_is_what_its_sources_give():
    done = _node(ROOT / "editors" / "web" / "build.mjs", "--check")
    assert done.returncode == 0, done.stderr


@needs_packages
def test_the_sources_are_strictly_typed():
    done = _node(FOLDER / "node_modules" / "typescript" / "bin" / "tsc", "--project", ROOT / "editors" / "web")
    assert done.returncode == 0, done.stdout


def test_every_package_in_the_page_has_its_licence_beside_it():
    licences = (PAGE / "licences.txt").read_text("utf-8")
    for package in ("@codemirror/lsp-client 6.3", "@codemirror/view", "@codemirror/state", "marked", "style-mod"):
        assert package in licences
    assert licences.count("Permission is hereby granted") == licences.count("(MIT)")


def test_the_page_names_no_address_that_it_could_load_something_from():
    for file in ("index.html", "page.css"):
        assert "//" not in (PAGE / file).read_text("utf-8").replace("<!doctype", "")
    lock = (ROOT / "editors" / "web" / "package-lock.json").read_text("utf-8")
    assert "resolved" not in lock
