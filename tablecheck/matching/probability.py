"""The calibrated probability that a candidate is a copy: logistic regression with weights kept in the package."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from tablecheck.matching.sheet import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A fitted logistic regression: the probability is the logistic of ``(x - mean) / scale @ weight + bias``."""

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weight: Floats
    bias: float

    def log_odds(self, matrix: Floats) -> Floats:
        """The log odds of each row of features; shape ``(rows,)``."""
        odds: Floats = (matrix - self.mean) / self.scale @ self.weight + self.bias
        return odds


def logistic(log_odds: Floats) -> Floats:
    """Turn log odds into probabilities."""
    return 1 / (1 + np.exp(-np.clip(log_odds, -500, 500)))


@cache
def weights_of(name: str) -> Weights:
    """Load fitted weights: ``cells`` for pairs of numbers, ``tables`` for pairs of tables."""
    stored = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))[name]
    return Weights(
        names=tuple(stored["names"]),
        mean=np.array(stored["mean"]),
        scale=np.array(stored["scale"]),
        weight=np.array(stored["weight"]),
        bias=float(stored["bias"]),
    )
