"""The papers that the fake services know, and small documents for them."""

import gzip
import io
import json
import re
import tarfile
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Paper:
    """A paper under all its ids; ``source`` says how arXiv keeps it: ``tar``, ``single``, ``pdf`` or ``withdrawn``."""

    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    arxiv_id: str | None = None
    versions: int = 1
    doi: str | None = None
    acl_id: str | None = None
    openreview_id: str | None = None
    old_openreview: bool = False
    pmlr: str | None = None  # v139/name21a
    cvf: str | None = None  # content/CVPR2021|Name_Title_CVPR_2021_paper
    pmc_id: str | None = None
    kind: str = "journal-article"
    open_pdf: str | None = None  # a path on this server, or an address
    source: str = "tar"
    has_html: bool = True
    in_scholar: bool = True
    extra: dict = field(default_factory=dict)

    @property
    def scholar_id(self) -> str:
        return f"{abs(hash((self.title, self.authors))):040x}"[:40]


def papers_of_index(path: Path) -> tuple[Paper, ...]:
    """Read the little index of a case: ids that begin with 10. are DOIs, all others arXiv's."""
    papers = []
    for entry in json.loads(path.read_text(encoding="utf-8")):
        is_doi = entry["id"].startswith("10.")
        papers.append(
            Paper(
                title=entry["title"],
                authors=tuple(entry["authors"]),
                year=entry.get("year"),
                arxiv_id=None if is_doi else entry["id"],
                doi=entry["id"] if is_doi else None,
                versions=max(entry.get("versions", [1])),
                kind="report" if "rep." in entry["id"] else "journal-article",
            )
        )
    return tuple(papers)


def pdf(text: str = "A Toy Paper", authors: tuple[str, ...] = (), mark: str = "") -> bytes:
    """Write the smallest PDF that prints a title and, below it, who wrote it."""
    below = "".join(f" /F1 9 Tf 0 -24 Td ({line}) Tj" for line in (", ".join(authors), mark) if line)
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj{below} ET".encode("latin-1", "replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    out = io.BytesIO(b"")
    out.write(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start)
    return out.getvalue()


def latex(title: str, version: int) -> bytes:
    return (
        rf"\documentclass{{article}}\title{{{title}}}\begin{{document}}\maketitle"
        rf"\begin{{tabular}}{{lr}}Method & Lake \\ NorthNet & 8{version}.5 \\\end{{tabular}}\end{{document}}"
    ).encode()


def tar_gz(files: dict[str, bytes], links: dict[str, str] | None = None) -> bytes:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        for name, target in (links or {}).items():
            member = tarfile.TarInfo(name)
            member.type, member.linkname = tarfile.SYMTYPE, target
            archive.addfile(member)
    return gzip.compress(plain.getvalue(), mtime=0)


def e_print(paper: Paper, version: int) -> bytes:
    """What arXiv sends as source; what it is shows in the bytes alone."""
    if paper.source == "pdf":
        return pdf(paper.title, paper.authors)
    if paper.source == "withdrawn":
        return gzip.compress(b"%auto-ignore\nThis paper has been withdrawn by the authors.\n", mtime=0)
    text = latex(paper.title, version)
    if paper.source == "single":
        return gzip.compress(text, mtime=0)
    return tar_gz({"main.tex": text, "main.bbl": b"\\begin{thebibliography}{1}\\end{thebibliography}"})


def html_page(paper: Paper, version: int) -> bytes:
    return (
        f'<!DOCTYPE html><html><head><title>{paper.title}</title></head><body><div class="ltx_page_main">'
        f'<h1 class="ltx_title ltx_title_document">{paper.title}</h1><table class="ltx_tabular"><tr><td>NorthNet</td>'
        f"<td>8{version}.5</td></tr></table></div></body></html>"
    ).encode()


def words(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.lower()).strip()
