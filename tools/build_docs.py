"""Builds the documentation: ``python tools/build_docs.py``, or ``make docs``.

Writes the pages of the rules from their docstrings, refuses dead links, and draws all pages as plain HTML into
``site/``: no script, no font and no picture from elsewhere, so that it can be read from a disk.
"""

import html
import shutil
import sys
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]  # so that it runs from anywhere, installed or not

from docs import write_rule_pages  # noqa: E402
from tools.docs_pages import ROOT, Page, dead_links, headings_of, is_elsewhere, pages, parser, resolved, slugs  # noqa: E402

_START = Path("docs/index.md")
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · tablecheck</title>
<link rel="stylesheet" href="{style}">
</head>
<body>
<nav aria-label="All pages">{menu}</nav>
<main>
{body}</main>
</body>
</html>
"""
_FORWARD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>tablecheck</title>
<meta http-equiv="refresh" content="0; url={0}">
<a href="{0}">Documentation</a>
</html>
"""


def build(site: Path, root: Path = ROOT) -> list[Path]:
    """Draw all pages below ``root`` into ``site``, with the files they link to; gives the pages written."""
    found = pages(root)
    written = []
    for page in found:
        target = site / page.path.with_suffix(".html")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_page(page, found, root), "utf-8")
        written.append(target)
    for file in sorted(_linked_files(found, root)):
        copy = site / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    shutil.copyfile(HERE / "docs.css", site / "docs.css")
    (site / "index.html").write_text(_FORWARD.format(_START.with_suffix(".html").as_posix()), "utf-8")
    return written


def _page(page: Page, found: tuple[Page, ...], root: Path) -> str:
    return _PAGE.format(
        title=html.escape(page.title),
        style=_from(page, Path("docs.css")),
        menu=_menu(page, found, root),
        body=_body(page, root),
    )


def _body(page: Page, root: Path) -> str:
    markdown = parser()
    tokens = markdown.parse(page.text)
    headings = list(headings_of(tokens))
    for (opening, _), slug in zip(headings, slugs([text for _, text in headings]), strict=True):
        opening.attrSet("id", slug)
    for token in tokens:
        for child in token.children or ():
            target = child.attrGet("href")
            if target is not None:
                child.attrSet("href", _drawn(str(target)))
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _drawn(target: str) -> str:
    path, sign, anchor = target.partition("#")
    if is_elsewhere(target) or not path.endswith(".md"):
        return target
    return path.removesuffix(".md") + ".html" + sign + anchor


def _menu(page: Page, found: tuple[Page, ...], root: Path) -> str:
    """List the pages that the start page names, in its order."""
    start = next(one for one in found if one.path == _START)
    by_path = {(root / one.path).resolve(): one for one in found}
    named = dict.fromkeys([(root / _START).resolve(), *(resolved(start, link, root) for link in start.links)])
    return "".join(f"{line}\n" for line in _menu_lines(page, [by_path[path] for path in named if path in by_path]))


def _menu_lines(page: Page, named: list[Page]) -> Iterator[str]:
    yield "<ul>"
    for one in named:
        current = ' aria-current="page"' if one.path == page.path else ""
        address = _from(page, one.path.with_suffix(".html"))
        yield f'<li><a href="{address}"{current}>{html.escape(one.title)}</a></li>'
    yield "</ul>"


def _linked_files(found: tuple[Page, ...], root: Path) -> set[Path]:
    linked = {resolved(page, link, root) for page in found for link in page.links}
    return {path for path in linked if path is not None and path.suffix != ".md"}


def _from(page: Page, target: Path) -> str:
    return Path(relpath(target, page.path.parent)).as_posix()


def main() -> None:
    """Write, check and draw."""
    write_rule_pages.write()
    dead = dead_links(pages())
    if dead:
        sys.exit("dead links:\n" + "\n".join(dead))
    site = ROOT / "site"
    shutil.rmtree(site, ignore_errors=True)
    print(f"{len(build(site))} pages in {site}")


if __name__ == "__main__":
    main()
