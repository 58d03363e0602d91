"""Whether the models may know the structure of a table better, told by what geometry has read: asking is dear."""

from tablecheck.extractors.cascade.looks import look_of, surroundings_of
from tablecheck.extractors.cascade.pages import Found
from tablecheck.extractors.cascade.weights import chance, weights_of
from tablecheck.extractors.pdf_geometry.sheet import Sheet

WORTH_ASKING = 0.05  # a tenth of the tables of LaTeX, a third of others; held out, asking less gains less


def is_worth_asking(found: Found, sheet: Sheet) -> bool:
    """Tell by a logistic regression on how the table looks, fitted to where a model's reading was better.

    About a single column there is nothing to ask.
    """
    return found.structure.column_count > 1 and chance(weights_of("asking"), figures_of(found, sheet)) >= WORTH_ASKING


def figures_of(found: Found, sheet: Sheet) -> dict[str, float]:
    """What a table looks like as it is read, with a constant for the regressions."""
    look = look_of(found.structure, found.region, sheet)
    return {"constant": 1.0, **look, **surroundings_of(found.structure, found.region)}
