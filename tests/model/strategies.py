"""What hypothesis draws numbers from, shared by the property tests."""

from decimal import Decimal

from hypothesis import strategies as st

values = st.decimals(min_value=-10_000, max_value=10_000, places=6, allow_nan=False)
places = st.integers(0, 5)


def printed(value: Decimal, decimals: int, rounding: str) -> str:
    """Print a value the way an author would, with so many decimals."""
    return str(value.quantize(Decimal(1).scaleb(-decimals), rounding=rounding))
