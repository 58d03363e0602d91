"""Each way in which a PDF cannot be read has its own words."""

import pymupdf
import pytest

from tablecheck.extractors.pdf_look import look_at_pdf
from tablecheck.extractors.registry import extract_content

_WORDS = "Seven words of text stand on page"


def _written(document, **options) -> bytes:
    with document:
        return document.tobytes(**options)


def _text(pages: int = 1):
    document = pymupdf.open()
    for number in range(pages):
        page = document.new_page(width=200, height=200)
        page.insert_text((20, 40), f"{_WORDS} {number + 1}.")
    return document


def _encrypted() -> bytes:
    return _written(_text(), encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", user_pw="u")


def _pictures() -> bytes:
    document = pymupdf.open()
    with _text() as text:
        picture = text[0].get_pixmap()
    for _ in range(3):
        document.new_page(width=200, height=200).insert_image((0, 0, 200, 200), pixmap=picture)
    return _written(document)


def _shapes() -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=200, height=200)
    for x in range(20, 180, 10):
        page.draw_bezier((x, 20), (x + 4, 30), (x + 4, 40), (x, 50))
    return _written(document)


def _no_pages() -> bytes:
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
        b"trailer<</Root 1 0 R>>\n%%EOF\n"
    )


def _glyphs_without_characters() -> bytes:
    """A Type 3 font whose glyphs have names that say nothing."""
    glyph = b"1000 0 0 0 750 750 d1 0 0 750 750 re f"
    text = b"BT /F1 12 Tf 20 100 Td (\\310\\310\\310\\310\\310\\310) Tj ET"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</qqzz 6 0 R>>"
        b"/Encoding<</Type/Encoding/Differences[200/qqzz]>>/FirstChar 200/LastChar 200/Widths[1000]>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(glyph), glyph),
    ]
    body = b"".join(b"%d 0 obj%s endobj\n" % (number + 1, one) for number, one in enumerate(objects))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF\n"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (_encrypted(), "encrypted and needs a password"),
        (_no_pages(), "has no pages"),
        (_pictures(), "only pictures of pages"),
        (_shapes(), "uses no fonts, its letters are drawn as shapes"),
        (_glyphs_without_characters(), "do not say which characters"),
        (b"%PDF-1.7 and then nothing that is a PDF", ""),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why_and_what_to_do(content, says):
    extraction = extract_content(content, "pdf")
    assert not extraction.tables
    (problem,) = extraction.problems
    assert says in problem.message
    assert "again" in problem.message or "is needed" in problem.message or "save a copy" in problem.message


def test_a_pdf_that_is_cut_off_is_read_as_far_as_it_goes():
    whole = _written(_text(8))
    look = look_at_pdf(whole[: len(whole) * 2 // 3], 500)
    assert look.is_open
    (problem,) = look.problems
    assert "cut off" in problem.message
    assert not look_at_pdf(whole, 500).problems


def test_of_a_thousand_pages_the_first_are_read_and_that_is_said():
    look = look_at_pdf(_written(_text(1000)), most_pages=30)
    (problem,) = look.problems
    assert problem.message.startswith("the PDF has 1000 pages; the first 30 were read")
    with pymupdf.open(stream=look.content) as document:
        assert document.page_count == 30
        assert f"{_WORDS} 30" in document[29].get_text()


def test_a_page_with_text_among_pictures_is_enough():
    with pymupdf.open(stream=_pictures()) as document:
        document.new_page().insert_text((20, 40), _WORDS)
        look = look_at_pdf(document.tobytes(), 500)
    assert look.has_text
    assert look.excuse is None
