"""Asking a model over real HTTP, and all the ways in which a server does not answer."""

import threading

import pytest

from tablecheck.backends.failure import AskingError, Failure
from tablecheck.backends.llm.attempts import until_answered
from tablecheck.backends.llm.model import Question
from tablecheck.backends.llm.server import ModelServer as Named
from tablecheck.backends.prices import Prices
from tablecheck.model.errors import Cancelled, UsageError
from tests.backends.model_server import BROKEN, NO_SCHEMAS, TOO_LONG, TOO_MANY, Says

HELLO = [{"role": "user", "content": "Which cells?"}]
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}
ONE_EACH = Prices(1_000_000.0, 1_000_000.0, "a unit of money a token")


def question(words: str) -> Question:
    return Question([{"role": "user", "content": words}])


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_comes_with_what_it_took(server, model, stream):
    server.next_says = [Says("all of them, as far as I see", usage=(70, 11))]
    answer = model(stream=stream, prices=ONE_EACH, most_output=50).ask(HELLO)
    assert (answer.text, answer.finish) == ("all of them, as far as I see", "stop")
    assert (answer.tokens_in, answer.tokens_out, answer.tokens_are_counted, answer.cost) == (70, 11, True, 81.0)
    (asked,) = server.log
    assert (asked.body["temperature"], asked.body["max_tokens"], asked.body["model"]) == (0.0, 50, "small")


