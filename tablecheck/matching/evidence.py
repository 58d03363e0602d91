"""How much speaks for it that one table repeats part of another, as the features of a logistic regression."""

import numpy as np
from numpy.typing import NDArray

from tablecheck.matching.assign import assign
from tablecheck.matching.pairing import Pairing
from tablecheck.matching.sheet import Floats

NAMES = ("log copies", "best", "three best")
"""The logarithm of the copies to expect, the probability of the surest cell, and the mean of the three surest."""

_FAINTEST = 4.0  # log odds below even at which a pair still counts towards the expectation


def prints_a_point(pairing: Pairing) -> NDArray[np.bool_]:
    """Tell for each candidate whether either number is printed with a decimal point; years and counts are not."""
    found = pairing.found
    ours = np.array(["." in entry.number.text for entry in pairing.ours.entries], dtype=bool)
    theirs = np.array(["." in entry.number.text for entry in pairing.theirs.entries], dtype=bool)
    pointed: NDArray[np.bool_] = ours[found.ours] | theirs[found.theirs]
    return pointed


def table_features(pairing: Pairing, log_odds: Floats, probability: Floats) -> Floats:
    """Describe a pair of tables; one value for each of ``NAMES``.

    Numbers printed without a point are left out. The assignment here reaches down to unlikely pairs: many
    faint ones are still evidence.
    """
    sure = _sure(pairing, log_odds, probability)
    best = float(sure[0]) if len(sure) else 0.0
    return np.array([np.log1p(sure.sum()), best, sure[:3].sum() / 3])


def _sure(pairing: Pairing, log_odds: Floats, probability: Floats) -> Floats:
    edges = np.where(prints_a_point(pairing), log_odds + _FAINTEST, 0.0)
    chosen = assign(pairing.found.ours, pairing.found.theirs, edges)
    return np.sort(probability[chosen])[::-1]
