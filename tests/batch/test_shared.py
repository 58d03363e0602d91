"""What workers share: each document is read by one of them, also where one dies or the storage fails for a while."""

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tablecheck.batch.shared import SharedExtractions
from tablecheck.batch.shelves import FolderShelf, FsspecShelf, PatientShelf, open_shelf
from tablecheck.model.document import Extraction
from tablecheck.model.errors import UsageError
from tablecheck.model.problem import Problem
from tests.batch.stores import free_port, needs_cluster, s3_server

READ = Extraction((), (Problem("extract", "nothing in it"),))


@pytest.fixture(params=["folder", pytest.param("s3", marks=needs_cluster)], scope="module")
def shelf(request, tmp_path_factory):
    if request.param == "folder":
        yield FolderShelf(tmp_path_factory.mktemp("shelf"))
        return
    with s3_server() as address, pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        import s3fs

        s3fs.S3FileSystem(endpoint_url=address).mkdir("bucket")
        yield FsspecShelf("s3://bucket/store", endpoint_url=address)


def test_only_one_can_make_a_name(shelf):
    won = []
    gate = threading.Barrier(8)

    def make(number: int) -> None:
        gate.wait()
        if shelf.create("race", b"%d" % number):
            won.append(number)

    threads = [threading.Thread(target=make, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert shelf.read("race") == b"%d" % won[0]
    shelf.remove("race")
    shelf.remove("race")
    assert shelf.read("race") is None
    assert shelf.create("race", b"again")


def test_who_asks_first_reads_and_the_others_wait_for_it(shelf):
    first, second = SharedExtractions(shelf, "code"), SharedExtractions(shelf, "code")
    assert first.get("a" * 64, "v1") is None
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(second.get("a" * 64, "v1")))
    waiting.start()
    waiting.join(0.5)
    assert waiting.is_alive()
    first.put("a" * 64, "v1", READ)
    waiting.join(30)
    assert answers == [READ]
    assert (first.read_here, second.read_here) == (["a" * 64], [])


def test_another_version_of_an_extractor_or_of_the_code_reads_anew(shelf):
    one, other = SharedExtractions(shelf, "code"), SharedExtractions(shelf, "other")
    assert one.get("b" * 64, "v1") is None
    one.put("b" * 64, "v1", READ)
    assert one.get("b" * 64, "v2") is None
    assert other.get("b" * 64, "v1") is None
    assert SharedExtractions(shelf, "code").get("b" * 64, "v1") == READ
    one.close()
    other.close()


def test_the_claim_of_a_process_that_has_died_does_not_hold(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    shelf = FolderShelf(tmp_path)
    shared = SharedExtractions(shelf, "code")
    name = shared._name("c" * 64, "v")
    life = {"host": socket.gethostname(), "process": dead.pid, "beat": 0}
    assert shelf.create(f"{name}.claim0", json.dumps(life).encode())
    assert shared.get("c" * 64, "v") is None
    shared.close()


def test_the_claim_of_another_machine_that_is_silent_does_not_hold(tmp_path):
    shelf = FolderShelf(tmp_path)
    shared = SharedExtractions(shelf, "code", silence=0.3)
    name = shared._name("d" * 64, "v")
    assert shelf.create(f"{name}.claim0", json.dumps({"host": "elsewhere", "process": 1, "beat": 0}).encode())
    assert shared.get("d" * 64, "v") is None
    shared.close()


class _Failing(FolderShelf):
    """A folder that does not answer the first few times."""

    def __init__(self, folder: Path, times: int) -> None:
        super().__init__(folder)
        self.left = times

    def read(self, name: str) -> bytes | None:
        if self.left:
            self.left -= 1
            raise ConnectionResetError("the storage is away")
        return super().read(name)


def test_a_storage_that_fails_for_a_while_is_waited_for(tmp_path):
    shared = SharedExtractions(PatientShelf(_Failing(tmp_path, 3)), "code")
    assert shared.get("e" * 64, "v") is None
    shared.put("e" * 64, "v", READ)
    assert shared.failed == ""
    assert SharedExtractions(FolderShelf(tmp_path), "code").get("e" * 64, "v") == READ


def test_a_storage_that_fails_for_good_costs_time_and_is_told(tmp_path):
    shared = SharedExtractions(PatientShelf(_Failing(tmp_path, 10**9), patience=0.2), "code")
    assert shared.get("f" * 64, "v") is None
    shared.close()
    assert "the storage is away" in shared.failed


def test_a_store_that_cannot_be_opened_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be made"):
        open_shelf(str(tmp_path / "file" / "store"))


@needs_cluster
def test_a_host_that_does_not_answer_is_an_error_of_the_system(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    away = FsspecShelf(
        "s3://bucket/store", endpoint_url=f"http://127.0.0.1:{free_port()}",
        config_kwargs={"connect_timeout": 1, "retries": {"max_attempts": 0}},
    )  # fmt: skip
    with pytest.raises(OSError, match=r".+"):
        away.read("name")


@needs_cluster
def test_a_store_of_an_unknown_kind_is_refused():
    with pytest.raises(UsageError, match="cannot be opened"):
        open_shelf("nosuch://bucket/folder")
