import pytest

from tests.latex.bibliography.reading import read_entry

FORMS = {
    "JabRef": (r"Full Text:papers/toy.pdf:PDF", ("papers/toy.pdf",)),
    "JabRef without description": (r":papers/toy.pdf:PDF", ("papers/toy.pdf",)),
    "JabRef, two files": (r":a.pdf:PDF;Slides:b.html:HTML", ("a.pdf", "b.html")),
    "JabRef with escapes": (r"Note\: long:sub\;dir/a\:b.pdf:PDF", ("sub;dir/a:b.pdf",)),
    "JabRef on Windows": (r":C\:/Users/me/toy.pdf:PDF", ("C:/Users/me/toy.pdf",)),
    "JabRef with a MIME type": (r":toy.pdf:application/pdf", ("toy.pdf",)),
    "Zotero": (
        "toy.pdf:/home/me/Zotero/storage/AB12/toy.pdf:application/pdf",
        ("/home/me/Zotero/storage/AB12/toy.pdf",),
    ),
    "Zotero, two files": (
        "a.pdf:files/1/a.pdf:application/pdf;Snapshot:files/2/a.html:text/html",
        ("files/1/a.pdf", "files/2/a.html"),
    ),
    "Better BibTeX": ("/home/me/Zotero/storage/AB12/Toy - 2101.pdf", ("/home/me/Zotero/storage/AB12/Toy - 2101.pdf",)),
    "Better BibTeX with a MIME type": ("/home/me/toy.pdf:application/pdf", ("/home/me/toy.pdf",)),
    "Better BibTeX on Windows": (r"C:\Users\me\toy.pdf:application/pdf", (r"C:\Users\me\toy.pdf",)),
    "Mendeley": (":home/me/toy.pdf:pdf", ("home/me/toy.pdf",)),
    "Mendeley on Windows": (":C$\\backslash$:/Users/me/toy.pdf:pdf", ("C:/Users/me/toy.pdf",)),
    "LaTeX underscore": (r":papers/a\_b.pdf:PDF", ("papers/a_b.pdf",)),
    "nothing": ("", ()),
    "separators alone": (":;::;", ()),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_file_field_of_reference_managers_is_read(form):
    field, paths = FORMS[form]
    assert read_entry(f"file = {{{field}}}").files == paths


def test_a_web_address_in_the_pdf_field_is_no_file():
    reference = read_entry("pdf = {https://arxiv.org/pdf/2101.90001.pdf}")
    assert reference.files == ()
    assert reference.arxiv_id == "2101.90001"
