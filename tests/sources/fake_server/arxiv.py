"""arXiv: the Atom API, whose errors are papers, and the files of every version."""

import re
from xml.sax.saxutils import escape

from tests.sources.fake_server.papers import Paper, e_print, html_page, pdf, words
from tests.sources.fake_server.reply import Asked, Reply, document

_FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <id>https://arxiv.org/api/SkuXkYxumgL1drFIL7NufdnpkFc</id>
  <title>arXiv Query: {query}</title>
  <updated>2026-11-29T00:00:00Z</updated>
  <link href="https://arxiv.org/api/query?{query}" type="application/atom+xml"/>
  <opensearch:itemsPerPage>10</opensearch:itemsPerPage>
  <opensearch:totalResults>{count}</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
{entries}</feed>
"""


def api(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    if "id_list" in asked.query:
        ids = asked.query["id_list"].split(",")
        for name in ids:
            if not re.fullmatch(r"(\d{4}\.\d{4,5}|[a-z-]+/\d{7})(v\d+)?", name):
                return _feed(asked, [_error(f"incorrect id format for {name}")])
        found = [p for name in ids for p in papers if p.arxiv_id == re.sub(r"v\d+$", "", name)]
    else:
        wanted = words(re.sub(r"^ti:", "", asked.query.get("search_query", "")))
        found = [p for p in papers if p.arxiv_id and wanted and wanted in words(p.title)]
    return _feed(asked, [_entry(paper) for paper in found])


def source(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    paper, version = _wanted(asked.path.removeprefix("e-print/"), papers)
    if paper is None:
        return Reply(404, b"<html><body>No paper</body></html>", {"Content-Type": "text/html"})
    kind = "application/pdf" if paper.source == "pdf" else "application/gzip"
    return document(e_print(paper, version), kind, f"src-{paper.arxiv_id}-{version}")


def site(asked: Asked, papers: tuple[Paper, ...]) -> Reply:
    form, _, name = asked.path.partition("/")
    paper, version = _wanted(name, papers)
    if paper is None or (form == "html" and not paper.has_html):
        return Reply(404, b"<html><body>No HTML for this paper</body></html>", {"Content-Type": "text/html"})
    if form == "html":
        return document(html_page(paper, version), "text/html; charset=utf-8", f"html-{paper.arxiv_id}-{version}")
    return document(
        pdf(paper.title, paper.authors, f"v{version}"), "application/pdf", f"pdf-{paper.arxiv_id}-{version}"
    )


def _wanted(name: str, papers: tuple[Paper, ...]) -> tuple[Paper | None, int]:
    match = re.fullmatch(r"(.+?)(?:v(\d+))?", name)
    for paper in papers:
        if match and paper.arxiv_id == match[1]:
            version = int(match[2] or paper.versions)
            return (paper, version) if 1 <= version <= paper.versions else (None, 0)
    return None, 0


def _feed(asked: Asked, entries: list[str]) -> Reply:
    query = escape("&".join(f"{name}={value}" for name, value in asked.query.items()), {'"': "&quot;"})
    text = _FEED.format(query=query, count=len(entries), entries="".join(entries))
    return Reply(200, text.encode(), {"Content-Type": "application/atom+xml; charset=utf-8", "ETag": f'"{len(text)}"'})


def _entry(paper: Paper) -> str:
    # Titles come wrapped in the middle of a line.
    title = escape(paper.title).replace(": ", ":\n  ", 1)
    number = re.match(r"(\d\d)", paper.arxiv_id or "")
    year = paper.year or (2000 + int(number[1]) if number else 1999)
    authors = "".join(f"    <author><name>{escape(name)}</name></author>\n" for name in paper.authors)
    doi = f"    <arxiv:doi>{escape(paper.doi)}</arxiv:doi>\n" if paper.doi else ""
    name = f"{paper.arxiv_id}v{paper.versions}"
    return f"""  <entry>
    <id>http://arxiv.org/abs/{name}</id>
    <title>{title}</title>
    <updated>{year}-06-01T00:00:00Z</updated>
    <link href="https://arxiv.org/abs/{name}" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/{name}" rel="related" type="application/pdf" title="pdf"/>
    <summary>Toys.</summary>
    <category term="cs.CV" scheme="http://arxiv.org/schemas/atom"/>
    <published>{year}-01-05T00:00:00Z</published>
    <arxiv:primary_category term="cs.CV"/>
{authors}{doi}  </entry>
"""


def _error(message: str) -> str:
    return f"""  <entry>
    <id>http://arxiv.org/api/errors#{message.replace(" ", "_")}</id>
    <title>Error</title>
    <summary>{message}</summary>
    <updated>2026-11-29T00:00:00Z</updated>
    <link href="http://arxiv.org/api/errors" rel="alternate" type="text/html"/>
    <author><name>arXiv api core</name></author>
  </entry>
"""
