"""Semantic Scholar, Crossref, OpenAlex and Unpaywall: what is known of a paper, in the shape of each."""

import json
import re
from urllib.parse import unquote

from tests.sources.fake_server.papers import Paper, words
from tests.sources.fake_server.reply import Asked, Reply, as_json


def semantic_scholar(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    known = [paper for paper in papers if paper.in_scholar]
    if asked.path == "paper/batch":
        ids = json.loads(asked.body)["ids"]
        found = [_scholar(paper, asked) if (paper := _by_scholar_name(name, known)) else None for name in ids]
        return as_json(found) if any(found) else as_json({"error": "No valid paper ids given"}, 400)
    if asked.path == "paper/search/match":
        wanted = set(words(asked.query["query"]).split())
        scored = [
            (len(wanted & set(words(p.title).split())) / len(wanted | set(words(p.title).split())), p) for p in known
        ]
        best = max(scored, key=lambda pair: pair[0], default=(0, None))
        if best[0] < 0.5 or best[1] is None:
            return as_json({"error": "Title match not found"}, 404)
        return as_json({"data": [{**_scholar(best[1], asked), "matchScore": 179.05287}]})
    return as_json({"error": "Paper not found"}, 404)


def crossref(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    headers = {"x-rate-limit-limit": "10", "x-rate-limit-interval": "1s", "x-api-pool": "polite"}
    works = [paper for paper in papers if paper.doi]
    if asked.path.startswith("works/"):
        doi = unquote(asked.path.removeprefix("works/")).lower()
        for paper in works:
            if paper.doi and paper.doi.lower() == doi:
                return as_json({"status": "ok", "message-type": "work", "message": _work(paper)}, **headers)
        return Reply(404, b"Resource not found.", {"Content-Type": "text/plain", **headers})
    wanted = set(words(asked.query["query.bibliographic"]).split())
    near = sorted(works, key=lambda paper: -len(wanted & set(words(paper.title).split())))[:5]
    near = [paper for paper in near if wanted & set(words(paper.title).split())]
    message = {"total-results": len(near), "items": [_work(paper) for paper in near]}
    return as_json({"status": "ok", "message-type": "work-list", "message": message}, **headers)


def openalex(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    doi = unquote(asked.path.removeprefix("works/doi:")).lower()
    for paper in papers:
        if paper.doi and paper.doi.lower() == doi:
            place = _place(paper, asked)
            location = {
                "is_oa": True,
                "pdf_url": place,
                "landing_page_url": f"https://doi.org/{doi}",
                "license": "cc-by",
            }
            work = {
                "id": "https://openalex.org/W1",
                "doi": f"https://doi.org/{paper.doi}",
                "display_name": paper.title,
                "publication_year": paper.year,
                "type": "article" if paper.kind == "journal-article" else paper.kind,
                "authorships": [{"author": {"display_name": name}} for name in paper.authors],
                "open_access": {"is_oa": place is not None},
                "best_oa_location": location if place else None,
                "locations": [location] if place else [],
            }
            return as_json(work)
    return Reply(404, b"<!doctype html><title>404 Not Found</title>", {"Content-Type": "text/html"})


def unpaywall(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.\w+", asked.query.get("email", "")) or "example.com" in asked.query["email"]:
        message = "Please use your own email address in API calls. See https://unpaywall.org/products/api"
        return as_json({"HTTP_status_code": 422, "error": True, "message": message}, 422)
    doi = unquote(asked.path).lower()
    for paper in papers:
        if paper.doi and paper.doi.lower() == doi:
            place = _place(paper, asked)
            location = {
                "url": place,
                "url_for_pdf": place,
                "url_for_landing_page": f"https://doi.org/{doi}",
                "host_type": "publisher",
            }
            work = {
                "doi": paper.doi,
                "title": paper.title,
                "year": paper.year,
                "genre": paper.kind,
                "is_oa": place is not None,
                "z_authors": [
                    dict(zip(("given", "family"), _given_family(name), strict=True)) for name in paper.authors
                ]
                or None,
                "best_oa_location": location if place else None,
                "oa_locations": [location] if place else [],
            }
            return as_json(work)
    return as_json({"HTTP_status_code": 404, "error": True, "message": f"'{doi}' isn't in Unpaywall."}, 404)


def _by_scholar_name(name: str, papers: list[Paper]) -> Paper | None:
    kind, _, value = name.partition(":")
    for paper in papers:
        ids = {"ARXIV": paper.arxiv_id, "DOI": paper.doi, "ACL": paper.acl_id}
        if (ids.get(kind) or "").lower() == value.lower() != "":
            return paper
    return None


def _scholar(paper: Paper, asked: Asked) -> dict:
    ids = {"CorpusId": 12345}
    ids |= {"ArXiv": paper.arxiv_id} if paper.arxiv_id else {}
    ids |= {"DOI": paper.doi} if paper.doi else {"DOI": f"10.48550/arXiv.{paper.arxiv_id}"} if paper.arxiv_id else {}
    place = _place(paper, asked)
    return {
        "paperId": paper.scholar_id,
        "title": paper.title,
        "year": paper.year,
        "authors": [{"authorId": "1", "name": name} for name in paper.authors],
        "externalIds": ids,
        "openAccessPdf": {"url": place or "", "status": "GREEN" if place else "CLOSED"},
        "publicationTypes": {"book": ["Book"], "dissertation": None}.get(paper.kind, ["JournalArticle"]),
    }


def _work(paper: Paper) -> dict:
    return {
        "DOI": paper.doi,
        "type": paper.kind,
        "title": [paper.title],
        "author": [dict(zip(("given", "family"), _given_family(name), strict=True)) for name in paper.authors],
        "issued": {"date-parts": [[paper.year]] if paper.year else [[None]]},
        "link": [
            {
                "URL": "https://closed.invalid/x.pdf",
                "content-type": "application/pdf",
                "intended-application": "text-mining",
            }
        ],
        "relation": {},
        **paper.extra,
    }


def _given_family(name: str) -> tuple[str, str]:
    given, _, family = name.rpartition(" ")
    return given, family


def _place(paper: Paper, asked: Asked) -> str | None:
    if paper.open_pdf is None or "://" in paper.open_pdf:
        return paper.open_pdf
    return f"{asked.base}/publisher/{paper.open_pdf}"
