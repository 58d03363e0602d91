import pytest

from tablecheck.sources.cache import Cache
from tests.cli.command import environment, run


@pytest.fixture
def cache(tmp_path):
    kept = Cache(tmp_path / "cache")
    kept.store().put("arxiv:2101.90001", "html", b"<html>" * 100, "https://host.example/2101.90001v2", 2)
    kept.store().put("doi:10.9999/toy", "pdf", b"%PDF-1.4" * 1000, "https://host.example/toy.pdf")
    return kept


def cached(cache, *arguments):
    return run("cache", *arguments, env=environment(cache.folder))


def test_the_list_names_what_is_kept_and_where_it_came_from(cache):
    done = cached(cache, "list")
    assert [line.split("\t")[:4] for line in done.stdout.splitlines()] == [
        ["arxiv:2101.90001", "v2", "html", "600"],
        ["doi:10.9999/toy", "-", "pdf", "8000"],
    ]
    assert "2 documents, 0.0 MB" in done.stderr


def test_pruning_keeps_to_a_size(cache):
    assert "dropped 1 documents" in cached(cache, "prune", "8K").stderr
    assert sum(stored.size for stored in cache.store().everything()) <= 8000


@pytest.mark.parametrize("size", ["", "many", "-1", "1T"])
def test_what_is_no_size_is_told_and_nothing_is_dropped(cache, size):
    done = cached(cache, "prune", "--", size)
    assert done.returncode == 2
    assert "is no size" in done.stderr
    assert len(cache.store().everything()) == 2


def test_clearing_forgets_all_but_what_was_put_there_by_hand(cache):
    (cache.folder / "documents").mkdir()
    (cache.folder / "documents" / "2101.90001v1.pdf").write_bytes(b"%PDF-1.4")
    (cache.folder / "outcomes").mkdir()
    (cache.folder / "outcomes" / "x.json").write_text("{}")
    (cache.folder / "network").mkdir()
    (cache.folder / "network" / "answers.sqlite").write_bytes(b"")
    done = cached(cache, "clear")
    assert "dropped 2 documents and what was remembered of 1 references" in done.stderr
    assert cached(cache, "list").stdout == ""
    left = sorted(path.name for path in cache.folder.rglob("*") if path.is_file() and path.suffix in {".pdf", ".json"})
    assert left == ["2101.90001v1.pdf"]
    assert not (cache.folder / "network" / "answers.sqlite").exists()


def test_answers_that_were_paid_for_go_only_where_that_is_said(cache):
    (cache.folder / "answers" / "ab").mkdir(parents=True)
    kept = cache.folder / "answers" / "ab" / "abcd.json"
    kept.write_text("{}")
    cached(cache, "clear")
    assert kept.exists()
    assert "dropped 1 answers of models" in cached(cache, "clear", "--answers").stderr
    assert not kept.exists()


def test_an_empty_cache_is_listed_as_such_and_not_made(tmp_path):
    done = run("cache", "list", env=environment(tmp_path / "cache"))
    assert (done.returncode, done.stdout) == (0, "")
    assert not (tmp_path / "cache").exists()
