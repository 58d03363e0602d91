"""Serves the page with Overleaf's promises under Overleaf's own name, to one browser that is told to believe it."""

import http.server
import json
import os
import shutil
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser import CHROMIUM

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).parent
FOLDER = Path(sys.prefix) / "editors" / "web"
IS_REQUIRED = bool(os.environ.get("TABLECHECK_REQUIRE_EDITORS"))
NODE, OPENSSL = shutil.which("node"), shutil.which("openssl")
EXTENSION = "lkmflpibpmlmcgcmamndhgffcnfjhcng"  # follows from the key in manifest.json
PROJECT = "64b7f0c2a1b2c3d4e5f60718"

needs_packages = pytest.mark.skipif(
    not ((FOLDER / "installed.json").is_file() and NODE and OPENSSL and CHROMIUM) and not IS_REQUIRED,
    reason="LOUD SKIP: chromium, openssl or the packages of editors/web are not installed; run make editors checkers",
)


def build_extension(folder: Path) -> Path:
    """Build the extension into a folder."""
    return _node(folder, str(ROOT / "editors" / "web" / "build.mjs"), "--extension", str(folder))


def build_page(folder: Path) -> Path:
    """Build the script of the page into a folder."""
    esbuild = FOLDER / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ["--bundle", "--format=esm", f"--outfile={folder / 'page.js'}", "--log-level=warning"]
    return _node(folder, str(esbuild), str(HERE / "page.mjs"), *options)


def _node(folder: Path, *command: str) -> Path:
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "NODE_PATH": str(FOLDER / "node_modules"),
        "NODE_FOLDER": str(FOLDER),
    }
    done = subprocess.run([str(NODE), *command], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def pretended(script: Path, texts: dict[str, str], certificate: Path) -> Iterator[int]:
    """Serve a project whose documents have these texts, over TLS; gives the port."""
    names = list(texts)
    tree = {"docs": [{"_id": f"doc{index}", "name": name} for index, name in enumerate(names)], "folders": []}
    project = {"_id": PROJECT, "rootDoc_id": "doc0", "rootFolder": [{"name": "rootFolder", **tree}]}
    answers = {
        f"/project/{PROJECT}": ("text/html; charset=utf-8", (HERE / "page.html").read_bytes()),
        "/test/page.js": ("text/javascript; charset=utf-8", script.read_bytes()),
        "/test/project.json": ("application/json", json.dumps(project).encode()),
    }
    for index, name in enumerate(names):
        answers[f"/Project/{PROJECT}/doc/doc{index}/download"] = ("text/plain; charset=utf-8", texts[name].encode())

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = answers.get(self.path.partition("?")[0], ("", b""))
            self.send_response(200 if kind else 404)
            self.send_header("Content-Type", kind or "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # a browser may hang up whenever it likes
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def make_certificate(folder: Path) -> Path:
    """Make a certificate that nobody trusts but the browser of the test."""
    file = folder / "both.pem"
    command = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=www.overleaf.com"]
    done = subprocess.run(
        [str(OPENSSL), *command, "-keyout", str(file), "-out", str(folder / "one.pem")], capture_output=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    file.write_bytes(file.read_bytes() + (folder / "one.pem").read_bytes())
    return file
