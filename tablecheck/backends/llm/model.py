"""Asks a model: within a budget, again where it helps, never twice what was answered, several questions at a time."""

import threading
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from tablecheck.backends.answers import Answers, name_of
from tablecheck.backends.budget import Budget
from tablecheck.backends.failure import AskingError, Failure
from tablecheck.backends.llm.attempts import until_answered
from tablecheck.backends.llm.chat import Reply, chat, client_of
from tablecheck.backends.llm.dialect import Dialect, Schema, request_of, simpler
from tablecheck.backends.llm.server import ModelServer
from tablecheck.backends.llm.tokens import Messages, Tokens, tokens_of
from tablecheck.backends.prices import Prices
from tablecheck.model.errors import UsageError
from tablecheck.model.progress import Progress, silent

_MAY_HAVE_COST = frozenset({Failure.TOO_SLOW, Failure.CUT, Failure.BAD_ANSWER})


@dataclass(frozen=True, slots=True)
class Question:
    """Messages as the protocol has them, and the JSON schema that the answer should follow, where there is one."""

    messages: Messages
    schema: Schema | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said.

    ``finish`` is ``stop``, ``length`` for an answer that was cut off, ``refusal`` or another reason of the
    protocol. ``cost`` is ``None`` where no price is known. ``is_kept`` says that an earlier run had asked.
    """

    text: str
    finish: str
    tokens_in: int
    tokens_out: int
    tokens_are_counted: bool
    seconds: float
    cost: float | None = None
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class Estimate:
    """What asking would take: questions not answered yet, their tokens, and what they cost probably and at most."""

    questions: int
    kept: int
    tokens_in: int
    tokens_are_counted: bool
    most_tokens_out: int
    cost: float | None
    most_cost: float | None


@dataclass(slots=True)
class Spent:
    """What a run took so far. ``cost`` has the kept answers in it, ``asked`` and ``seconds`` the others only."""

    asked: int = 0
    kept: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The counts as plain values."""
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in asdict(self).items()}


