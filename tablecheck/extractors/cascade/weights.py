"""Regressions as they are stored: a weight for each named figure. ``tools/fit_cascade.py`` writes them."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from math import exp

Weights = Mapping[str, float]
FILE = "weights.json"


@cache
def weights_of(name: str) -> Weights:
    """Load the weights of one regression; none where there is no such regression."""
    stored = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    return {figure: float(weight) for figure, weight in stored.get(name, {}).items()}


def chance(weights: Weights, figures: Mapping[str, float]) -> float:
    """Give the logistic of the weighted sum, 0 to 1; a figure that is missing counts as 0."""
    return 1 / (1 + exp(-max(-50.0, min(50.0, weighted(weights, figures)))))


def weighted(weights: Weights, figures: Mapping[str, float]) -> float:
    """Give the weighted sum; a figure that is missing counts as 0."""
    return sum(weight * figures.get(name, 0.0) for name, weight in weights.items())
