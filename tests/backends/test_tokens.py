"""Counting tokens and money before anything is sent, and naming the server that is meant."""

import time

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.backends.llm import tokens
from tablecheck.backends.llm.server import VENDOR, server_of
from tablecheck.backends.llm.tokens import counter_of, tokens_of
from tablecheck.backends.prices import prices_of
from tablecheck.model.errors import UsageError


@pytest.fixture
def fresh():
    counter_of.cache_clear()
    yield
    counter_of.cache_clear()


def bytes_encoding(name: str) -> tiktoken.Encoding:
    """A real encoding that needs no download: every byte is a token, and two in a row of digits are one."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    pairs = [b"%d%d" % (one, other) for one in range(10) for other in range(10)]
    return tiktoken.Encoding(
        name,
        pat_str=r"\d{1,2}|\D+",
        mergeable_ranks=ranks | {pair: 256 + at for at, pair in enumerate(pairs)},
        special_tokens={"<|endoftext|>": 1000},
    )


def test_tokens_are_counted_by_the_encoding_of_the_model(fresh, monkeypatch):
    monkeypatch.setattr(tiktoken, "get_encoding", bytes_encoding)
    counted = tokens_of([{"role": "user", "content": "85.30 <|endoftext|>"}], "gpt-4o")
    assert counted.is_counted
    assert counted.likely == len(["85", ".", "30", *" <|endoftext|>"]) + 8
    assert counted.most >= counted.likely


def test_an_encoding_that_cannot_be_had_is_estimated_and_said(fresh, monkeypatch):
    def nowhere(name: str):
        raise ConnectionError("no network")

    monkeypatch.setattr(tiktoken, "get_encoding", nowhere)
    estimated = tokens_of([{"role": "user", "content": "x" * 300}], "gpt-4o")
    assert (estimated.likely, estimated.is_counted) == (108, False)


def test_a_download_that_hangs_is_not_waited_for(fresh, monkeypatch):
    monkeypatch.setattr(tokens, "_PATIENCE", 0.05)
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: time.sleep(0.5))
    started = time.monotonic()
    assert counter_of("gpt-4o") is None
    assert time.monotonic() - started < 0.4


def test_a_model_that_tiktoken_does_not_know_is_estimated_without_asking_anybody(fresh, monkeypatch):
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: pytest.fail("somebody was asked"))
    assert not tokens_of([{"role": "user", "content": "x"}], "qwen2.5:14b").is_counted


def test_pictures_count_too():
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    message = {"role": "user", "content": [{"type": "text", "text": "abc"}, picture]}
    counted = tokens_of([message], "some-model")
    assert counted.likely == 1 + 8 + 1500
    assert counted.most > 6000


@settings(max_examples=60)
@given(st.lists(st.text(max_size=50), max_size=4))
def test_the_most_is_never_less_than_one_token_a_byte(texts):
    counted = tokens_of([{"role": "user", "content": text} for text in texts], "some-model")
    assert counted.likely <= counted.most
    assert counted.most >= sum(len(text.encode()) for text in texts)


def test_prices_are_those_given_or_listed_for_the_vendor_s_own_server():
    assert prices_of(VENDOR, "gpt-4.1", 1.0, 2.0).cost(500_000, 250_000) == 1.0
    listed = prices_of(VENDOR, "gpt-4.1")
    assert listed.cost(1_000_000, 1_000_000) == 10.0
    assert "as listed in April 2025" in listed.origin
    assert prices_of("http://localhost:8000/v1", "gpt-4.1") is None
    assert prices_of(VENDOR, "unheard-of") is None
    for given_in, given_out in ((1.0, None), (None, 1.0), (-1.0, 1.0)):
        with pytest.raises(UsageError, match="price"):
            prices_of(VENDOR, "gpt-4.1", given_in, given_out)


def test_the_server_is_the_one_named_then_that_of_the_environment_then_the_vendor_s():
    said = {"OPENAI_BASE_URL": "http://localhost:8000/v1/", "OPENAI_API_KEY": "sk-1", "TABLECHECK_MODEL": "small"}
    server = server_of(None, None, said)
    assert (server.base_url, server.model, server.key, server.host) == (
        "http://localhost:8000/v1", "small", "sk-1", "localhost:8000",
    )  # fmt: skip
    assert server_of("large", "http://other/v1", said).model == "large"
    assert server_of("large", "http://other/v1", said).base_url == "http://other/v1"
    assert server_of("large", None, {"OPENAI_API_KEY": "sk-1"}).base_url == VENDOR


@pytest.mark.parametrize(
    ("model", "base_url", "says"),
    [
        (None, "http://localhost/v1", "no model is named"),
        ("small", None, "set OPENAI_API_KEY"),
        ("small", "localhost:8000", "no address of a server"),
        ("small", "file:///etc/passwd", "no address of a server"),
    ],
)
def test_what_is_missing_is_said(model, base_url, says):
    with pytest.raises(UsageError, match=says):
        server_of(model, base_url, {})
