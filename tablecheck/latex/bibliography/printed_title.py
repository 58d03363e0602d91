"""Finds the title in a printed reference by what each bibliography style prints around it.

Where nothing tells, there is no title rather than a guessed one. Seen to work on the styles plain, alpha, acm,
apalike, siam, IEEEtran, splncs04, the natbib, elsarticle, REVTeX and ACM families.
"""

import re

from tablecheck.latex.bibliography.braces import group
from tablecheck.latex.bibliography.printed import LINK, shown

_MARKED_TITLE = re.compile(r"\\(?:showarticletitle|enquote|bib(?:info|field)\s*\{title\})\s*(?=\{)")
_MARKED_BOOK = re.compile(r"\\bibinfo\s*\{booktitle\}\s*(?=\{)")
_QUOTED = re.compile(r"``(.+?)''|“(.+?)”|(?<![\\\w])\"([^\"]{8,}?)\"", re.S)
_NEWBLOCK = re.compile(r"\\newblock\b")
_NOT_A_TITLE = re.compile(
    r"\s*(?:\\(?:href|url|doi|path|newline|eprint|showDOI|showeprint)|arxiv|doi|https?:|URL\b|\(?\d)", re.I
)
# "Elder, L.B., Younger, B.: Title" of the Springer styles: initials, "et al." or one braced name before the colon.
_BEFORE_COLON = re.compile(r"(?:[^:]{2,2000}?(?:\b[A-Z]\.|\bet[~\s]?al\.|\(eds?\.\))|\{[^{}]*\})\s*:\s+", re.S)
_AFTER_COLON_TITLE = re.compile(
    r"[.?!]\s+(?=[A-Z\\(]|arXiv|bioRxiv|medRxiv|\w+\s+(?:\\textbf\{)?\d)|\s+\(\d{4}\)|\.\s*$"
)
_LINKED_TITLE = re.compile(r"\s*\{(?!\s*\\(?:path|emph|bibinfo|bibfield)\b)")
_EMPHASISED = re.compile(r"\\emph\s*(?=\{)|(?=\{\\(?:em|it)\b)")
_MARKED = re.compile(r"\\bib(?:info|field)\b")
_ENDS_WITH_IN = re.compile(r"\bin[:\s]*(?:\\href[^{]*(?:\{[^{}]*\})?[\s{]*)?$", re.I)
# "A. Example, B. Sample, Title, venue (2020)" of the Elsevier styles.
_INITIALS_AND_NAME = re.compile(r"(?:[A-ZÀ-ÞĀ-Ž][a-z]?\.[\s\-]*)+\w.*|et ?al\.?")
_VENUE = re.compile(
    r"in[: ]|\w+ \d+ \(|(?:ar|bior|medr)xiv|corr\b|vol\.|pp?\.|ph\.?d\.?|accessed|available|online", re.I
)
_TRAILING_YEAR = re.compile(r",?\s+\(?(?:1[5-9]|20|21)\d\d[a-z]?\)?[.,\s]*$")


def title_and_before(body: str) -> tuple[str | None, str]:
    """Find the title, and give it with what is printed before it, the authors."""
    if match := _MARKED_TITLE.search(body):
        return _shown_title(group(body, match.end())[0]), body[: match.start()]
    if match := _QUOTED.search(body):
        return _shown_title(match[1] or match[2] or match[3]), body[: match.start()]
    blocks = [block for block in _NEWBLOCK.split(body) if block.strip()]
    if len(blocks) > 1 and not _NOT_A_TITLE.match(blocks[1]) and not _ends_with_emphasised_title(blocks[0]):
        book = _MARKED_BOOK.search(blocks[1])
        return _shown_title(group(blocks[1], book.end())[0] if book else blocks[1]), blocks[0]
    return _title_in_one_block(blocks[0].strip()) if blocks else (None, "")


def _ends_with_emphasised_title(block: str) -> bool:
    """Tell ``J. Smith, {\\em The Book of Toys}.``, where a book's title stands beside its authors."""
    for match in _EMPHASISED.finditer(block):
        inner, after = group(block, match.end())
        if not block[after:].strip(" .,\n") and block[: match.start()].rstrip().endswith(","):
            return re.search(r"\bet\W*al\b", inner) is None
    return False


def _title_in_one_block(block: str) -> tuple[str | None, str]:
    # A style that marks the parts and marks no title prints none: what stands out is the journal.
    if _MARKED.search(block):
        return None, ""
    if match := _BEFORE_COLON.match(block):
        return _shown_title(_AFTER_COLON_TITLE.split(block[match.end() :], maxsplit=1)[0]), match[0]
    if (link := LINK.search(block)) and block[link.start() :].startswith("\\href{"):
        _, after = group(block, link.end())
        if linked := _LINKED_TITLE.match(block, after):
            return _shown_title(group(block, linked.end() - 1)[0]), block[: link.start()]
    for match in _EMPHASISED.finditer(block):
        inner = re.sub(r"^\s*\\(?:em|it)\b", "", group(block, match.end())[0])
        if re.search(r"\bet\W*al\b", inner):
            continue
        if _ENDS_WITH_IN.search(block[: match.start()]):
            break
        return _shown_title(inner), block[: match.start()]
    return _title_after_initials(shown(block))


def _title_after_initials(text: str) -> tuple[str | None, str]:
    pieces = text.rstrip(" .,").split(", ")
    count = 0
    while count < len(pieces) and _INITIALS_AND_NAME.fullmatch(pieces[count].removeprefix("and ")):
        count += 1
    if count in {0, len(pieces)} or _VENUE.match(pieces[count]):
        return None, ""
    end = count + 1
    while end < len(pieces) and pieces[end][:1].islower() and not _VENUE.match(pieces[end]):
        end += 1
    return _shown_title(", ".join(pieces[count:end])), ", ".join(pieces[:count])


def _shown_title(latex: str) -> str | None:
    title = _TRAILING_YEAR.sub("", shown(latex)).strip(" ,.;")
    return title or None
