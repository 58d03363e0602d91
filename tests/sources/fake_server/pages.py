"""The ACL Anthology, OpenReview, PMLR, the CVF, PubMed Central, and a publisher's shelf."""

from html import escape

from tests.sources.fake_server.papers import Paper, pdf
from tests.sources.fake_server.reply import Asked, Reply, as_json, document

_MISSING = Reply(404, b"<html><body>404</body></html>", {"Content-Type": "text/html"})


def acl(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if paper.acl_id and asked.path == f"{paper.acl_id}.pdf":
            return document(pdf(paper.title, paper.authors), "application/pdf", paper.acl_id)
        if paper.acl_id and asked.path == f"{paper.acl_id}.bib":
            authors = " and\n      ".join(", ".join(reversed(name.rsplit(" ", 1))) for name in paper.authors)
            bib = (
                f'@inproceedings{{toy-{paper.year},\n    title = "{paper.title}",\n    author = "{authors}",\n'
                f'    year = "{paper.year}",\n    url = "https://aclanthology.org/{paper.acl_id}/",\n}}\n'
            )
            return Reply(200, bib.encode(), {"Content-Type": "text/plain"})
    return _MISSING


def openreview_api(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if paper.openreview_id == asked.query.get("id") and not paper.old_openreview:
            content = {
                "title": {"value": paper.title},
                "authors": {"value": list(paper.authors)},
                "venue": {"value": f"ICLR {paper.year}"},
            }
            return as_json(
                {
                    "notes": [
                        {
                            "id": paper.openreview_id,
                            "forum": paper.openreview_id,
                            "content": content,
                            "pdate": 1_600_000_000_000,
                        }
                    ]
                }
            )
    return as_json(
        {"name": "NotFoundError", "message": f"The Note {asked.query.get('id')} was not found", "status": 404}, 404
    )


def openreview_old_api(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if paper.openreview_id == asked.query.get("id") and paper.old_openreview:
            content = {"title": paper.title, "authors": list(paper.authors)}
            return as_json({"notes": [{"id": paper.openreview_id, "content": content, "cdate": 1_569_888_000_000}]})
    return as_json({"name": "NotFoundError", "message": "not found", "status": 404}, 404)


def openreview(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if asked.path == "pdf" and paper.openreview_id == asked.query.get("id"):
            return document(pdf(paper.title, paper.authors), "application/pdf", paper.openreview_id or "")
    return _MISSING


def pmlr(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if paper.pmlr:
            name = paper.pmlr.rsplit("/", 1)[1]
            if asked.path == f"{paper.pmlr}.html":
                return _tagged(paper, f"{asked.base}/pmlr/{paper.pmlr}/{name}.pdf")
            if asked.path == f"{paper.pmlr}/{name}.pdf":
                return document(pdf(paper.title, paper.authors), "application/pdf", name)
    return _MISSING


def cvf(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if paper.cvf:
            volume, name = paper.cvf.split("|")
            if asked.path == f"{volume}/html/{name}.html":
                return _tagged(paper, f"{asked.base}/cvf/{volume}/papers/{name}.pdf")
            if asked.path == f"{volume}/papers/{name}.pdf":
                return document(pdf(paper.title, paper.authors), "application/pdf", name)
    return _MISSING


def pmc_api(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    number = asked.query.get("id", "")
    for paper in papers:
        if paper.pmc_id == f"PMC{number}":
            names = [f"{name.split()[-1]} {''.join(part[0] for part in name.split()[:-1])}" for name in paper.authors]
            article = {
                "uid": number,
                "title": f"{paper.title}.",
                "pubdate": f"{paper.year} Jan 3",
                "authors": [{"name": name, "authtype": "Author"} for name in names],
                "articleids": [
                    {"idtype": "pmcid", "value": paper.pmc_id},
                    *([{"idtype": "doi", "value": paper.doi}] if paper.doi else []),
                ],
            }
            return as_json({"header": {"type": "esummary"}, "result": {"uids": [number], number: article}})
    error = {"uid": number, "error": "cannot get document summary"}
    return as_json({"header": {"type": "esummary"}, "result": {"uids": [number], number: error}})


def pmc_files(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if paper.pmc_id and asked.path == f"{paper.pmc_id}.1/{paper.pmc_id}.1.pdf":
            return document(pdf(paper.title, paper.authors), "application/pdf", paper.pmc_id)
    return Reply(
        404, b"<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>", {"Content-Type": "application/xml"}
    )


def publisher(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    for paper in papers:
        if paper.open_pdf == asked.path:
            return document(pdf(paper.title, paper.authors, "printed"), "application/pdf", asked.path)
    return _MISSING


def _tagged(paper: Paper, url: str) -> Reply:
    tags = [
        ("citation_title", paper.title),
        ("citation_publication_date", f"{paper.year}/07/01"),
        ("citation_pdf_url", url),
    ]
    tags[1:1] = [("citation_author", ", ".join(reversed(name.rsplit(" ", 1)))) for name in paper.authors]
    head = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in tags)
    return Reply(
        200, f"<!DOCTYPE html><html><head>{head}</head><body></body></html>".encode(), {"Content-Type": "text/html"}
    )
