"""All findings of a document at once, with all that the JSON report says of them: ``tablecheck/findings``."""

import json
from typing import Any

from lsprotocol import converters

from tablecheck.lsp.looking import View
from tablecheck.lsp.status import coverage_of
from tablecheck.reporters.json_report import render_json


def findings_of(view: View) -> dict[str, Any]:
    """The findings of a document that are shown, each with its range as the client counts."""
    report = view.checked.report
    written = json.loads(render_json(report))["findings"]
    shown = {id(finding) for finding in view.checked.findings}
    unstructure = converters.get_converter().unstructure
    found = []
    for finding, fields in zip(report.findings, written, strict=True):
        where = view.range(finding.place)
        if id(finding) in shown and where is not None:
            found.append({**fields, "range": unstructure(where)})
    return {"version": view.document.version, "findings": found, "coverage": coverage_of(report)}
