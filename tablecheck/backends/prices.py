"""What a million tokens cost: what the user says, or the dated list in the package."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from tablecheck.model.errors import UsageError

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a million tokens in and out, in the currency of whoever states them; ``origin`` says who does."""

    tokens_in: float
    tokens_out: float
    origin: str

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """What these tokens cost."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / _MILLION


def prices_of(
    base_url: str, model: str, price_in: float | None = None, price_out: float | None = None
) -> Prices | None:
    """The prices of a model: those given, else those that the list in the package has for its vendor's own server.

    ``None`` where nobody knows them.

    Raises:
        UsageError: only one of two prices is given, or one is negative.
    """
    if price_in is not None and price_out is not None:
        if min(price_in, price_out) < 0:
            raise UsageError("a price below 0 is no price; give what a million tokens cost")
        return Prices(price_in, price_out, "as given")
    if price_in is not None or price_out is not None:
        raise UsageError("give both prices of a million tokens, --price-in and --price-out; 0 where it is your server")
    listed = _list()
    vendor = listed["vendors"].get(urlsplit(base_url).hostname or "", {})
    if model not in vendor:
        return None
    tokens_in, tokens_out = vendor[model]
    return Prices(float(tokens_in), float(tokens_out), f"US dollars, as listed {listed['date']}; prices change")


@cache
def _list() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("prices.toml").read_text("utf-8"))
