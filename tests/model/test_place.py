import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecheck.model.place import Span, line_column, line_starts


def test_a_span_that_runs_backwards_is_refused():
    with pytest.raises(ValueError, match="not a span"):
        Span(3, 2)


@given(st.text(alphabet="ab\n𝑀", max_size=50), st.integers(0, 50))
def test_lines_and_columns_lead_back_to_the_offset(text, offset):
    offset = min(offset, len(text))
    starts = line_starts(text)
    position = line_column(starts, offset)
    assert starts[position.line - 1] + position.column - 1 == offset
    assert text[:offset].count("\n") == position.line - 1
