"""Draws the small set beside this file, in the form of WikiDT: invented pages with tables, and what two readers gave.

    python -m tests.evaluation.wikidt.draw_sample

The pages are pictures; the annotations know their boxes from the drawing. The second reader misreads some letters,
misses one table, and takes two for one.
"""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pymupdf

SAMPLE = Path(__file__).with_name("sample")
WIDTH, HEIGHT = 70, 18  # of a cell, in pixels
PAGES = {
    "lakes": [
        [["Lake", "Depth", "Area"], ["Onna", "41", "12.5"], ["Mire", "9", "3.1"], ["Vale", "107", "88.0"]],
        [["River", "Length", "Mouth"], ["Arn", "210", "Onna"], ["Bel", "95", "Vale"]],
        [["Year", "Level"], ["1990", "4.1"], ["2000", "3.9"], ["2010", "3.7"]],
    ],
    "towns": [
        [["Town", "People", "Founded"], ["Dorn", "5100", "1204"], ["Elm", "830", "1611"]],
        [["Mayor", "From", "To"], ["A. Reed", "1990", "2002"], ["B. Moss", "2002", "2010"]],
    ],
}
READ_BADLY = {"Onna": "0nna", "107": "1O7", "Founded": "Foun ded", "1611": "I611"}
QUESTIONS = [
    ("q1", "lakes", 0, "How deep is lake Vale?", [["107"]]),
    ("q2", "lakes", 1, "Which river is 95 long?", ["Bel"]),
    ("q3", "lakes", 2, "What was the level in 2000?", ["3.9"]),
    ("q4", "towns", 0, "When was Elm founded?", ["1611"]),
    ("q5", "towns", 1, "Who was mayor from 2002?", ["B. Moss"]),
]


def main() -> None:
    for page, tables in PAGES.items():
        _draw(page, tables)
        for number, rows in enumerate(tables):
            _tsv(f"tsv/web/{page}_{number}.tsv", rows)
        for number, rows in enumerate(_read_badly(page, tables)):
            _tsv(f"tsv/textract/{page}_{number}.tsv", rows)
    lines = [json.dumps(_question(*question)) for question in QUESTIONS]
    _path("samples/val.json").write_text("\n".join(lines) + "\n", "utf-8")


def _read_badly(page: str, tables: list) -> list:
    """Of the lakes the last table is missed; of the towns both are taken for one."""
    read = [[[READ_BADLY.get(text, text) for text in row] for row in rows] for rows in tables]
    return read[:2] if page == "lakes" else [read[0] + read[1]]


def _question(name: str, page: str, number: int, question: str, answer: list) -> dict:
    web = [f"tsv/web/{page}_{n}.tsv" for n in range(len(PAGES[page]))]
    textract = [f"tsv/textract/{page}_{n}.tsv" for n in range(len(_read_badly(page, PAGES[page])))]
    read = number if page == "lakes" else 0
    return {
        "subset": "own", "sample_id": name, "table_id": f"{page}_{number}", "question": question, "answer": answer,
        "all_table_files_web": web, "all_ocr_files_web": [], "table_retrieval_file_web": web[number],
        "ocr_retrieval_file_web": None, "all_table_files_textract": textract, "all_ocr_files_textract": [],
        "table_retrieval_file_textract": textract[read] if read < len(textract) else None,
        "ocr_retrieval_file_textract": None,
    }  # fmt: skip


def _draw(page: str, tables: list) -> None:
    with pymupdf.open() as document:
        sheet = document.new_page(width=260, height=60 + sum(len(rows) * HEIGHT + 30 for rows in tables))
        top, boxes = 40, []
        for number, rows in enumerate(tables):
            box = (20, top, 20 + len(rows[0]) * WIDTH, top + len(rows) * HEIGHT)
            for row, texts in enumerate(rows):
                for column, text in enumerate(texts):
                    left, above = 20 + column * WIDTH, top + row * HEIGHT
                    place = pymupdf.Rect(left, above, left + WIDTH, above + HEIGHT)
                    sheet.draw_rect(place, width=0.5)
                    sheet.insert_text((place.x0 + 4, place.y0 + 12), text, fontsize=9)
            boxes.append(("table", box))
            _voc("structure", f"{page}_{number}", _structure(rows))
            top = box[3] + 30
        _voc("detection", page, boxes)
        pixels = sheet.get_pixmap(colorspace=pymupdf.csGRAY)
        pixels.save(_path(f"WikiTableExtraction/detection/images/{page}.png"))


def _structure(rows: list) -> list:
    across, down = len(rows[0]) * WIDTH, len(rows) * HEIGHT
    boxes = [("table", (0, 0, across, down))]
    boxes += [("table row", (0, row * HEIGHT, across, (row + 1) * HEIGHT)) for row in range(len(rows))]
    boxes += [("table column", (n * WIDTH, 0, (n + 1) * WIDTH, down)) for n in range(len(rows[0]))]
    return boxes


def _voc(task: str, name: str, boxes: list) -> None:
    root = ET.Element("annotation")
    ET.SubElement(root, "filename").text = f"{name}.png"
    for kind, edges in boxes:
        one = ET.SubElement(root, "object")
        ET.SubElement(one, "name").text = kind
        box = ET.SubElement(one, "bndbox")
        for edge, value in zip(("xmin", "ymin", "xmax", "ymax"), edges, strict=True):
            ET.SubElement(box, edge).text = str(value)
    ET.indent(root)
    _path(f"WikiTableExtraction/{task}/val/{name}.xml").write_text(ET.tostring(root, "unicode") + "\n", "utf-8")


def _tsv(name: str, rows: list) -> None:
    lines = ["\t".join([str(number - 1) if number else "", *row]) for number, row in enumerate(rows)]
    _path(name).write_text("\n".join(lines) + "\n", "utf-8")


def _path(name: str) -> Path:
    path = SAMPLE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


if __name__ == "__main__":
    main()
