"""``tablecheck fetch`` as people run it: twice, two at once, interrupted, killed."""

import json
import random
import signal
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.model.citation import Reference
from tablecheck.sources.library import Library
from tests.cli.command import environment, run, started
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.server import FakeServer, serving
from tests.sources.forty import entry, forty, manuscript

ARXIV = ("arxiv", "arxiv_api", "arxiv_source")


def statuses(printed: str) -> dict[str, str]:
    return {one["key"]: one["status"] for one in json.loads(printed)["references"]}


def gaps(server: FakeServer, *endpoints: str) -> list[float]:
    return [later - earlier for earlier, later in pairwise(server.times(*endpoints))]


def test_forty_references_end_with_a_status_and_a_reason_and_a_second_run_asks_nobody(tmp_path):
    main, papers, expected = forty(tmp_path / "manuscript")
    with serving(*papers) as server:
        env = environment(tmp_path / "cache", server)
        first = run("fetch", main, "--format", "json", env=env)
        asked = len(server.log)
        second = run("fetch", main, "--format", "json", env=env)
        assert len(server.log) == asked > 40
    assert (first.returncode, second.returncode) == (3, 3), first.stderr
    kept = b"".join(path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file())
    assert b"reader@lab" not in kept + (first.stdout + first.stderr).encode()
    assert statuses(first.stdout) == expected
    assert all(one["reason"] for one in json.loads(first.stdout)["references"])
    now = {key: "at-hand" if status == "fetched" else status for key, status in expected.items()}
    assert statuses(second.stdout) == now
    lines = first.stderr.splitlines()
    assert len(lines) == 40
    assert lines[-1].startswith("[40/40] ")
    assert second.stderr == ""


def test_two_runs_at_once_keep_one_pace_and_ask_for_nothing_wrong(tmp_path):
    main, papers, expected = forty(tmp_path / "manuscript")
    with serving(*papers) as server:
        env = environment(tmp_path / "cache", server, interval=0.15)
        runs = [started("fetch", main, "--format", "json", env=env) for _ in range(2)]
        printed = [process.communicate(timeout=240)[0] for process in runs]
        assert [process.returncode for process in runs] == [3, 3]
        # One request in 0.15 seconds and one connection, seen from the other end, whoever asks.
        assert min(gaps(server, *ARXIV)) >= 0.15
    for one in printed:
        assert {key: "fetched" if status == "at-hand" else status for key, status in statuses(one).items()} == expected


@pytest.mark.slow
def test_arxiv_is_asked_once_in_three_seconds_by_two_runs_at_once(tmp_path):
    papers = [Paper(f"Toys {word}", ("Ada Example",), 2020, f"2001.0000{n}") for n, word in enumerate(("One", "Two"))]
    mains = []
    for paper in papers:
        folder = tmp_path / str(paper.arxiv_id)
        folder.mkdir()
        said = Reference("toys", title=paper.title, authors=paper.authors, arxiv_id=paper.arxiv_id)
        (folder / "refs.bib").write_text(entry(said), encoding="utf-8")
        (folder / "paper.tex").write_text(manuscript(["toys"]), encoding="utf-8")
        mains.append(folder / "paper.tex")
    with serving(*papers) as server:
        env = environment(tmp_path / "cache", server)
        del env["TABLECHECK_SERVICES_INTERVAL"]
        runs = [started("fetch", main, env=env) for main in mains]
        for process in runs:
            process.communicate(timeout=100)
        assert [process.returncode for process in runs] == [0, 0]
        assert len(server.times(*ARXIV)) == 4
        assert min(gaps(server, *ARXIV)) >= 3.0


@pytest.mark.slow
def test_a_run_that_is_killed_at_ten_points_ends_with_the_same_lock(tmp_path):
    main, papers, _ = forty(tmp_path / "manuscript")
    chance = random.Random(20261129)
    with serving(*papers) as server:
        lock = main.parent / "tablecheck.lock"
        env = environment(tmp_path / "undisturbed", server, interval=0.03)
        assert run("fetch", main, "--lock", env=env).returncode == 3
        expected = lock.read_bytes()
        lock.unlink()
        env = environment(tmp_path / "killed", server, interval=0.03)
        asked = []
        for _ in range(10):
            before, process = len(server.log), started("fetch", main, "--lock", env=env)
            wanted = before + chance.randint(0, 12)
            deadline = time.monotonic() + 30
            while len(server.log) < wanted and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(chance.random() * 0.1)
            process.kill()
            process.communicate()
            asked.append(len(server.log) - before)
        assert run("fetch", main, "--lock", env=env).returncode == 3
        assert sum(map(bool, asked)) > 5, asked
        assert lock.read_bytes() == expected
        left = len(server.log)
        run("fetch", main, env=env)
        assert len(server.log) == left


