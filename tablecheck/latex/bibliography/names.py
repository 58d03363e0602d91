"""Reads the author field of an entry into one name a person."""

from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

from tablecheck.latex.bibliography.plain import unicode_text

_MOST = 100  # names; the first one decides, and some collaborations list three thousand


def author_names(field: str) -> tuple[str, ...]:
    """Give the names as printed, given name first; ``and others`` is dropped.

    >>> author_names("Example, Ada and Bo de la Sample and {The Toy Team}")
    ('Ada Example', 'Bo de la Sample', 'The Toy Team')
    """
    names = [_in_printed_order(name) for name in split_multiple_persons_names(field)[:_MOST]]
    return tuple(name for name in names if name and name.lower() not in {"others", "et al.", "et al"})


def _in_printed_order(name: str) -> str:
    if "," in name:
        try:
            parts = parse_single_name_into_parts(name, strict=False)
            name = " ".join([*parts.first, *parts.von, *parts.last, *parts.jr])
        except Exception:  # noqa: BLE001 - a stranger's parser on a damaged name; the name as written still helps
            name = name.replace(",", " ")
    return unicode_text(name)
