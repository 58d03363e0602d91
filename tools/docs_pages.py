"""The Markdown pages of the project, their headings and their links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
_WHERE = ("*.md", "docs/**/*.md", "examples/*.md", "integrations/**/*.md", "editors/protocol.md", "editors/vscode/*.md")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)


@dataclass(frozen=True, slots=True)
class Link:
    """A link or a picture as the page writes it; ``line`` counts from 1."""

    target: str
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its path from the root, its text, its anchors as GitHub makes them, and its links."""

    path: Path
    text: str
    title: str
    anchors: frozenset[str]
    links: tuple[Link, ...]


def parser() -> MarkdownIt:
    """Read Markdown as GitHub does, as far as these pages use it."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def pages(root: Path = ROOT) -> tuple[Page, ...]:
    """Read all pages below a root, in the order of their paths."""
    paths = sorted({path for pattern in _WHERE for path in root.glob(pattern)})
    return tuple(read_page(path.relative_to(root), path.read_text("utf-8")) for path in paths)


def read_page(path: Path, text: str) -> Page:
    """Read one page."""
    tokens = parser().parse(text)
    headings = [text for _, text in headings_of(tokens)]
    title = headings[0] if headings else path.stem
    return Page(path, text, title, frozenset(slugs(headings)), tuple(_links(tokens)))


def headings_of(tokens: list[Token]) -> Iterator[tuple[Token, str]]:
    """Give the opening token of each heading, and what it says."""
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            spoken = (child.content for child in inline.children or () if child.type in ("text", "code_inline"))
            yield opening, "".join(spoken)


def slugs(headings: list[str]) -> Iterator[str]:
    """Name the anchors of headings as GitHub does: lower case, no punctuation, a number where a name comes again."""
    seen: dict[str, int] = {}
    for heading in headings:
        slug = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        yield f"{slug}-{count}" if count else slug


def dead_links(found: tuple[Page, ...], root: Path = ROOT) -> list[str]:
    """Say of each link that leads nowhere where it stands; addresses on the web are not asked."""
    by_path = {(root / page.path).resolve(): page for page in found}
    return [
        f"{page.path.as_posix()}:{link.line}: {link.target}: {wrong}"
        for page in found
        for link in page.links
        if (wrong := _wrong(page, link, by_path, root))
    ]


def unreachable(found: tuple[Page, ...], start: Path, root: Path = ROOT) -> set[Path]:
    """Give the pages to which no path of links leads from ``start``."""
    by_path = {(root / page.path).resolve(): page for page in found}
    reached, waiting = set(), [(root / start).resolve()]
    while waiting:
        here = waiting.pop()
        if here in reached or here not in by_path:
            continue
        reached.add(here)
        waiting += [target for link in by_path[here].links if (target := resolved(by_path[here], link, root))]
    return {page.path for path, page in by_path.items() if path not in reached}


def resolved(page: Page, link: Link, root: Path = ROOT) -> Path | None:
    """Give the file a link leads to, the page's own for a bare anchor; ``None`` for an address on the web."""
    if is_elsewhere(link.target):
        return None
    written = unquote(link.target.partition("#")[0])
    return (root / page.path.parent / written).resolve() if written else (root / page.path).resolve()


def is_elsewhere(target: str) -> bool:
    """Whether a link leaves the project."""
    return bool(_ELSEWHERE.match(target)) or target.startswith("//")


def _wrong(page: Page, link: Link, by_path: dict[Path, Page], root: Path) -> str:
    if is_elsewhere(link.target):
        return "" if link.target.startswith(("https://", "mailto:")) else "write https"
    target = resolved(page, link, root)
    assert target is not None
    if not target.is_file():
        return "there is no such file"
    if not target.is_relative_to(root.resolve()):
        return "leaves the project"
    anchor = link.target.partition("#")[2]
    if not anchor:
        return ""
    if target not in by_path:
        return "an anchor needs a page"
    return "" if anchor in by_path[target].anchors else "there is no such heading"


def _links(tokens: list[Token]) -> Iterator[Link]:
    for token in tokens:
        line = (token.map or [0])[0] + 1
        for child in token.children or ():
            target = child.attrGet("href") or child.attrGet("src")
            if target is not None:
                yield Link(str(target), line)
