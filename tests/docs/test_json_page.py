"""The page on the JSON names every field that is printed."""

import json
from pathlib import Path

import pytest

from tablecheck.extractors.pdf_geometry import extract
from tablecheck.reporters.json_report import SCHEMA_VERSION, render_json
from tablecheck.reporters.tables import tables_as_json
from tests.reporters.exhibits import RICH

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
SOURCE = ROOT / "examples" / "papers" / "halvorsen2023fjordnet.pdf"


def fields_of(value: object) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(fields_of, value))
    if isinstance(value, dict):
        return set(value).union(*map(fields_of, value.values()))
    return set()


@pytest.mark.parametrize("field", sorted(fields_of(json.loads(render_json(RICH)))))
def test_every_field_of_a_report_is_documented(field: str) -> None:
    assert f"`{field}`" in PAGE or f'"{field}"' in PAGE


@pytest.mark.parametrize("field", sorted(fields_of(json.loads(tables_as_json(extract(SOURCE.read_bytes()))))))
def test_every_field_of_extracted_tables_is_documented(field: str) -> None:
    assert f"`{field}`" in PAGE or f'"{field}"' in PAGE


def test_the_page_documents_the_version_that_is_printed() -> None:
    assert f"`schema_version` is {SCHEMA_VERSION}." in PAGE
