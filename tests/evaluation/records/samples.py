"""Small files in the forms of Schema-to-JSON, with everything in them invented."""

import json
from pathlib import Path
from typing import Any

LATEX = r"""\begin{table}
\begin{tabular}{lccc}
Method & Backbone & COCO AP & Params (M) \\
NorthNet~\cite{north} & R-50 & 41.5 & 25 \\
SouthNet & R-101 & 43.0 & 44 \\
\end{tabular}
\caption{Object detection on COCO val2017.}
\end{table}"""


def mltables() -> dict[str, Any]:
    cells = []
    for value in ("41.5", "25", "43.0", "44"):
        start = LATEX.index(f"& {value} ") + 2
        cells.append([value, value, start, start + len(value), start, start + len(value)])
    places = {cell[0]: cell[2:4] for cell in cells}
    result = {
        "type": "Result", "training data/set": "COCO", "test data/set": ["COCO", "COCO val2017"],
        "task": "object detection", "metric": "AP", "experimental settings": {"xx": "yy"},
    }  # fmt: skip
    setting = {
        "type": "Hyper-parameter/Architecture", "parameter/architecture name": ["Params (M)", "number of parameters"],
        "dataset": "COCO",
    }  # fmt: skip
    known = [
        {"value": "41.5", **result, "model": "NorthNet", "model settings": {"backbone": "R-50"}},
        {"value": "25", **setting, "model": "NorthNet"},
        {"value": "43.0", **result, "model": "SouthNet", "model settings": {"backbone": "R-101"}},
        {"value": "44", **setting, "model": "SouthNet"},
    ]
    table = {
        "table_code": LATEX,
        "table_label": "",
        "table_numeric_cells": cells,
        "text_chunk_selected": "We detect objects.",
        "table_source": LATEX,
        "cell_list_gold": [{**cell, "char_index": places[cell["value"]]} for cell in known],
    }
    return {"2001.00001v1_table0": table}


XML = """<table-wrap><label>Table 1</label><caption><p>Activity of what we made.</p></caption><table><thead>
<tr><th>compd</th><th>lake cells IC50 (nM)</th><th>weight</th></tr></thead><tbody>
<tr><td>7</td><td>240</td><td>300.1</td></tr>
<tr><td>8a</td><td>&gt;500</td><td>314.2</td></tr></tbody></table></table-wrap>"""


def chemtables() -> dict[str, Any]:
    cells = {(1, 0): "7", (1, 1): "240", (1, 2): "300.1", (2, 1): "500", (2, 2): "314.2"}
    known = {"type": "IC50", "target": "lake cells", "unit": "nM"}
    return {
        "PMC1::tab1::0": {
            "table_processed": XML,
            "numeric_cells": [
                {"cell_index": f"CA({row},{column})", "cell_value_processed": value}
                for (row, column), value in cells.items()
            ],
            "cell_list_gold": [
                {"cell_index": "CA(1,1)", "value": "240", **known, "treatment": "7"},
                {"cell_index": "CA(2,1)", "value": ">500", **known, "treatment": "8a"},
            ],
        }
    }


def discomat() -> dict[str, Any]:
    grid = [["Sample", "SiO2 (x)", "Na2O"], ["Sample", "SiO2", "Na2O"], ["G1", "70", "30"], ["G2", "65.5", "34.5"]]
    return {
        "S01::1": {
            "table_processed": "…",
            "numeric_cells": [
                {"i": row, "j": column, "k": 0, "cell_value_processed": grid[row][column]}
                for row in (2, 3)
                for column in (1, 2)
            ],
            "table_data_org": {"act_table": grid, "caption": "Composition of the glasses in mol%"},
            "comp_table_pred": True,
            "cell_list_gold": [
                ["S01_1_2_G1", "SiO2", 70.0, "mol"],
                ["S01_1_2_G1", "Na2O", 30.0, "mol"],
                ["S01_1_3_G2", "SiO2", 65.5, "mol"],
                ["S01_1_3_G2", "Na2O", 34.0, "mol"],
            ],
        }
    }


def swde() -> dict[str, Any]:
    html = (
        "<html><body><h1>The Long Lake</h1><p><b>Author:</b> <i>A. River</i></p>"
        "<p>Publisher: Delta Press</p><p>ISBN-13: 978-1-23-456789-7</p></body></html>"
    )
    page = {
        "title": "The Long Lake - a book shop",
        "html_cleaned": html,
        "tag_content_dict": dict.fromkeys(
            ["the long lake", "author", "a. river", "publisher delta press", "delta press", "978 1 23 456789 7"]
        ),
        "gold_attributes": {
            "title": ["The Long Lake"],
            "author": ["A. River"],
            "isbn_13": ["978-1-23-456789-7"],
            "publisher": ["Delta Press"],
            "publication_date": ["<NULL>"],
        },
    }
    return {"book": {"shop": {"0001.htm": page}}}


SAMPLES = {"mltables": mltables, "chemtables": chemtables, "discomat": discomat, "swde": swde}


def write_samples(folder: Path) -> Path:
    """Write all four, each as the dev split."""
    for name, sample in SAMPLES.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "dev.json").write_text(json.dumps(sample()), "utf-8")
    return folder
