"""The folder of a batch: one result a manuscript, an index, and what is needed to go on with it."""

import csv
import io
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tablecheck.model.errors import UsageError

COLUMNS = (
    "name", "status", "manuscripts", "tables", "numbers", "checked", "agree", "differ", "unchecked", "rerun",
    "errors", "warnings", "infos", "notes", "accepted", "papers", "papers_read", "problems", "rules", "first_problem",
)  # fmt: skip
"""The columns of the index; those between ``manuscripts`` and ``problems`` are counts."""


class Results:
    """The results in a folder; each is written whole or not at all."""

    def __init__(self, folder: Path, fingerprint: str, *, resume: bool) -> None:
        self.folder = folder
        self._results = folder / "results"
        run = folder / "run.json"
        try:
            known = json.loads(run.read_text(encoding="utf-8"))["task"] if run.exists() else None
        except (OSError, ValueError, KeyError, TypeError):
            known = "unreadable"
        if known is not None and not resume:
            raise UsageError(f"{folder} holds the results of another run; go on with --resume, or name another --out")
        if resume and known is not None and known != fingerprint:
            raise UsageError(f"{folder} was made with other options or another tablecheck; name another --out")
        try:
            self._results.mkdir(parents=True, exist_ok=True)
            _write(run, json.dumps({"task": fingerprint}) + "\n")
        except OSError as error:
            raise UsageError(f"{folder} cannot be written ({error.strerror}); name another --out") from error

    def finished(self) -> frozenset[str]:
        """The names of the manuscripts that have a result."""
        return frozenset(path.stem for path in self._results.glob("*.json"))

    def put(self, result: Mapping[str, Any]) -> None:
        """Write one result."""
        _write(self._results / f"{result['name']}.json", json.dumps(result, ensure_ascii=False, indent=1) + "\n")

    def everything(self, names: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Read results one after the other, in the order of the names; those that are not there are passed over."""
        for name in names:
            path = self._results / f"{name}.json"
            try:
                yield json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue

    def write(self, name: str, text: str) -> None:
        """Write a file beside the results."""
        _write(self.folder / name, text)

    def write_parquet(self, rows: list[dict[str, Any]]) -> bool:
        """Write the index as Parquet; tells whether there is something here that can."""
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            return False
        table = pyarrow.table({column: [row[column] for row in rows] for column in COLUMNS})
        parquet.write_table(table, self.folder / "index.parquet")
        return True


def row_of(result: Mapping[str, Any]) -> dict[str, Any]:
    """The line of the index for a result."""
    manuscripts = result["manuscripts"]
    findings = [finding for one in manuscripts for finding in one["findings"]]
    severities = [finding["severity"] for finding in findings]
    sources = [
        source for one in manuscripts for source in one["coverage"]["sources"] if source["status"] != "not-needed"
    ]
    problems = [*result["problems"], *(problem for one in manuscripts for problem in one["problems"])]
    coverage = {
        name: sum(one["coverage"][name] for one in manuscripts)
        for name in ("tables", "numbers", "checked", "agree", "differ", "unchecked", "rerun")
    }
    return {
        "name": result["name"],
        "status": result["status"],
        "manuscripts": len(manuscripts),
        **coverage,
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "infos": severities.count("info"),
        "notes": severities.count("note"),
        "accepted": sum(len(one["accepted"]) for one in manuscripts),
        "papers": len(sources),
        "papers_read": sum(source["status"] == "read" for source in sources),
        "problems": len(problems),
        "rules": " ".join(sorted({finding["rule"] for finding in findings})),
        "first_problem": problems[0]["message"] if problems else "",
    }


def as_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """The index as CSV; a text that a spreadsheet would take for a formula is given a quote before it."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _harmless(value) for name, value in row.items()})
    return out.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"} else value


def _write(path: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)
