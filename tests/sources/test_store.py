"""The store under crashes, two processes at once, a full disk and corrupted files: real processes, real signals."""

import hashlib
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.model.errors import StoreError
from tablecheck.sources import store_index
from tablecheck.sources.store import Store

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tablecheck.sources.store import Store
store = Store(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    store.put(f"arxiv:2101.{{number:05}}", "pdf", b"%d " % number * 50_000, "here", version=1)
"""


def writer(folder: Path, start: int, end: int) -> subprocess.Popen[str]:
    script = WRITER.format(root=str(ROOT))
    command = [sys.executable, "-c", script, str(folder), str(start), str(end)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def sound(store: Store) -> int:
    """Count the documents, each of which must be whole."""
    kept = store.everything()
    for stored in kept:
        content = store.content(stored)
        assert content is not None
        assert hashlib.sha256(content).hexdigest() == stored.sha256
        assert len(content) == stored.size
    return len(kept)


def test_what_is_put_is_found_the_newest_version_first(tmp_path):
    store = Store(tmp_path)
    for version in (1, 3, None, 2):
        store.put("arxiv:2101.90001", "html", b"v%r" % version, f"at {version}", version)
    found = Store(tmp_path).find("arxiv:2101.90001")
    assert [stored.version for stored in found] == [3, 2, 1, None]
    assert [store.content(stored) for stored in found] == [b"v3", b"v2", b"v1", b"vNone"]
    assert store.find("arxiv:2102.90002") == ()


def test_two_papers_of_the_same_bytes_share_one_file(tmp_path):
    store = Store(tmp_path)
    first = store.put("arxiv:2101.90001", "pdf", b"same", "a")
    second = store.put("doi:10.9999/toy", "pdf", b"same", "b")
    assert store.path_of(first.sha256) == store.path_of(second.sha256)
    assert sound(store) == 2


def test_a_second_put_takes_the_place_of_the_first(tmp_path):
    store = Store(tmp_path)
    store.put("arxiv:2101.90001", "pdf", b"old", "a", 1)
    store.put("arxiv:2101.90001", "pdf", b"new", "a", 1)
    assert [store.content(stored) for stored in store.find("arxiv:2101.90001")] == [b"new"]


identities = st.sampled_from(["arxiv:1", "arxiv:2", "doi:3"])
puts = st.tuples(identities, st.sampled_from(["pdf", "html"]), st.binary(max_size=8), st.none() | st.integers(1, 3))


@given(st.lists(puts, max_size=12))
@settings(max_examples=25, deadline=None)
def test_the_store_remembers_the_last_put_of_each_version_and_kind(tmp_path_factory, sequence):
    store = Store(tmp_path_factory.mktemp("store"))
    expected = {}
    for identity, kind, content, version in sequence:
        store.put(identity, kind, content, "here", version)
        expected[identity, kind, version] = content
    assert {(s.identity, s.kind, s.version): store.content(s) for s in store.everything()} == expected


def test_pruning_drops_what_was_unused_for_longest(tmp_path, monkeypatch):
    store = Store(tmp_path)
    for day, name in enumerate("abc"):
        monkeypatch.setattr(time, "time", lambda day=day: 1e9 + day * 1e5)
        store.put(f"arxiv:{name}", "pdf", name.encode() * 10, "here")
    monkeypatch.setattr(time, "time", lambda: 1e9 + 9e5)
    store.content(store.find("arxiv:a")[0])
    assert [stored.identity for stored in store.prune(largest=20)] == ["arxiv:b"]
    assert {stored.identity for stored in store.everything()} == {"arxiv:a", "arxiv:c"}
    assert sound(store) == 2


def test_clearing_leaves_nothing(tmp_path):
    store = Store(tmp_path)
    store.put("arxiv:2101.90001", "pdf", b"", "here")
    store.put("arxiv:2101.90002", "pdf", b"words", "here")
    assert store.clear() == 2
    assert store.everything() == ()
    assert not [path for path in (tmp_path / "objects").rglob("*") if path.is_file()]


def test_a_corrupted_or_lost_file_is_forgotten_and_can_be_put_again(tmp_path):
    store = Store(tmp_path)
    damaged = store.put("arxiv:2101.90001", "pdf", b"a paper", "here")
    lost = store.put("arxiv:2101.90002", "pdf", b"another", "here")
    store.path_of(damaged.sha256).write_bytes(b"a raper")
    store.path_of(lost.sha256).unlink()
    assert store.content(damaged) is None
    assert store.content(lost) is None
    assert store.everything() == ()
    store.put("arxiv:2101.90001", "pdf", b"a paper", "here")
    assert sound(store) == 1


def test_a_damaged_file_is_mended_by_putting_the_same_bytes(tmp_path):
    store = Store(tmp_path)
    stored = store.put("arxiv:2101.90001", "pdf", b"a paper", "here")
    store.path_of(stored.sha256).write_bytes(b"a")
    store.put("arxiv:2101.90001", "pdf", b"a paper", "here")
    assert store.content(stored) == b"a paper"


@pytest.mark.parametrize("junk", [b"junk" * 1000, b"SQLite format 3\0" + b"\xff" * 5000, b"short"])
def test_a_corrupted_index_is_put_aside(tmp_path, junk):
    store = Store(tmp_path)
    store.put("arxiv:2101.90001", "pdf", b"a paper", "here")
    (tmp_path / store_index.NAME).write_bytes(junk)
    assert store.everything() == ()
    assert (tmp_path / f"damaged-{store_index.NAME}").read_bytes() == junk
    store.put("arxiv:2101.90001", "pdf", b"a paper", "here")
    assert sound(store) == 1


def test_an_index_that_cannot_be_opened_is_told(tmp_path):
    store = Store(tmp_path)
    (tmp_path / store_index.NAME).mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        store.everything()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreError, match="another cache"):
        Store(tmp_path / "file" / "cache")


def test_three_processes_that_write_at_once_lose_nothing(tmp_path):
    running = [writer(tmp_path, start, start + 30) for start in (0, 15, 30)]
    for process in running:
        process.communicate(timeout=120)
    assert [process.returncode for process in running] == [0, 0, 0]
    assert sound(Store(tmp_path)) == 60


def test_a_process_killed_at_any_moment_leaves_a_sound_store(tmp_path):
    chance = random.Random(5)
    done = 0
    for _ in range(8):
        process = writer(tmp_path, done, done + 500)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.15))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        store = Store(tmp_path)
        kept = sound(store)
        assert kept >= done
        done = kept
    assert done > 0
    store.prune(largest=10**12)
    files = [path for path in (tmp_path / "objects").rglob("*") if path.is_file()]
    assert sorted(path.name for path in files) == sorted(stored.sha256 for stored in store.everything())


@pytest.mark.skipif(sys.platform == "win32", reason="the limit on the size of files is POSIX's")
def test_a_full_disk_is_told_and_loses_nothing(tmp_path):
    Store(tmp_path).put("arxiv:2101.90001", "pdf", b"a paper", "here")
    script = f"""
import resource, signal, sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from tablecheck.model.errors import StoreError
from tablecheck.sources.store import Store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    Store(Path(sys.argv[1])).put("arxiv:2101.90002", "pdf", b"x" * 1_000_000, "here")
except StoreError as error:
    print(error)
"""
    command = [sys.executable, "-c", script, str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "free some space" in said
    store = Store(tmp_path)
    assert sound(store) == 1
    assert len([path for path in (tmp_path / "objects").rglob("*") if path.is_file()]) == 1
