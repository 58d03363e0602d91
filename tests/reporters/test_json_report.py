import json

from tablecheck.reporters.json_report import render_json
from tests.reporters.reports import REPORT


def test_a_finding_keeps_its_place_source_and_fix():
    finding, _ = json.loads(render_json(REPORT))["findings"]
    assert finding["start"] == {"line": 3, "column": 33}
    assert finding["end"] == {"line": 3, "column": 37}
    assert (finding["rule"], finding["severity"], finding["confidence"]) == ("TC101", "error", 0.97)
    assert finding["source"]["page"] == 5
    (fix,) = finding["fixes"]
    assert fix["safety"] == "safe"
    assert fix["edits"] == [{"path": "paper.tex", "start": finding["start"], "end": finding["end"], "new_text": "76.3"}]


def test_the_document_has_the_fields_the_documentation_promises():
    document = json.loads(render_json(REPORT))
    assert set(document) == {"schema_version", "findings", "accepted", "coverage", "problems"}
    assert set(document["findings"][0]) == {
        "rule", "name", "severity", "confidence", "message", "path", "start", "end", "text",
        "table", "row", "column", "source", "fixes", "fingerprint", "judgement",
    }  # fmt: skip
    assert document["coverage"]["sources"][1] == {
        "key": "lost",
        "status": "not-obtained",
        "reason": "no file is named lost; put the PDF into papers/",
        "checked": 0,
    }
    assert document["problems"] == [
        {"stage": "read", "message": "the file tab/x.tex is missing", "path": "paper.tex", "line": 3}
    ]
