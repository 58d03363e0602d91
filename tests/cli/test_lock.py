"""The lock as people meet it: the same findings without documents, no silence where it is stale."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT, environment, run

EXAMPLES = ROOT / "examples"
OFFLINE = """
import socket, sys
def refuse(*arguments, **named):
    print("a socket was opened", file=sys.stderr)
    raise OSError("no socket today")
socket.socket.__init__ = refuse
socket.create_connection = socket.getaddrinfo = refuse
sys.argv = ["tablecheck", *sys.argv[1:]]
from tablecheck.cli import main
main()
"""


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy of the example, with its papers and without a lock."""
    folder = tmp_path / "example"
    shutil.copytree(EXAMPLES, folder, ignore=shutil.ignore_patterns("papers-src", "tablecheck.lock"))
    return folder / "paper.tex"


def check(paper: Path, *arguments: object, cwd: Path | None = None):
    return run(paper, *arguments, cwd=cwd or ROOT, env=environment(Path(os.environ["TABLECHECK_CACHE"])))


def lock(paper: Path, *arguments: object):
    done = run("lock", paper, "--papers", paper.parent / "papers", *arguments, env=environment(paper.parent / "none"))
    assert done.returncode == 0, done.stderr
    return paper.parent / "tablecheck.lock"


def test_the_findings_are_the_same_byte_for_byte_without_the_documents(example, tmp_path):
    alive = check(example, "--papers", example.parent / "papers", "--format", "json")
    lock(example)
    with_documents = check(example, "--format", "json", "--locked", "--papers", example.parent / "papers")
    shutil.rmtree(example.parent / "papers")
    moved = shutil.copytree(example.parent, tmp_path / "another machine")
    without = check(example, "--format", "json", "--locked")
    elsewhere = check(moved / "paper.tex", "--format", "json", "--locked", "--offline")
    assert without.stdout == with_documents.stdout == elsewhere.stdout
    before, after = json.loads(alive.stdout), json.loads(without.stdout)
    assert len(before["findings"]) >= 7
    assert after["findings"] == before["findings"]
    for report in (before, after):
        for source in report["coverage"]["sources"]:
            del source["reason"]  # says where the tables came from
    assert after["coverage"] == before["coverage"]
    assert after["problems"] == before["problems"] == []


def test_the_committed_lock_of_the_example_fits_it_and_gives_what_its_documents_give():
    locked = check(EXAMPLES / "paper.tex", "--locked", "--papers", EXAMPLES / "papers", "--format", "json")
    alive = check(EXAMPLES / "paper.tex", "--no-lock", "--papers", EXAMPLES / "papers", "--format", "json")
    assert locked.returncode == alive.returncode == 1, locked.stderr
    assert json.loads(locked.stdout)["findings"] == json.loads(alive.stdout)["findings"]


def test_writing_a_lock_twice_gives_the_same_bytes(example):
    first = lock(example).read_bytes()
    assert lock(example).read_bytes() == first


@pytest.mark.parametrize("file", ["halvorsen2023fjordnet.pdf", "2304.90417v1.html", "2208.90211v1.tar.gz"])
def test_changing_one_byte_of_a_source_is_noticed(example, file):
    lock(example)
    path = example.parent / "papers" / file
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    strict = check(example, "--locked")
    assert strict.returncode == 2
    assert "tablecheck.lock is stale" in strict.stderr
    assert f"papers/{file}" in strict.stderr
    assert "run `tablecheck lock paper.tex` to renew it" in strict.stderr
    lenient = json.loads(check(example, "--format", "json").stdout)
    assert [problem["path"] for problem in lenient["problems"]] == ["tablecheck.lock"]
    assert len(lenient["findings"]) >= 7


