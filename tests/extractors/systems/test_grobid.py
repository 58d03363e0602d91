"""GROBID is asked as its documentation says, and its TEI is read as it is written."""

import http.server
import threading
from contextlib import contextmanager

import pytest

from tablecheck.extractors.systems import grobid, grobid_service
from tablecheck.extractors.systems.grobid import tables_of
from tablecheck.model.place import PagePlace

# The form of GROBID's own examples (doc/TEI-encoding-of-results.md, doc/Coordinates-in-PDF.md).
TEI = b"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0"><text><body>
<figure xmlns="http://www.tei-c.org/ns/1.0" xml:id="fig_0" coords="1,1,1,5,5"><head>Figure 1</head></figure>
<figure xmlns="http://www.tei-c.org/ns/1.0" type="table" xml:id="tab_0"
  coords="3,50.0,100.0,200.0,40.0;3,50.0,90.0,180.0,8.0;4,1,1,1,1">
<head>Table 2</head><label>2</label><figDesc>Results on
 Fjord.</figDesc><table><row><cell>Method</cell><cell cols="2">Lake</cell></row>
<row><cell>NorthNet</cell><cell>85.3</cell><cell>77.0</cell></row></table></figure>
<figure xmlns="http://www.tei-c.org/ns/1.0" type="table" xml:id="tab_1"><head>Table 3</head></figure>
</body></text></TEI>"""


@contextmanager
def _service(*answers: tuple[int, bytes]):
    asked = []
    left = list(answers)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, self.headers["Content-Type"], body))
            status, answer = left.pop(0)
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/grobid/", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_tables_are_read_with_spans_captions_and_places():
    extraction = tables_of(TEI)
    assert not extraction.problems
    table, empty = extraction.tables
    assert (table.label, table.caption, table.read_by) == ("Table 2", "Results on Fjord.", "grobid")
    assert table.place == PagePlace(2, 50.0, 90.0, 250.0, 140.0)
    assert [[cell.text for cell in row] for row in table.grid] == [
        ["Method", "Lake", "Lake"],
        ["NorthNet", "85.3", "77.0"],
    ]
    assert table.at(0, 0).is_header
    assert not table.at(1, 1).is_header
    assert (empty.cells, empty.place) == ((), None)


@pytest.mark.parametrize("tei", [b"", b"no XML", b"<!DOCTYPE x [<!ENTITY a 'b'>]><TEI>&a;"])
def test_what_is_no_tei_is_a_problem(tei):
    extraction = tables_of(tei)
    assert not extraction.tables
    assert "no TEI" in extraction.problems[0].message


def test_entities_are_not_resolved(tmp_path):
    (tmp_path / "secret").write_text("secret")
    evil = f'<!DOCTYPE TEI [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]>'.encode()
    extraction = tables_of(TEI.replace(b"<TEI", evil + b"<TEI", 1).replace(b"85.3", b"&x;"))
    assert "secret" not in repr(extraction.tables)


def test_the_document_is_sent_as_the_service_wants_it(monkeypatch):
    with _service((200, TEI)) as (address, asked):
        monkeypatch.setenv(grobid_service.VARIABLE, address)
        extraction = grobid.extract(b"%PDF-1.7 bytes")
    assert len(extraction.tables) == 2
    path, kind, body = asked[0]
    assert path == "/grobid/api/processFulltextDocument"
    assert kind.startswith("multipart/form-data; boundary=")
    assert b'name="input"; filename="document.pdf"' in body
    assert b"\r\n\r\n%PDF-1.7 bytes\r\n--" in body
    assert body.count(b'name="teiCoordinates"') == 2


def test_a_busy_service_is_asked_again(monkeypatch):
    monkeypatch.setattr(grobid_service, "_PAUSE", 0.01)
    with _service((503, b""), (503, b""), (200, TEI)) as (address, asked):
        monkeypatch.setenv(grobid_service.VARIABLE, address)
        assert grobid.extract(b"%PDF").tables
    assert len(asked) == 3


@pytest.mark.parametrize("status", [204, 400, 500])
def test_a_refusal_is_told(monkeypatch, status):
    with _service((status, b"")) as (address, _):
        monkeypatch.setenv(grobid_service.VARIABLE, address)
        extraction = grobid.extract(b"%PDF")
    assert f"status {status}" in extraction.problems[0].message


@pytest.mark.parametrize("address", ["", "localhost:8070", "ftp://localhost", "http://"])
def test_without_a_service_the_user_is_told_how_to_name_one(monkeypatch, address):
    monkeypatch.setenv(grobid_service.VARIABLE, address)
    assert "TABLECHECK_GROBID=http://localhost:8070" in grobid.extract(b"%PDF").problems[0].message


def test_a_service_that_is_not_there_is_told(monkeypatch):
    with _service() as (address, _):
        pass
    monkeypatch.setenv(grobid_service.VARIABLE, address)
    assert "cannot be reached" in grobid.extract(b"%PDF").problems[0].message
