"""The summary of a batch as one HTML page: how much was compared, what was found most, and every manuscript."""

import base64
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from tablecheck import __version__
from tablecheck.linter.rule_names import ALL_RULES
from tablecheck.reporters.html_report.markup import Html, document, element, scrolling

_SUMMARIES = {rule.code: rule.summary for rule in ALL_RULES}
_MOST_SHOWN = 25
_STEPS = (0, 1, 2, 5, 10, 20, 50, 100)
"""Where the classes of a distribution begin."""

SHOWN = (
    ("name", "Manuscript"), ("status", "Status"), ("errors", "Errors"), ("warnings", "Warnings"), ("tables", "Tables"),
    ("checked", "Compared"), ("differ", "Differ"), ("unchecked", "Not compared"), ("papers_read", "Papers read"),
    ("papers", "Papers"), ("problems", "Problems"),
)  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What is counted over all results, one after the other."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    rules: Counter[str] = field(default_factory=Counter)
    rule_manuscripts: Counter[str] = field(default_factory=Counter)
    cited: Counter[str] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)
    titles: dict[str, str] = field(default_factory=dict)

    def add(self, result: Mapping[str, Any], row: dict[str, Any]) -> None:
        """Count one result."""
        self.rows.append(row)
        for one in result["manuscripts"]:
            found = Counter(finding["rule"] for finding in one["findings"])
            self.rules.update(found)
            self.rule_manuscripts.update(found.keys())
            status = {source["key"]: source["status"] for source in one["coverage"]["sources"]}
            for paper in one["cited"]:
                name = _same(paper)
                self.titles.setdefault(name, paper["title"] or paper["key"])
                self.cited[name] += 1
                self.missing[name] += status.get(paper["key"]) != "read"


def render_summary(tally: Tally, title: str) -> str:
    """Write the page; it asks for nothing else, and its one script sorts the table."""
    script = files("tablecheck.batch").joinpath("sort.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'"
    style = "".join(
        files(package).joinpath(name).read_text(encoding="utf-8")
        for package, name in (("tablecheck.reporters.html_report", "style.css"), ("tablecheck.batch", "summary.css"))
    )
    body = element("body", [*_parts(tally, title)], element("script", Html(script)))
    return document(title, policy, style, body)


def _parts(tally: Tally, title: str) -> Iterator[Html]:
    rows = tally.rows
    yield element("header", element("h1", title), element("p", _verdict(rows), class_="verdict"))
    yield element("main", [*_sections(tally)])
    yield element(
        "footer", element("p", f"tablecheck {__version__}. A difference is not always a mistake: look at it.")
    )


def _sections(tally: Tally) -> Iterator[Html]:
    rows = tally.rows
    lost = [row for row in rows if row["status"] != "checked"]
    if lost:
        yield _gaps(lost)
    yield _distribution("Errors in a manuscript", [row["errors"] for row in rows])
    yield _distribution(
        "Share of the cited numbers that were compared, in percent",
        [_share(row) for row in rows],
        (0, 20, 40, 60, 80, 95, 100),
    )
    yield _ranking(
        "Rules that spoke most",
        ("Rule", "What it says", "Findings", "Manuscripts"),
        [
            (code, _SUMMARIES.get(code, ""), str(count), str(tally.rule_manuscripts[code]))
            for code, count in _top(tally.rules)
        ],
    )
    yield _ranking(
        "Papers cited most",
        ("Paper", "Manuscripts", "Not read in"),
        [(tally.titles[name], str(count), str(tally.missing[name])) for name, count in _top(tally.cited)],
    )
    yield _manuscripts(rows)


def _verdict(rows: Sequence[Mapping[str, Any]]) -> str:
    with_errors = sum(row["errors"] > 0 for row in rows)
    checked = sum(row["checked"] for row in rows)
    unchecked = sum(row["unchecked"] for row in rows)
    return (
        f"{_number(len(rows), 'manuscript')}, {with_errors} with errors; {_number(checked, 'number')} compared, "
        f"{unchecked} that claim a source could not be."
    )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _gaps(lost: Sequence[Mapping[str, Any]]) -> Html:
    said = [
        element("li", element("strong", str(row["name"])), f": {row['status']}: {row['first_problem']}")
        for row in lost[: 4 * _MOST_SHOWN]
    ]
    more = len(lost) - len(said)
    return element(
        "section",
        element("h2", f"Not checked: {len(lost)}"),
        element("ul", said),
        element("p", f"and {more} more, in the table below") if more > 0 else None,
        class_="gaps",
    )


def _distribution(title: str, values: Sequence[float], steps: Sequence[int] = _STEPS) -> Html:
    """A bar for each class of values; classes begin at ``steps``."""
    counts = Counter(max(step for step in steps if value >= step) for value in values)
    most = max(counts.values(), default=1)
    rows = []
    for position, step in enumerate(steps):
        last = steps[position + 1] - 1 if position + 1 < len(steps) else None
        label = f"{step} or more" if last is None else str(step) if last == step else f"{step} to {last}"
        if last is None and step == 100 and steps[-2] == 95:
            label = "all"
        bar = element("span", class_="length", style=f"width:{100 * counts[step] / most:.1f}%")
        rows.append(
            element(
                "tr",
                element("th", label, scope="row"),
                element("td", bar, class_="bars", aria_hidden="true"),
                element("td", str(counts[step])),
            )
        )
    return element(
        "section", element("h2", title), element("table", element("tbody", rows), class_="counts distribution")
    )


def _share(row: Mapping[str, Any]) -> float:
    claimed = row["checked"] + row["unchecked"]
    return 100 * row["checked"] / claimed if claimed else 100


def _top(counted: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_SHOWN]


def _ranking(title: str, names: Iterable[str], rows: Sequence[Sequence[str]]) -> Html:
    if not rows:
        return element("section", element("h2", title), element("p", "None."))
    head = element("tr", [element("th", name, scope="col") for name in names])
    body = [
        element("tr", element("th", row[0], scope="row"), [element("td", text) for text in row[1:]]) for row in rows
    ]
    table = element("table", element("thead", head), element("tbody", body), class_="counts")
    return element("section", element("h2", title), scrolling(table, title))


def _manuscripts(rows: Sequence[Mapping[str, Any]]) -> Html:
    head = element(
        "tr",
        [element("th", element("button", label, type="button"), scope="col", aria_sort="none") for _, label in SHOWN],
    )
    worst = sorted(rows, key=lambda row: (-row["errors"], -row["warnings"], row["name"]))
    body = [element("tr", _link(row), [element("td", str(row[name])) for name, _ in SHOWN[1:]]) for row in worst]
    table = element("table", element("thead", head), element("tbody", body), class_="counts sortable")
    return element("section", element("h2", "Manuscripts"), scrolling(table, "Manuscripts"))


def _link(row: Mapping[str, Any]) -> Html:
    return element("th", element("a", str(row["name"]), href=f"results/{row['name']}.json"), scope="row")


def _same(paper: Mapping[str, str]) -> str:
    """What is the same for two entries of one paper: the letters of its title, else its arXiv id, else its key."""
    folded = unicodedata.normalize("NFKD", paper["title"]).casefold()
    return re.sub(r"[\W_]+", "", folded) or paper["arxiv_id"] or paper["key"]
