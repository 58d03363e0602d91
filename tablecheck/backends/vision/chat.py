"""Tables by a chat model that takes pictures, as Soric et al. (arXiv 2511.16134) use GPT, Gemini and Qwen."""

import base64
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import get_args

from tablecheck.backends.answers import Answers, answers_folder
from tablecheck.backends.failure import AskingError
from tablecheck.backends.llm.dialect import Schema
from tablecheck.backends.llm.loose import Entries, Value, values_in
from tablecheck.backends.llm.model import Model, Question
from tablecheck.backends.llm.prompts import prompt
from tablecheck.backends.llm.server import server_of
from tablecheck.backends.prices import prices_of
from tablecheck.backends.vision.boxes import Way, read_box, way_of
from tablecheck.backends.vision.pages import Page, pages_of
from tablecheck.backends.vision.seen import Seen, checked
from tablecheck.backends.vision.settings import Spending, amount, spending
from tablecheck.extractors.html import read_html_table
from tablecheck.model.document import Extraction
from tablecheck.model.errors import UsageError
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

MODEL, BOXES = "TABLECHECK_VISION_MODEL", "TABLECHECK_VISION_BOXES"
PRICES, BUDGET = "TABLECHECK_VISION_PRICES", "TABLECHECK_VISION_BUDGET"
VERSION = f"1 {os.environ.get(MODEL, '')} {os.environ.get(BOXES, '')}"

_MOST_OUTPUT = 16_000  # tokens; a page full of numbers in HTML takes ten thousand
_MOST_TABLES = 50  # of a page
_HTML = re.compile(r"<table\b.*?</table>", re.S | re.I)
_PROMISED: Mapping[Way, str] = {
    "unit": "[x0, y0, x1, y1] as shares of the width and height of the picture, from 0 to 1, origin at the top left",
    "gemini": "[y0, x0, y1, x1] from 0 to 1000, origin at the top left",
    "pixels": "[x0, y0, x1, y1] in pixels of the picture, origin at the top left",
}
SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "tables": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "box": {"type": "array", "items": {"type": "number"}},
                    "caption": {"type": "string"},
                    "html": {"type": "string"},
                },
                "required": ["box", "caption", "html"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["tables"],
    "additionalProperties": False,
}


def extract(content: bytes) -> Extraction:
    """Have a model read the picture of every page; which one, ``TABLECHECK_VISION_MODEL`` says."""
    try:
        way = _way(os.environ.get(MODEL, ""))
        with _model() as model:
            return _read(content, model, way)
    except (UsageError, ValueError) as error:
        return Extraction((), (Problem("extract", str(error)),))


def _read(content: bytes, model: Model, way: Way) -> Extraction:
    pages = list(pages_of(content))
    answers = model.ask_all([_question(page, way) for page in pages])
    tables: list[Table] = []
    problems: list[Problem] = []
    for page, answer in zip(pages, answers, strict=True):
        if isinstance(answer, AskingError):
            problems.append(Problem("extract", f"page {page.number + 1} was not read: {answer}"))
            continue
        seen = list(tables_in(answer.text, page, way))
        if answer.finish == "length":
            problems.append(Problem("extract", f"page {page.number + 1}: the answer of the model was cut off"))
        if answer.finish == "refusal" or (not seen and not values_in(answer.text)):
            problems.append(Problem("extract", f"page {page.number + 1}: the model's reply holds no tables"))
        extraction = checked(page, seen, "vision")
        tables += extraction.tables
        problems += extraction.problems
    spent = model.spent
    spending(Spending("vision", model.server.model, spent.asked, spent.kept, spent.cost, spent.seconds))
    return Extraction(tuple(tables), tuple(problems))


def tables_in(reply: str, page: Page, way: Way) -> Iterator[Seen]:
    """Read the tables of a reply: JSON with their HTML, or, where there is none, the HTML alone."""
    found = [one for value in values_in(reply) for one in _with_html(value)]
    for one in found[:_MOST_TABLES]:
        box = next((value for name, value in one.pairs if isinstance(name, str) and "box" in name.lower()), None)
        numbers = [float(edge) for edge in box if isinstance(edge, int | float)] if isinstance(box, tuple) else []
        caption = one.get("caption")
        yield from _seen(
            str(one.get("html")), caption if isinstance(caption, str) else "", read_box(numbers, way, page)
        )
    if not found:
        for html in _HTML.findall(reply[:1_000_000])[:_MOST_TABLES]:
            yield from _seen(html, "", None)


def _seen(html: str, caption: str, box: tuple[float, float, float, float] | None) -> Iterator[Seen]:
    try:
        table = read_html_table(html, caption)
    except (ValueError, RecursionError):
        return
    if table.cells:
        yield Seen(table, box)


def _with_html(value: Value) -> Iterator[Entries]:
    if isinstance(value, Entries):
        if isinstance(value.get("html"), str):
            yield value
        else:
            for _, one in value.pairs:
                yield from _with_html(one)
    elif isinstance(value, tuple):
        for one in value:
            yield from _with_html(one)


def _question(page: Page, way: Way) -> Question:
    picture = "data:image/png;base64," + base64.b64encode(page.picture).decode()
    content = [
        {"type": "text", "text": prompt("vision", box=_PROMISED[way])},
        {"type": "image_url", "image_url": {"url": picture}},
    ]
    return Question([{"role": "user", "content": content}], SCHEMA)


def _way(model: str) -> Way:
    named = os.environ.get(BOXES, "").strip()
    for way in get_args(Way):
        if named == way:
            return way  # type: ignore[no-any-return]
    if named:
        raise UsageError(f"{BOXES} is {named!r}; write one of {', '.join(get_args(Way))}")
    return way_of(model)


def _model() -> Model:
    named = os.environ.get(MODEL, "").strip()
    if not named:
        raise UsageError(f"no model that takes pictures is named; set {MODEL}, such as {MODEL}=gpt-4.1")
    server = replace(server_of(named), most_output=_MOST_OUTPUT, seconds=300.0)
    price_in, _, price_out = os.environ.get(PRICES, "").partition(",")
    prices = prices_of(server.base_url, named, amount(PRICES, price_in), amount(PRICES, price_out))
    budget = amount(BUDGET, os.environ.get(BUDGET, ""))
    return Model(server, Answers(answers_folder()), prices, budget)
