"""How sure the cascade is of a table: the GriTS-Con it may be expected to have, 0 where it may be none at all.

A logistic regression on how the table looks and on who agrees, fitted by ``tools/fit_cascade.py``.
"""

from collections.abc import Mapping

from tablecheck.extractors.cascade.doubt import figures_of
from tablecheck.extractors.cascade.pages import Found
from tablecheck.extractors.cascade.weights import chance, weights_of
from tablecheck.extractors.pdf_geometry.sheet import Sheet


def confidence_of(found: Found, sheet: Sheet, witnesses: Mapping[str, float]) -> float:
    """Give a number from 0 to 1; ``witnesses`` say who was asked and who agrees."""
    return round(chance(weights_of("confidence"), {**figures_of(found, sheet), **witnesses}), 3)
