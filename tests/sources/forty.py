"""A manuscript whose one table cites forty references of all kinds, traps among them, as LaTeX and BibTeX."""

from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.sources.services.resolution import Status
from tests.sources.fake_server.papers import Paper
from tests.sources.services.test_forty_references import bibliography

PAID = {"doi6", "title15", "title18", "title21"}
"""The references whose papers are known and have no open copy."""


def forty(folder: Path) -> tuple[Path, list[Paper], dict[str, str]]:
    """Write the manuscript; gives its main file, the papers that exist, and how fetching each reference must end."""
    papers, wanted = bibliography()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "refs.bib").write_text("\n".join(map(entry, wanted)), encoding="utf-8")
    main = folder / "paper.tex"
    main.write_text(manuscript([reference.key for reference in wanted]), encoding="utf-8")
    return main, papers, {reference.key: fate(reference, status) for reference, (status, _) in wanted.items()}


def fate(reference: Reference, status: Status) -> str:
    if status is Status.RESOLVED:
        return "no-copy" if reference.key in PAID else "fetched"
    return "id-title-mismatch" if status is Status.ID_TITLE_MISMATCH else "not-found"


def manuscript(keys: list[str]) -> str:
    rows = "\n".join(rf"  NorthNet \cite{{{key}}} & 81.5 \\" for key in keys)
    return (
        "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n\\begin{table}\n\\caption{Toys.}\n"
        "\\begin{tabular}{lr}\n\\toprule\nMethod & Lake \\\\\n\\midrule\n"
        f"{rows}\n\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n\\bibliography{{refs}}\n\\end{{document}}\n"
    )


def entry(reference: Reference) -> str:
    eprint = reference.arxiv_id
    if eprint and reference.arxiv_version:
        eprint += f"v{reference.arxiv_version}"
    url = reference.url
    if reference.acl_id:
        url = f"https://aclanthology.org/{reference.acl_id}"
    if reference.openreview_id:
        url = f"https://openreview.net/forum?id={reference.openreview_id}"
    fields = {
        "title": reference.title,
        "author": " and ".join(reference.authors),
        "year": reference.year,
        "eprint": eprint,
        "archiveprefix": "arXiv" if eprint else None,
        "doi": reference.doi,
        "url": url,
        "note": reference.note,
    }
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@{reference.entry_type}{{{reference.key},\n{lines}\n}}\n"