def test_the_key_goes_to_the_server_and_into_no_message(server, model):
    server.next_says = [Says(status=401, error={"message": "Incorrect API key: sk-secret"})]
    with pytest.raises(AskingError, match=r"Incorrect API key: \[key\]; look at the key") as caught:
        model(key="sk-secret").ask(HELLO)
    assert caught.value.failure is Failure.DENIED
    assert server.log[0].headers["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in repr(Named("small", key="sk-secret"))


@pytest.mark.parametrize(
    ("first", "stream"),
    [
        (TOO_MANY, False),
        (TOO_MANY, True),
        (BROKEN, False),
        (Says("half of an answer is not an answer", is_cut=True), False),
        (Says("half of an answer is not an answer", is_cut=True), True),
        (Says(raw=b'{"choices": []}'), False),
        (Says(raw=b"<html>a proxy</html>"), False),
    ],
)
def test_what_may_pass_is_asked_again(server, model, first, stream):
    server.next_says = [first, Says("whole")]
    assert model(stream=stream).ask(HELLO).text == "whole"
    assert len(server.log) == 2


def test_a_server_that_asks_for_time_is_given_as_much():
    """The pauses are those that are asked for, or double each time."""
    errors = [AskingError(Failure.BUSY, "", 7.0)] * 2 + [AskingError(Failure.BROKEN, "")] * 2
    waiting, pauses = iter(errors), []
    stop = threading.Event()
    stop.wait = pauses.append  # nobody sleeps in a test

    def once() -> str:
        if error := next(waiting, None):
            raise error
        return "at last"

    assert until_answered(once, Named("small"), stop) == "at last"
    assert pauses[:2] == [7.0, 7.0]
    assert 1.0 <= pauses[2] <= 2.0 <= pauses[3] <= 4.0  # half a second doubled twice and three times, or less


def test_a_server_that_asks_for_an_hour_is_not_waited_for(server, model):
    server.next_says = [Says(status=429, error={"message": "come back"}, headers={"Retry-After": "3600"})]
    with pytest.raises(AskingError, match="come back") as caught:
        model().ask(HELLO)
    assert (caught.value.failure, caught.value.wait, len(server.log)) == (Failure.BUSY, 3600, 1)


@pytest.mark.parametrize(
    ("said", "failure"),
    [
        (TOO_LONG, Failure.TOO_LONG),
        (Says(status=400, error={"message": "prompt is too long: 9000 tokens > 8192"}), Failure.TOO_LONG),
        (Says(status=403, error={"message": "no"}), Failure.DENIED),
        (Says(status=429, error={"message": "no money", "code": "insufficient_quota"}), Failure.DENIED),
        (Says(status=404, error={"message": "no such model"}), Failure.REFUSED),
        (Says(status=302, headers={"Location": "http://127.0.0.1:9/v1"}), Failure.REFUSED),
    ],
)
def test_what_will_not_pass_is_not_asked_again(server, model, said, failure):
    server.next_says = [said]
    with pytest.raises(AskingError) as caught:
        model().ask(HELLO)
    assert (caught.value.failure, len(server.log)) == (failure, 1)


@pytest.mark.parametrize("stream", [False, True])
def test_a_silent_server_is_given_up(server, model, stream):
    server.behaviour = lambda asked: Says("too late", silent_for=3.0)
    with pytest.raises(AskingError, match=r"silent for 0\.2 seconds") as caught:
        model(seconds=0.2, attempts=1, stream=stream).ask(HELLO)
    assert caught.value.failure is Failure.TOO_SLOW


def test_a_server_that_is_not_there_is_named(model):
    with pytest.raises(AskingError, match=r"127\.0\.0\.1:9 cannot be reached") as caught:
        model(base_url="http://127.0.0.1:9/v1", attempts=1).ask(HELLO)
    assert caught.value.failure is Failure.UNREACHABLE


def test_a_refusal_and_a_cut_answer_say_that_they_are(server, model):
    server.next_says = [Says(refusal="I would rather not"), Says("{", finish="length")]
    one = model()
    assert (one.ask(HELLO).finish, one.ask(HELLO).finish) == ("refusal", "length")


def test_a_schema_is_sent_where_the_server_takes_it(server, model):
    one = model()
    one.ask(HELLO, SCHEMA)
    assert server.log[0].body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_server_that_knows_no_schemas_is_asked_without_from_then_on(server, model):
    server.next_says = [NO_SCHEMAS, Says("plain"), Says("plain")]
    one = model()
    one.ask(HELLO, SCHEMA)
    one.ask([{"role": "user", "content": "And now?"}], SCHEMA)
    assert ["response_format" in asked.body for asked in server.log] == [True, False, False]


def test_newer_models_get_the_names_they_want(server, model):
    server.next_says = [
        Says(status=400, error={"message": "Use 'max_completion_tokens' instead of 'max_tokens'."}),
        Says(status=400, error={"message": "'temperature' does not support 0.0 with this model."}),
        Says("fine"),
    ]
    assert model().ask(HELLO).text == "fine"
    assert "max_completion_tokens" in server.log[-1].body
    assert not {"temperature", "max_tokens"} & set(server.log[-1].body)


def test_what_was_answered_is_never_asked_again(server, model, tmp_path):
    server.next_says = [Says("first", usage=(3, 4))]
    model(tmp_path).ask(HELLO)
    again = model(tmp_path, prices=ONE_EACH).ask(HELLO)
    assert (again.text, again.is_kept, again.cost, len(server.log)) == ("first", True, 7.0, 1)
    model(tmp_path, temperature=0.7).ask(HELLO)
    assert len(server.log) == 2


def test_a_damaged_answer_on_disk_is_asked_for_anew(server, model, tmp_path):
    server.next_says = [Says("first"), Says("second")]
    model(tmp_path).ask(HELLO)
    (kept,) = tmp_path.rglob("*.json")
    kept.write_text('{"text": "fir', "utf-8")
    assert model(tmp_path).ask(HELLO).text == "second"


def test_answers_that_cannot_be_kept_are_answers_all_the_same(server, model, tmp_path, caplog):
    (tmp_path / "file").write_text("")
    server.next_says = [Says("first")]
    assert model(tmp_path / "file").ask(HELLO).text == "first"
    assert "cannot be kept" in caplog.text


def test_several_questions_are_asked_at_a_time_and_answered_in_order(server, model):
    server.behaviour = lambda asked: Says(asked.words.upper(), silent_for=0.1)
    words = [f"question {number}" for number in range(8)]
    outcomes = model(concurrency=4).ask_all([question(one) for one in words])
    assert [outcome.text for outcome in outcomes] == [one.upper() for one in words]
    assert 2 <= server.most_at_once <= 4


def test_one_question_asked_twice_at_a_time_is_sent_once(server, model, tmp_path):
    server.behaviour = lambda asked: Says("once", silent_for=0.1)
    outcomes = model(tmp_path, concurrency=4).ask_all([question("the same")] * 4)
    assert [outcome.text for outcome in outcomes] == ["once"] * 4
    assert len(server.log) == 1


def test_one_bad_question_leaves_the_others_their_answers(server, model):
    server.behaviour = lambda asked: TOO_LONG if asked.words == "long" else Says("short")
    first, second = model().ask_all([question("long"), question("brief")])
    assert first.failure is Failure.TOO_LONG
    assert second.text == "short"


def test_a_run_that_is_stopped_sends_nothing_more(server, model):
    def stop(stage: str, done: int, total: int) -> None:
        if done:
            raise Cancelled("enough")

    server.behaviour = lambda asked: Says("slow", silent_for=0.05)
    with pytest.raises(Cancelled):
        model(concurrency=1).ask_all([question(str(number)) for number in range(20)], stop)
    assert len(server.log) <= 3


def test_the_budget_is_never_passed_however_many_ask(server, model):
    """Each question may cost 12 + 80 + 10 units at most, and costs 30."""
    server.behaviour = lambda asked: Says("short", usage=(20, 10), silent_for=0.02)
    one = model(prices=ONE_EACH, budget=300.0, most_output=10, concurrency=8)
    outcomes = one.ask_all([question(f"question {number:03}") for number in range(30)])
    refused = [outcome for outcome in outcomes if isinstance(outcome, AskingError)]
    assert {outcome.failure for outcome in refused} == {Failure.OVER_BUDGET}
    assert one.spent.cost == 30.0 * len(server.log) <= 300.0
    assert len(server.log) >= 2
    assert one.spent.failed == len(refused) == 30 - len(server.log)


def test_kept_answers_count_against_the_budget_and_are_given_all_the_same(server, model, tmp_path):
    server.behaviour = lambda asked: Says("short", usage=(60, 30))
    model(tmp_path).ask(HELLO)
    one = model(tmp_path, prices=ONE_EACH, budget=100.0, most_output=10)
    assert one.ask(HELLO).text == "short"
    with pytest.raises(AskingError, match=r"of the budget of 100 there is 10\.0000 left"):
        one.ask([{"role": "user", "content": "Something new?"}])


def test_an_answer_that_never_came_is_counted_as_if_it_had_cost_most(server, model):
    server.behaviour = lambda asked: Says("half of it", is_cut=True)
    one = model(prices=ONE_EACH, budget=150.0, most_output=10)
    with pytest.raises(AskingError) as caught:
        one.ask(HELLO)
    assert (caught.value.failure, len(server.log)) == (Failure.OVER_BUDGET, 2)


def test_a_budget_without_a_price_is_refused(model):
    with pytest.raises(UsageError, match="give --price-in and --price-out"):
        model(budget=1.0)


def test_an_estimate_asks_nothing_and_knows_what_is_kept(server, model, tmp_path):
    model(tmp_path, most_output=100).ask(HELLO)
    one = model(tmp_path, prices=ONE_EACH, most_output=100)
    estimate = one.estimate([Question(HELLO), question("x" * 300), question("x" * 300)])
    assert (estimate.questions, estimate.kept, estimate.tokens_in, estimate.most_tokens_out) == (1, 2, 108, 100)
    assert (estimate.cost, estimate.most_cost, estimate.tokens_are_counted) == (133.0, 432.0, False)
    assert len(server.log) == 1
