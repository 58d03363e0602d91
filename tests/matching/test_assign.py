from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.matching import assign as room
from tablecheck.matching.assign import assign

edges = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.floats(-2, 5)), max_size=10, unique_by=lambda edge: edge[:2]
)


@settings(max_examples=80, deadline=None)
@given(edges)
def test_the_assignment_is_one_to_one_and_the_best(drawn: list[tuple[int, int, float]]) -> None:
    ours, theirs = (
        np.array([edge[0] for edge in drawn], dtype=np.int64),
        np.array([edge[1] for edge in drawn], dtype=np.int64),
    )
    scores = np.array([edge[2] for edge in drawn], dtype=np.float64)
    chosen = assign(ours, theirs, scores)
    assert len(set(ours[chosen].tolist())) == len(set(theirs[chosen].tolist())) == len(chosen)
    assert np.all(scores[chosen] > 0)
    table = {(one, other): max(value, 0) for one, other, value in drawn}
    best = max(sum(table.get((one, other), 0) for one, other in enumerate(order)) for order in permutations(range(4)))
    assert abs(scores[chosen].sum() - best) < 1e-9


def test_beyond_the_exact_size_the_best_pair_comes_first(monkeypatch) -> None:
    monkeypatch.setattr(room, "LARGEST_EXACT", 1)
    ours, theirs = np.array([0, 0, 1]), np.array([0, 1, 0])
    assert assign(ours, theirs, np.array([3.0, 2.0, 2.0])).tolist() == [0]
