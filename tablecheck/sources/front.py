"""What a document shows of itself at its front: titles, authors, and the stamp of arXiv."""

import re
from dataclasses import dataclass
from pathlib import Path

from lxml import html as lxml_html
from lxml.etree import LxmlError

from tablecheck.latex.bibliography.braces import group
from tablecheck.latex.bibliography.plain import unicode_text
from tablecheck.sources.archive import main_tex
from tablecheck.sources.folder import Shelved

LONGEST_TEXT = 20_000  # characters of text that are kept; two full pages
_LONGEST_HTML = 3_000_000  # bytes that are parsed; title and authors stand at the start
_ID = r"(\d{4}\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7})(?:v(\d{1,3}))?"
# The class in brackets or the date tell the stamp from the mention of another paper's id.
_STAMP = re.compile(rf"arXiv:\s?{_ID}\s+(?:\[[\w.\-]+\]|\d{{1,2}} [A-Z][a-z]{{2}} \d{{4}})")
_OWN_ADDRESS = re.compile(
    rf"(?:canonical|og:url|citation_arxiv_id|<base)[^>]*?(?:/abs/|/html/|/pdf/|content=[\"'])(?:arxiv:)?{_ID}", re.I
)
_SITE = re.compile(r"^\[[\w./\-]+\]\s*|\s*[|–—-]\s*(?:ar5iv|arxiv|openreview|acl anthology|pmlr|cvf|ieee).*$", re.I)
_AUTHOR_CLASSES = ("ltx_authors", "ltx_personname", "authors", "author", "author-list")
_TITLE_COMMAND = re.compile(r"\\(?:title|icmltitle|twocolumn\s*\[\s*\\icmltitle|papertitle)\s*(?:\[[^\]]*\])?\s*(?=\{)")
_AUTHOR_COMMAND = re.compile(r"\\(?:author|authors|icmlauthor|name|IEEEauthorblockN)\s*(?:\[[^\]]*\])?\s*(?=\{)")


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a document.

    ``titles`` are the candidates, likeliest first, none where nothing stands out. ``authors`` is the text that
    holds the authors' names, empty where the document names none. ``text`` is the beginning of the document.
    ``is_fragment`` marks LaTeX that does not stand alone.
    """

    titles: tuple[str, ...] = ()
    authors: str = ""
    text: str = ""
    arxiv_id: str | None = None
    arxiv_version: int | None = None
    is_fragment: bool = False


def stamp_in(text: str) -> tuple[str | None, int | None]:
    """Find the stamp that arXiv prints in the margin; gives the id and the version."""
    return _id_and_version(_STAMP.search(text))


def html_front(content: bytes) -> Front:
    """Read the front of an HTML page; a page that cannot be parsed has an empty one."""
    content = content[:_LONGEST_HTML]
    parser = lxml_html.HTMLParser(no_network=True, huge_tree=False, recover=True, encoding=_encoding(content))
    try:
        root = lxml_html.document_fromstring(content, parser=parser)
    except (LxmlError, ValueError, RecursionError):
        return Front()
    metas = {str(m.get("name", "")).lower(): str(m.get("content", "")) for m in reversed(root.findall(".//meta"))}
    headings = [*root.xpath("//h1[contains(@class, 'ltx_title')]"), *root.findall(".//h1"), *root.findall(".//title")]
    titles = [metas.get("citation_title", ""), *(_text(heading) for heading in headings[:6])]
    authors = [str(m.get("content", "")) for m in root.findall(".//meta") if m.get("name") == "citation_author"]
    for name in _AUTHOR_CLASSES:
        found = root.xpath("//*[contains(concat(' ', normalize-space(@class), ' '), $name)]", name=f" {name} ")
        authors.extend(_spaced_text(element) for element in found[:50])
    text = _spaced_text(root)[:LONGEST_TEXT]
    titles = [_SITE.sub("", title).strip() for title in titles]
    return Front(tuple(dict.fromkeys(filter(None, titles))), " ; ".join(authors), text, *_own_id(content))


def tex_front(text: str) -> Front:
    """Read the front of a LaTeX source."""
    text = re.sub(r"(?<!\\)%.*", "", text[:300_000])
    titles = [unicode_text(re.sub(r"\\\\|\\thanks\s*\{[^{}]*\}", " ", group(text, m.end())[0]))
              for m in _TITLE_COMMAND.finditer(text)]  # fmt: skip
    authors = [unicode_text(group(text, m.end())[0].replace("\\\\", " ")) for m in _AUTHOR_COMMAND.finditer(text)]
    is_fragment = not re.search(r"\\document(?:class|style)\b", text)
    return Front(tuple(filter(None, titles)), " ; ".join(authors), text[:LONGEST_TEXT], is_fragment=is_fragment)


def front_of(document: Shelved) -> Front:
    """Read the front of any document but a PDF, which is read in a process of its own.

    Raises:
        OSError: the file cannot be read.
    """
    content = Path(document.path).read_bytes()
    if document.form == "html":
        return html_front(content)
    text = main_tex(content) if document.form in {"tar", "gzip"} else content.decode("utf-8", errors="replace")
    return tex_front(text) if text else Front()


def _own_id(content: bytes) -> tuple[str | None, int | None]:
    """Find the id in the page's own address; ids in its text may be those of cited papers."""
    return _id_and_version(_OWN_ADDRESS.search(content[:20_000].decode("utf-8", errors="replace")))


def _id_and_version(match: re.Match[str] | None) -> tuple[str | None, int | None]:
    if match is None:
        return None, None
    return match[1], int(match[2]) if match[2] else None


def _encoding(content: bytes) -> str | None:
    """Pages saved to disk have lost the header that named their encoding; UTF-8 is told by its own form."""
    try:
        content[: -4 if len(content) == _LONGEST_HTML else None].decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _text(element: lxml_html.HtmlElement) -> str:
    return " ".join(str(element.text_content()).split())


def _spaced_text(element: lxml_html.HtmlElement) -> str:
    """Cells and names that stand apart on the page stand apart in the text."""
    return " ".join(" ".join(map(str, element.itertext())).split())
