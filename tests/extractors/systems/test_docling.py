"""Docling's documents are read as docling-core defines them (types/doc: TableItem, TableData, BoundingBox)."""

import sys
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace

import pytest

from tablecheck.extractors.registry import extract_content
from tablecheck.extractors.systems import docling
from tablecheck.extractors.systems.docling import tables_of
from tablecheck.model.place import PagePlace


@dataclass
class _Box:
    l: float  # noqa: E741 - its name there
    t: float
    r: float
    b: float

    def to_top_left_origin(self, page_height: float) -> "_Box":
        return _Box(self.l, page_height - self.t, self.r, page_height - self.b)


@dataclass
class _Cell:
    text: str
    start_row_offset_idx: int
    end_row_offset_idx: int
    start_col_offset_idx: int
    end_col_offset_idx: int
    column_header: bool = False


@dataclass
class _Item:
    cells: list[_Cell]
    page: int = 2
    data: SimpleNamespace = field(init=False)

    def __post_init__(self) -> None:
        self.data = SimpleNamespace(table_cells=self.cells)
        self.prov = [SimpleNamespace(page_no=self.page, bbox=_Box(50, 700, 250, 600))]

    def caption_text(self, document: object) -> str:
        return "Table 1: Results."


def _document(*items: _Item) -> SimpleNamespace:
    return SimpleNamespace(tables=list(items), pages={2: SimpleNamespace(size=SimpleNamespace(height=792.0))})


_CELLS = [
    _Cell("Method", 0, 2, 0, 1, column_header=True),
    _Cell("Lake ", 0, 1, 1, 3, column_header=True),
    _Cell("Val", 1, 2, 1, 2, column_header=True),
    _Cell("Test", 1, 2, 2, 3, column_header=True),
    _Cell("NorthNet", 2, 3, 0, 1),
    _Cell("85.3", 2, 3, 1, 2),
    _Cell("77.0", 2, 3, 2, 3),
]


def _install(monkeypatch, convert) -> None:
    base, converter = ModuleType("docling.datamodel.base_models"), ModuleType("docling.document_converter")
    base.DocumentStream = lambda name, stream: (name, stream.read())
    converter.DocumentConverter = lambda: SimpleNamespace(convert=convert)
    parents = {name: ModuleType(name) for name in ("docling", "docling.datamodel")}
    for name, module in {**parents, base.__name__: base, converter.__name__: converter}.items():
        monkeypatch.setitem(sys.modules, name, module)


def test_spans_headers_and_places_are_kept():
    (table,) = tables_of(_document(_Item(_CELLS))).tables
    assert table.place == PagePlace(1, 50.0, 92.0, 250.0, 192.0)
    assert (table.caption, table.read_by) == ("Table 1: Results.", "docling")
    assert table.at(0, 2).text == "Lake"
    assert table.at(1, 0).text == "Method"
    assert [cell.is_header for cell in table.cells] == [True] * 4 + [False] * 3
    assert table.at(2, 1).number.text == "85.3"


def test_a_table_that_makes_no_sense_loses_itself_only():
    overlapping = _Item([_Cell("a", 0, 1, 0, 1), _Cell("b", 0, 1, 0, 1)])
    nowhere = _Item(_CELLS, page=9)
    extraction = tables_of(_document(overlapping, nowhere, _Item(_CELLS)))
    assert len(extraction.tables) == 1
    assert len(extraction.problems) == 2


def test_the_converter_is_given_the_bytes(monkeypatch):
    given = []

    def convert(source):
        given.append(source)
        return SimpleNamespace(document=_document(_Item(_CELLS)))

    _install(monkeypatch, convert)
    assert len(docling.extract(b"%PDF-1.7").tables) == 1
    assert given == [("document.pdf", b"%PDF-1.7")]


def test_what_docling_raises_is_a_problem(monkeypatch):
    def convert(source):
        raise OSError("no weights in the cache")

    _install(monkeypatch, convert)
    assert "no weights in the cache" in docling.extract(b"%PDF").problems[0].message


def test_the_classes_of_docling_core_have_these_shapes():
    document_types = pytest.importorskip("docling_core.types.doc", reason="LOUD SKIP: docling-core is not installed")
    box = document_types.BoundingBox(l=50, t=700, r=250, b=600, coord_origin=document_types.CoordOrigin.BOTTOMLEFT)
    cells = [document_types.TableCell(row_span=1, col_span=1, **vars(cell)) for cell in _CELLS]
    document = document_types.DoclingDocument(name="x")
    document.add_page(page_no=2, size=document_types.Size(width=612, height=792))
    document.add_table(
        data=document_types.TableData(table_cells=cells, num_rows=3, num_cols=3),
        prov=document_types.ProvenanceItem(page_no=2, bbox=box, charspan=(0, 0)),
    )
    (table,) = tables_of(document).tables
    assert table.place == PagePlace(1, 50.0, 92.0, 250.0, 192.0)
    assert table.at(0, 2).text == "Lake"


@pytest.mark.parametrize("name", ["docling", "tatr", "xycut_tatr"])
def test_a_system_that_is_not_installed_says_so(name):
    import importlib.util

    if importlib.util.find_spec("torch" if "tatr" in name else "docling") is not None:
        pytest.skip(f"LOUD SKIP: what {name} needs is installed here, so that nothing can say it is not")
    import pymupdf

    with pymupdf.open() as document:
        document.new_page().insert_text((60, 60), "Text")
        extraction = extract_content(document.tobytes(), name)
    assert "cannot be used" in extraction.problems[0].message
