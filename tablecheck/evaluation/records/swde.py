"""SWDE: attributes of what a web page is about, a book or a restaurant (Hao et al., SIGIR 2011)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from lxml import etree

from tablecheck.evaluation.records.benchmark import read_split
from tablecheck.evaluation.records.scores import page_f1
from tablecheck.model.errors import UsageError

NOTHING = "<NULL>"
_NEAR = 0.25  # F1 of words from which a given value stands for a text of the page, as the benchmark does
_PHONE = r"\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}"
_DATE = r"(?:\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|\d{4}-\d\d-\d\d|(?:\d{1,2} )?[A-Z][a-z]{2,8}\.? (?:\d{1,2},? )?\d{4})"

ATTRIBUTES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "auto": {
        "model": ("", ""), "price": (r"msrp|price", r"\$[\d,]+(?:\.\d\d)?"),
        "engine": (r"engine", r".+"), "fuel_economy": (r"mpg|fuel economy|mileage", r".*\d.*"),
    },
    "book": {
        "title": ("", ""), "author": (r"authors?|by", r".+"), "isbn_13": (r"isbn-?13|ean", r"97[89][\d-]{10,14}"),
        "publisher": (r"publisher", r".+"),
        "publication_date": (r"(?:pub(?:lication|lished)?\.? )?date|published", _DATE),
    },
    "camera": {
        "model": ("", ""), "price": (r"(?:our |your )?price", r"\$[\d,]+(?:\.\d\d)?"),
        "manufacturer": (r"manufacturer|brand", r".+"),
    },
    "job": {
        "title": ("", ""), "company": (r"company|employer", r".+"), "location": (r"location|city", r".+"),
        "date_posted": (r"(?:date )?posted(?: on)?|post date", rf"{_DATE}|.+"),
    },
    "movie": {
        "title": ("", ""), "director": (r"directors?|directed by", r".+"),
        "mpaa_rating": (r"(?:mpaa )?rat(?:ed|ing)", r"(?:Rated )?(?:G|PG|PG-13|R|NC-17|NR|Not Rated|Unrated)\b.*"),
        "genre": (r"genres?", r".+"),
    },
    "nbaplayer": {
        "name": ("", ""), "team": (r"team", r".+"), "height": (r"height|ht\.?", r".*\d.*"),
        "weight": (r"weight|wt\.?", r".*\d.*"),
    },
    "restaurant": {
        "name": ("", ""), "cuisine": (r"cuisines?", r".+"), "address": (r"address", r".+"),
        "phone": (r"(?:tele)?phone|tel\.?", _PHONE),
    },
    "university": {
        "name": ("", ""), "type": (r"(?:institution )?type|control", r".+"),
        "website": (r"(?:web ?site|home ?page|url)", r"(?:https?://|www\.)\S+"),
        "phone": (r"(?:general )?(?:tele)?phone|tel\.?", _PHONE),
    },
}  # fmt: skip
"""For each kind of page its attributes: what labels them and what their values look like; the first has no label."""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A page, its text nodes in the benchmark's spelling, and the known values of each attribute."""

    vertical: str
    website: str
    name: str
    title: str
    html: str
    texts: tuple[str, ...]
    known: Mapping[str, Sequence[str]]


def read_swde(data: Path, split: str) -> list[Page]:
    """Read a split.

    Raises:
        UsageError: the folder does not hold it in the benchmark's form.
    """
    try:
        return [
            Page(
                vertical=vertical,
                website=website,
                name=name,
                title=page["title"],
                html=page["html_cleaned"],
                texts=tuple(page["tag_content_dict"]),
                known={
                    attribute: tuple(filter(None, (spelt(value) for value in values if value != NOTHING)))
                    for attribute, values in page["gold_attributes"].items()
                },
            )
            for vertical, websites in read_split(data, split).items()
            for website, pages in websites.items()
            for name, page in pages.items()
        ]
    except (KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{data}: a page of {split}.json is not in the form of SWDE ({error!r})") from error


def spelt(text: str) -> str:
    """Fold a text as the benchmark does: ASCII, lower case, no punctuation but points.

    >>> spelt("Price: $30,020 (MSRP)")
    'price 30 020 msrp'
    """
    plain = text.encode("ascii", "ignore").decode().replace("&nbsp;", " ")
    return " ".join(re.sub(r"[{}\[\]:,()@$\-+%&#_^~|<>\\/\"']", " ", plain).split()).lower()


def describe_by_rules(page: Page) -> dict[str, str]:
    """Give each attribute the text after its label; what a page is about, its first heading names."""
    texts = list(_texts(page.html))
    found: dict[str, str] = {}
    for attribute, (label, value) in ATTRIBUTES.get(page.vertical, {}).items():
        given = _heading(page) if not label else _labelled(texts, label, value)
        if given:
            found[attribute] = given
    return found


def page_scores(described: Sequence[tuple[Page, Mapping[str, str]]]) -> dict[str, float]:
    """Page-F1 of each kind of page, in percent: the mean over its web sites; the benchmark's figure is their mean."""
    by_site: dict[tuple[str, str], dict[str, list[tuple[str, Sequence[str]]]]] = defaultdict(lambda: defaultdict(list))
    for page, given in described:
        for attribute, known in page.known.items():
            value = nearest_text(spelt(given.get(attribute, "")), page.texts)
            by_site[page.vertical, page.website][attribute].append((value, known))
    scores: dict[str, list[float]] = defaultdict(list)
    for (vertical, _), found in by_site.items():
        scores[vertical].append(100 * page_f1(found))
    return {vertical: float(np.mean(sites)) for vertical, sites in sorted(scores.items())}


def nearest_text(given: str, texts: Sequence[str]) -> str:
    """The text of the page that a given value stands for; empty where none is near.

    >>> nearest_text("price 30 020", ("30 020", "msrp"))
    '30 020'
    """
    words = Counter(given.split())
    if not words:
        return ""
    likeness = [(2 * (words & Counter(text.split())).total() / (words.total() + len(text.split())), -at)
                for at, text in enumerate(texts) if text]  # fmt: skip
    best, at = max(likeness, default=(0.0, 0))
    return texts[-at] if best >= _NEAR else ""


def _labelled(texts: Sequence[str], label: str, value: str) -> str:
    """The first text that a label announces, in the same text or as the next one."""
    alone = re.compile(rf"^(?:{label})\s*[:：]?$", re.I)
    before = re.compile(rf"^(?:{label})\s*[:：]\s*(\S.*)$", re.I)
    looks_right = re.compile(value)
    for text, following in zip(texts, [*texts[1:], ""], strict=True):
        inside = before.match(text)
        given = inside[1] if inside else following if alone.match(text) else ""
        if given and (match := looks_right.search(given)):
            return match[0].strip()
    return ""


def _heading(page: Page) -> str:
    root = etree.fromstring(page.html, etree.HTMLParser(no_network=True)) if page.html.strip() else None
    headings = root.iter("h1", "h2") if root is not None else ()
    texts = (" ".join(" ".join(str(text) for text in heading.itertext()).split()) for heading in headings)
    return next(
        (text for text in texts if text and set(spelt(text).split()) <= set(spelt(page.title).split())), page.title
    )


def _texts(html: str) -> Iterator[str]:
    root = etree.fromstring(html, etree.HTMLParser(no_network=True)) if html.strip() else None
    for text in root.itertext() if root is not None else ():
        if printed := " ".join(str(text).split()):
            yield printed
