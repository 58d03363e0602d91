"""Vectors from a server that speaks OpenAI's protocol; each text is sent once and its vector kept."""

import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablecheck.backends.answers import Answers, name_of
from tablecheck.backends.budget import Budget
from tablecheck.backends.failure import AskingError, Failure
from tablecheck.backends.llm.attempts import until_answered
from tablecheck.backends.llm.chat import client_of, told
from tablecheck.backends.llm.server import ModelServer
from tablecheck.backends.llm.tokens import tokens_of
from tablecheck.backends.prices import Prices

_AT_ONCE = 32  # texts of a request; OpenAI takes 2048, small servers far fewer


class RemoteEmbedder:
    """Turns texts into vectors by asking a server; called like ``Embed``."""

    def __init__(
        self,
        server: ModelServer,
        answers: Answers | None = None,
        prices: Prices | None = None,
        budget: float | None = None,
    ) -> None:
        self.server = server
        self._answers = answers or Answers(None)
        self._prices = prices
        self._budget = Budget(budget)
        self._stop = threading.Event()

    @property
    def cost(self) -> float | None:
        """What the texts have cost; ``None`` where no price is known."""
        return self._budget.spent if self._prices else None

    @property
    def prices(self) -> Prices | None:
        """What tokens cost, where that is known."""
        return self._prices

    def missing(self, texts: Sequence[str]) -> list[str]:
        """The texts whose vectors are not kept, each once."""
        return [text for text in dict.fromkeys(texts) if self._kept(text) is None]

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Give the vectors of texts; shape ``(texts, dimensions)``.

        Raises:
            AskingError: the server did not give them, or they might cost more than is left.
        """
        if not texts:
            return np.zeros((0, 0))
        found = {text: self._kept(text) for text in dict.fromkeys(texts)}
        vectors = {text: vector for text, vector in found.items() if vector is not None}
        missing = [text for text in found if text not in vectors]
        client = client_of(self.server)
        try:
            for begin in range(0, len(missing), _AT_ONCE):
                part = missing[begin : begin + _AT_ONCE]
                answered = until_answered(partial(self._asked, client, part), self.server, self._stop)
                for text, vector in zip(part, answered, strict=True):
                    vectors[text] = vector
                    self._answers.put(self._name(text), {"model": self.server.model, "vector": vector})
        finally:
            client.close()
        if len({len(vector) for vector in vectors.values()}) > 1:
            message = f"{self.server.host} gave vectors of several lengths; remove what is kept, and ask one model"
            raise AskingError(Failure.BAD_ANSWER, message)
        return np.array([vectors[text] for text in texts], dtype=np.float64)

    def _name(self, text: str) -> str:
        return name_of(["embedding", self.server.base_url, self.server.model, text])

    def _kept(self, text: str) -> list[float] | None:
        kept = self._answers.get(self._name(text))
        vector = kept.get("vector") if kept is not None else None
        return vector if isinstance(vector, list) and vector else None

    def _asked(self, client: Any, texts: Sequence[str]) -> list[list[float]]:
        tokens = tokens_of([{"content": text} for text in texts], self.server.model)
        most = self._prices.cost(tokens.most, 0) if self._prices else 0.0
        self._budget.set_aside(most)
        cost = 0.0
        try:
            with told(self.server):
                answer = client.embeddings.create(model=self.server.model, input=list(texts), encoding_format="float")
                rows = sorted(answer.data, key=lambda row: row.index)
                vectors = [[float(number) for number in row.embedding] for row in rows]
                if len(vectors) != len(texts) or not all(vectors):
                    raise ValueError(f"{len(vectors)} vectors for {len(texts)} texts")
            used = getattr(answer.usage, "prompt_tokens", None)
            cost = self._prices.cost(used or tokens.likely, 0) if self._prices else 0.0
            return vectors
        finally:
            self._budget.settle(most, cost)