def test_a_ctrl_c_keeps_what_arrived_and_lists_the_rest(tmp_path):
    main, papers, expected = forty(tmp_path / "manuscript")
    with serving(*papers) as server:
        env = environment(tmp_path / "cache", server, interval=0.3)
        process = started("fetch", main, "--format", "json", "--lock", env=env)
        assert process.stderr is not None
        for _ in range(3):
            assert process.stderr.readline().startswith("[")
        process.send_signal(signal.SIGINT)
        started_at = time.monotonic()
        printed, said = process.communicate(timeout=30)
        assert time.monotonic() - started_at < 20
        assert process.returncode == 130, said
        assert "Traceback" not in said
        # A paper that came for another entry that cites it is at hand for this one.
        ended = {key: "fetched" if status == "at-hand" else status for key, status in statuses(printed).items()}
        assert 3 <= sum(status != "not-asked" for status in ended.values()) < 40
        assert {ended[key] for key in ended if ended[key] != expected[key]} == {"not-asked"}
        assert not (main.parent / "tablecheck.lock").exists()
        env = environment(tmp_path / "cache", server)
        again = statuses(run("fetch", main, "--format", "json", env=env).stdout)
    assert all(again[key] == "at-hand" for key, status in ended.items() if status == "fetched")
    assert {key: "fetched" if status == "at-hand" else status for key, status in again.items()} == expected


def test_copies_in_a_folder_are_found_there_without_the_cache(tmp_path):
    main, papers, expected = forty(tmp_path / "manuscript")
    with serving(*papers) as server:
        env = environment(tmp_path / "cache", server)
        run("fetch", main, "--to", tmp_path / "copies", env=env)
        references = tuple(read_manuscript(main).references.values())
        found = Library([tmp_path / "copies"], main.parent).obtain(references)
        asked = len(server.log)
        there = run("fetch", main, "--papers", tmp_path / "copies", "--format", "json", env=env)
        assert len(server.log) == asked
    with_documents = {one.key for one in found if one.documents}
    assert {key for key, status in expected.items() if status == "fetched"} <= with_documents
    assert statuses(there.stdout)["arxiv0"] == "at-hand"


def test_check_fetches_only_when_it_is_told_to(tmp_path):
    main, papers, _ = forty(tmp_path / "manuscript")
    with serving(*papers) as server:
        env = environment(tmp_path / "cache", server)
        plain = run(main, "--strict", env=env)
        assert server.log == []
        assert not (tmp_path / "cache").exists()
        online = run(main, "--fetch", "--format", "json", env=env)
        assert server.log
    assert f"`tablecheck fetch {main}` looks for it online" in plain.stdout.replace("\n", "")
    read = {one["key"]: one["status"] for one in json.loads(online.stdout)["coverage"]["sources"]}
    assert read["arxiv0"] == "read"
    assert read["twin"] == "not-obtained"


def test_only_references_of_tables_are_fetched_unless_all_are_wanted(tmp_path):
    main, papers, _ = forty(tmp_path)
    text = main.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if "cite" in line]
    main.write_text(text.replace("\n".join(rows), rows[0]), encoding="utf-8")
    with serving(*papers) as server:
        env = environment(tmp_path / "cache", server)
        assert set(statuses(run("fetch", main, "--format", "json", env=env).stdout)) == {"arxiv0"}
        assert len(statuses(run("fetch", main, "--all", "--format", "json", env=env).stdout)) == 40


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["fetch", "nowhere.tex"], "there is no file nowhere.tex"),
        (["fetch", "examples/paper.tex", "--papers", "nowhere"], "--papers nowhere"),
        (["fetch", "examples/paper.tex", "--email", "nobody"], "e-mail address"),
        (["check", "examples/paper.tex", "--fetch", "--offline"], "--fetch contradicts --offline"),
        (["check", "examples/paper.tex", "--fetch", "--locked"], "--fetch contradicts --locked"),
    ],
)
def test_misuse_says_what_is_wrong_and_exits_with_two(tmp_path: Path, arguments, says):
    done = run(*arguments, env=environment(tmp_path / "cache"))
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