class Model:
    """Holds what is costly to make or must be counted once: the client, the kept answers and the budget.

    It keeps connections open and is closed by ``with``.

    Raises:
        UsageError: there is a budget and no price to count by.
    """

    def __init__(
        self,
        server: ModelServer,
        answers: Answers | None = None,
        prices: Prices | None = None,
        budget: float | None = None,
    ) -> None:
        if budget is not None and prices is None:
            message = f"a budget needs a price, and none is known for {server.model} at {server.host}"
            raise UsageError(f"{message}; give --price-in and --price-out, or leave --budget out")
        self.server = server
        self.prices = prices
        self.spent = Spent(cost=0.0 if prices else None)
        self._answers = answers or Answers(None)
        self._budget = Budget(budget)
        self._client = client_of(server)
        self._dialect = Dialect()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._asking: dict[str, threading.Lock] = defaultdict(threading.Lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, messages: Messages, schema: Schema | None = None) -> Answer:
        """Ask one question.

        Raises:
            AskingError: it was not answered.
        """
        question = Question(messages, schema)
        name = self._name(question)
        with self._lock:
            asking = self._asking[name]
        with asking:  # who asks the same at the same time waits, and finds the answer kept
            kept = self._kept(name)
            if kept is not None:
                self._count(kept)
                self._budget.count(kept.cost or 0.0)
                return kept
            try:
                answer = self._asked(question)
            except AskingError:
                with self._lock:
                    self.spent.failed += 1
                raise
            stored = {name: getattr(answer, name) for name in _STORED}
            self._answers.put(name, {"model": self.server.model, "asked_at": round(time.time()), **stored})
        self._count(answer)
        return answer

    def ask_all(
        self, questions: Sequence[Question], progress: Progress = silent, stage: str = "ask"
    ) -> tuple[Answer | AskingError, ...]:
        """Ask several questions at a time; one outcome for each, in their order.

        Raises:
            Cancelled: ``progress`` says so; what is on its way is waited for and kept, and nothing else is sent.
        """
        outcomes: dict[int, Answer | AskingError] = {}
        with ThreadPoolExecutor(self.server.concurrency, thread_name_prefix="asking") as pool:
            waiting = {pool.submit(self._outcome, question): at for at, question in enumerate(questions)}
            try:
                while waiting:
                    progress(stage, len(outcomes), len(questions))
                    done, _ = wait(waiting, timeout=1.0, return_when=FIRST_COMPLETED)
                    for future in done:
                        outcomes[waiting.pop(future)] = future.result()
            except BaseException:
                self._stop.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        progress(stage, len(questions), len(questions))
        return tuple(outcomes[at] for at in range(len(questions)))

    def estimate(self, questions: Sequence[Question]) -> Estimate:
        """Say what asking would take, and ask nothing. An answer probably has a quarter of the tokens it may have."""
        fresh = {self._name(question): question for question in questions}
        new = [question for name, question in fresh.items() if self._kept(name) is None]
        counts = [self._tokens(question) for question in new]
        most_out = self.server.most_output * len(new)
        likely, most = sum(one.likely for one in counts), sum(one.most for one in counts)
        return Estimate(
            questions=len(new),
            kept=len(questions) - len(new),
            tokens_in=likely,
            tokens_are_counted=all(one.is_counted for one in counts),
            most_tokens_out=most_out,
            cost=self.prices.cost(likely, most_out // 4) if self.prices else None,
            most_cost=self.prices.cost(most, most_out) if self.prices else None,
        )

    def _outcome(self, question: Question) -> Answer | AskingError:
        try:
            return self.ask(question.messages, question.schema)
        except AskingError as error:
            return error

    def _asked(self, question: Question) -> Answer:
        tokens = self._tokens(question)
        return until_answered(lambda: self._once(question, tokens), self.server, self._stop)

    def _once(self, question: Question, tokens: Tokens) -> Answer:
        if self._stop.is_set():
            raise AskingError(Failure.STOPPED, "not asked: the run was stopped")
        most = self.prices.cost(tokens.most, self.server.most_output) if self.prices else 0.0
        self._budget.set_aside(most)
        cost = 0.0
        started = time.monotonic()
        try:
            reply = self._understood(question)
            answer = self._answer(reply, tokens, time.monotonic() - started)
            cost = answer.cost or 0.0
            return answer
        except AskingError as error:
            # A server may have worked for nothing, and charge for it all the same.
            cost = most if error.failure in _MAY_HAVE_COST else 0.0
            raise
        finally:
            self._budget.settle(most, cost)

    def _understood(self, question: Question) -> Reply:
        """Send a question, in fewer words where the server does not understand all of them."""
        dialect = self._dialect
        while True:
            request = request_of(self.server, question.messages, question.schema, dialect)
            try:
                reply = chat(self._client, self.server, request)
            except AskingError as error:
                fewer = simpler(dialect, request, str(error)) if error.failure is Failure.REFUSED else None
                if fewer is None:
                    raise
                dialect = fewer
                continue
            self._dialect = dialect
            return reply

    def _answer(self, reply: Reply, tokens: Tokens, seconds: float) -> Answer:
        is_counted = reply.tokens_in is not None and reply.tokens_out is not None
        tokens_in = tokens.likely if reply.tokens_in is None else reply.tokens_in
        tokens_out = reply.tokens_out
        if tokens_out is None:
            tokens_out = tokens_of([{"content": reply.text}], self.server.model).likely
        cost = self.prices.cost(tokens_in, tokens_out) if self.prices else None
        return Answer(reply.text, reply.finish, tokens_in, tokens_out, is_counted, round(seconds, 3), cost)

    def _kept(self, name: str) -> Answer | None:
        stored = self._answers.get(name)
        if stored is None:
            return None
        with suppress(KeyError, TypeError, ValueError):
            answer = Answer(**{name: kind(stored[name]) for name, kind in _STORED.items()}, is_kept=True)
            return replace(answer, cost=self.prices.cost(answer.tokens_in, answer.tokens_out) if self.prices else None)
        return None

    def _count(self, answer: Answer) -> None:
        with self._lock:
            spent = self.spent
            spent.asked += not answer.is_kept
            spent.kept += answer.is_kept
            spent.tokens_in += answer.tokens_in
            spent.tokens_out += answer.tokens_out
            spent.seconds += 0.0 if answer.is_kept else answer.seconds
            if answer.cost is not None:
                spent.cost = (spent.cost or 0.0) + answer.cost

    def _name(self, question: Question) -> str:
        server = self.server
        return name_of(
            [server.base_url, server.model, server.temperature, server.most_output, question.messages, question.schema]
        )

    def _tokens(self, question: Question) -> Tokens:
        return tokens_of(question.messages, self.server.model)


_STORED: Mapping[str, type] = {
    "text": str,
    "finish": str,
    "tokens_in": int,
    "tokens_out": int,
    "tokens_are_counted": bool,
    "seconds": float,
}
