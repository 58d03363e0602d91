"""One report out of those of several manuscripts, for a folder that holds more than one."""

import json
import re
from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element, fromstring, indent, tostring

from tablecheck.model.errors import UsageError
from tablecheck.model.finding import Severity
from tablecheck.model.report import Report
from tablecheck.reporters.formats import FORMATS
from tablecheck.reporters.github import MOST
from tablecheck.reporters.json_report import SCHEMA_VERSION
from tablecheck.reporters.words import shown_path

_ANNOTATION = re.compile(r"::(?:error|warning|notice) [^\n]*?::(?P<message>.*)")


def render(name: str, reports: Sequence[Report], floor: Severity) -> str:
    """Write the reports of a run in one format; a single one is written as if there were no others.

    Raises:
        UsageError: the format holds one manuscript only.
    """
    texts = [FORMATS[name](report, floor) for report in reports]
    if len(reports) == 1:
        return texts[0]
    if name not in _JOINED:
        raise UsageError(f"a report in {name} holds one manuscript; name one main file, or write it to a file")
    return _JOINED[name](reports, texts)


def heading(report: Report) -> str:
    """The line that stands above the report of one of several manuscripts."""
    return f"== {shown_path(report, report.manuscript.path)}"


def _text(reports: Sequence[Report], texts: Sequence[str]) -> str:
    return "\n".join(f"{heading(report)}\n\n{text}" for report, text in zip(reports, texts, strict=True))


def _lines(reports: Sequence[Report], texts: Sequence[str]) -> str:
    return "".join(texts)


def _markdown(reports: Sequence[Report], texts: Sequence[str]) -> str:
    return "\n".join(texts)


def _github(reports: Sequence[Report], texts: Sequence[str]) -> str:
    """All summaries first; a step shows ten annotations, so what is beyond goes to the log."""
    firsts = [text.partition("\n")[0] for text in texts]
    rest = [line for text in texts for line in text.split("\n")[1:] if line]
    left = MOST
    lines = []
    for line in (*firsts, *rest):
        match = _ANNOTATION.match(line)
        if match and left <= 0:
            line = f"- {match['message']}"
        elif match:
            left -= 1
        lines.append(line)
    return "\n".join(lines) + "\n"


def _json(reports: Sequence[Report], texts: Sequence[str]) -> str:
    documents = [
        {"path": shown_path(report, report.manuscript.path), **json.loads(text)}
        for report, text in zip(reports, texts, strict=True)
    ]
    return _dumped({"schema_version": SCHEMA_VERSION, "reports": documents})


def _sarif(reports: Sequence[Report], texts: Sequence[str]) -> str:
    first, *others = map(json.loads, texts)
    return _dumped({**first, "runs": [*first["runs"], *(run for other in others for run in other["runs"])]})


def _gitlab(reports: Sequence[Report], texts: Sequence[str]) -> str:
    return _dumped([issue for text in texts for issue in json.loads(text)])


def _junit(reports: Sequence[Report], texts: Sequence[str]) -> str:
    parts = [fromstring(text.encode()) for text in texts]  # noqa: S314 - we have just written it
    suites = Element("testsuites", name="tablecheck")
    for name in ("tests", "failures", "errors"):
        suites.set(name, str(sum(int(part.get(name, "0")) for part in parts)))
    for part in parts:
        suites.extend(part)
    indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(suites, encoding="unicode")}\n'


def _dumped(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


_JOINED: dict[str, Callable[[Sequence[Report], Sequence[str]], str]] = {
    "text": _text,
    "concise": _lines,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "gitlab": _gitlab,
    "junit": _junit,
    "markdown": _markdown,
}
"""How each format holds several; HTML, which is made for one, is not here."""