@pytest.mark.parametrize("at_hand", [True, False])
def test_pictures_are_cut_from_the_documents_that_are_at_hand_and_missed_without_a_word(example, at_hand):
    lock(example)
    if not at_hand:
        shutil.rmtree(example.parent / "papers")
    page = example.parent / "report.html"
    done = check(example, "--locked", "--output", f"html={page}")
    assert (done.returncode, done.stderr) == (1, "")
    assert ("data:image/png" in page.read_text(encoding="utf-8")) == at_hand


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


STALE = [
    ("refs.bib", "2304.90417v1", "2304.90417v2", "[mbeki2023duneformer] says another thing than it did"),
    ("refs.bib", "halvorsen2023fjordnet", "renamed", "[halvorsen2023fjordnet] is in it and no longer cited"),
    ("tablecheck.lock", "cascade.auto:extract@", "cascade.auto:extract@old", "this program reads them by"),
]


@pytest.mark.parametrize(("file", "old", "new", "says"), STALE)
def test_a_stale_lock_fails_a_locked_run_and_is_a_problem_of_any_other(example, file, old, new, says):
    lock(example)
    edited(example.parent / file, old, new)
    strict = check(example, "--locked")
    assert (strict.returncode, says in strict.stderr) == (2, True), strict.stderr
    lenient = check(example)
    assert says in " ".join(lenient.stdout.split())


def test_a_damaged_lock_is_a_problem_and_the_documents_are_read(example):
    (example.parent / "tablecheck.lock").write_text("{", encoding="utf-8")
    assert check(example, "--locked").returncode == 2
    lenient = check(example, "--papers", example.parent / "papers", "--format", "json")
    report = json.loads(lenient.stdout)
    assert "tablecheck.lock is damaged" in report["problems"][0]["message"]
    assert report["coverage"]["checked"] > 50


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--locked"], "write it with `tablecheck lock"),
        (["--lock-file", "other.lock"], "there is no other.lock"),
        (["--locked", "--no-lock"], "--no-lock contradicts --locked"),
    ],
)
def test_a_lock_that_is_asked_for_must_be_there(example, arguments, says):
    done = check(example, *arguments)
    assert done.returncode == 2
    assert says in done.stderr


def test_who_has_no_documents_does_not_lose_those_of_the_lock(example):
    before = lock(example).read_bytes()
    shutil.rmtree(example.parent / "papers")
    done = run("lock", example, env=environment(example.parent / "none"))
    assert "nothing changed" in done.stdout
    assert (example.parent / "tablecheck.lock").read_bytes() == before


def test_two_manuscripts_in_one_folder_have_a_lock_each(example):
    lock(example)
    other = example.with_name("supplement.tex")
    shutil.copy(example, other)
    refused = run("lock", other, env=environment(example.parent / "none"))
    assert refused.returncode == 2
    assert "is the lock of paper.tex" in refused.stderr
    place = example.parent / "supplement.lock"
    lock(other, "--lock-file", place)
    assert check(other, "--locked", "--lock-file", place).returncode == 1
    assert check(other, "--locked").returncode == 2


def offline(paper: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", OFFLINE, "check", str(paper), "--format", "json", *map(str, arguments)],
        cwd=ROOT,
        env=environment(paper.parent / "none"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("arguments", [["--offline"], []])
def test_a_check_opens_no_socket_and_says_what_is_missing_and_how_to_get_it(example, arguments, locked):
    if locked:
        lock(example)
    done = offline(example, "--papers", example.parent / "papers", *arguments)
    assert done.stderr == ""
    assert done.returncode == 1
    (missing,) = [s for s in json.loads(done.stdout)["coverage"]["sources"] if s["status"] == "not-obtained"]
    assert missing["key"] == "aldous2021pebblenet"
    advice = "`tablecheck fetch --lock paper.tex`" if locked else f"`tablecheck fetch {example}`"
    assert missing["reason"].endswith(f"{advice} looks for it online")


def test_that_socket_would_have_been_noticed(example):
    assert "a socket was opened" in offline(example, "--fetch").stderr
