"""Tables by the Mathpix API, which reads pictures of pages: docs.mathpix.com, ``POST v3/text`` with line data."""

import base64
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import requests

from tablecheck.backends.answers import Answers, answers_folder, name_of
from tablecheck.backends.budget import Budget
from tablecheck.backends.failure import AskingError, Failure
from tablecheck.backends.llm.attempts import until_answered
from tablecheck.backends.llm.server import ModelServer
from tablecheck.backends.vision.boxes import read_box
from tablecheck.backends.vision.pages import Page, pages_of
from tablecheck.backends.vision.seen import Seen, checked
from tablecheck.backends.vision.settings import Spending, amount, spending
from tablecheck.extractors import arxiv_latex
from tablecheck.extractors.html import read_html_table
from tablecheck.model.document import Extraction
from tablecheck.model.errors import UsageError
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

ADDRESS, APP_ID, APP_KEY = "MATHPIX_BASE_URL", "MATHPIX_APP_ID", "MATHPIX_APP_KEY"
PRICE, BUDGET = "TABLECHECK_MATHPIX_PRICES", "TABLECHECK_MATHPIX_BUDGET"
VERSION = "1"

_USUAL = "https://api.mathpix.com"
_LARGEST = 16 * 2**20  # bytes of an answer
_OPTIONS = {"formats": ["text", "html"], "include_line_data": True, "data_options": {"include_table_html": True}}


@dataclass(frozen=True, slots=True)
class _Account:
    """Who asks, where, and what a page costs."""

    server: ModelServer
    app_id: str
    price: float | None
    budget: float | None


def extract(content: bytes) -> Extraction:
    """Have Mathpix read the picture of every page; ``MATHPIX_APP_ID`` and ``MATHPIX_APP_KEY`` name the account."""
    try:
        account = _account()
        pages = list(pages_of(content))
    except (UsageError, ValueError) as error:
        return Extraction((), (Problem("extract", str(error)),))
    answers, budget = Answers(answers_folder()), Budget(account.budget)
    tables: list[Table] = []
    problems: list[Problem] = []
    asked = kept = 0
    started = time.monotonic()
    for page in pages:
        name = name_of(["mathpix", account.server.base_url, _OPTIONS, base64.b64encode(page.picture).decode()])
        answer = answers.get(name)
        if answer is not None:
            kept += 1
            budget.count(account.price or 0.0)
        else:
            try:
                answer = _asked(page, account, budget)
            except AskingError as error:
                problems.append(Problem("extract", f"page {page.number + 1} was not read: {error}"))
                continue
            asked += 1
            answers.put(name, answer)
        extraction = checked(page, list(tables_in(answer, page)), "mathpix")
        tables += extraction.tables
        problems += extraction.problems
    cost = None if account.price is None else account.price * (asked + kept)
    spending(Spending("mathpix", "v3/text", asked, kept, cost, time.monotonic() - started))
    return Extraction(tuple(tables), tuple(problems))


def tables_in(answer: dict[str, Any], page: Page) -> Iterator[Seen]:
    """Read the lines of type ``table``: their HTML, or the LaTeX that stands in their text."""
    lines = answer.get("line_data")
    for line in lines if isinstance(lines, list) else ():
        if not isinstance(line, dict) or line.get("type") != "table":
            continue
        corners = [point for point in line.get("cnt") or () if isinstance(point, list) and len(point) == 2]
        across, down = zip(*corners, strict=True) if corners else ((), ())
        box = read_box([min(across), min(down), max(across), max(down)], "pixels", page) if corners else None
        html, text = line.get("html"), str(line.get("text") or "")
        if isinstance(html, str) and "<table" in html:
            yield Seen(read_html_table(html), box)
        elif "\\begin{tabular}" in text:
            document = f"\\documentclass{{article}}\\begin{{document}}\n{text}\n\\end{{document}}\n"
            for table in arxiv_latex.extract(document.encode()).tables:
                yield Seen(table, box)


def _asked(page: Page, account: _Account, budget: Budget) -> dict[str, Any]:
    price = account.price or 0.0
    budget.set_aside(price)
    cost = 0.0
    try:
        answer = until_answered(partial(_post, page, account), account.server, threading.Event())
        cost = price
        return answer
    finally:
        budget.settle(price, cost)


def _post(page: Page, account: _Account) -> dict[str, Any]:
    server = account.server
    body: Any = {"src": "data:image/png;base64," + base64.b64encode(page.picture).decode(), **_OPTIONS}
    try:
        answer = requests.post(
            f"{server.base_url}/v3/text",
            json=body,
            headers={"app_id": account.app_id, "app_key": server.key},
            timeout=server.seconds,
            allow_redirects=False,
        )
    except requests.Timeout:
        raise AskingError(Failure.TOO_SLOW, f"{server.host} was silent for {server.seconds:g} seconds") from None
    except requests.RequestException as error:
        kind = type(error).__name__
        raise AskingError(Failure.UNREACHABLE, f"{server.host} cannot be reached ({kind})") from None
    said = " ".join(answer.text[:300].split()).replace(server.key, "[key]")
    if answer.status_code != requests.codes.ok:
        failure = {401: Failure.DENIED, 403: Failure.DENIED, 429: Failure.BUSY}.get(
            answer.status_code, Failure.BROKEN if answer.status_code >= 500 else Failure.REFUSED
        )
        wait = answer.headers.get("Retry-After", "")
        message = f"{server.host} answered with status {answer.status_code}: {said}"
        raise AskingError(failure, message, float(wait) if wait.isdigit() else None)
    try:
        read = answer.json() if len(answer.content) <= _LARGEST else None
    except ValueError:
        read = None
    if not isinstance(read, dict):
        raise AskingError(Failure.BAD_ANSWER, f"{server.host} did not answer with JSON: {said}")
    if read.get("error") and not read.get("line_data"):
        raise AskingError(Failure.REFUSED, f"{server.host} says: {said}")
    return read


def _account() -> _Account:
    app_id, key = os.environ.get(APP_ID, "").strip(), os.environ.get(APP_KEY, "").strip()
    if not app_id or not key:
        raise UsageError(f"Mathpix wants an account; set {APP_ID} and {APP_KEY}")
    address = (os.environ.get(ADDRESS, "").strip() or _USUAL).rstrip("/")
    if not address.startswith(("https://", "http://")):
        raise UsageError(f"{ADDRESS} is {address!r}, which is no address of a server")
    price, budget = amount(PRICE, os.environ.get(PRICE, "")), amount(BUDGET, os.environ.get(BUDGET, ""))
    if budget is not None and price is None:
        raise UsageError(f"a budget needs a price; set {PRICE} to what a page costs")
    return _Account(ModelServer("v3/text", address, key), app_id, price, budget)
