"""Tables of the web at large: encyclopedias and leaderboards, with all that stands around their data."""

from tablecheck.extractors.html import extract
from tablecheck.model.headers import column_path

_REFERENCE = '<sup class="reference"><a href="#c"><span class="cite-bracket">[</span>3<span>]</span></a></sup>'
ENCYCLOPEDIA = f"""<!DOCTYPE html><html><body>
<table role="presentation" class="ambox"><tr><td><img src="a.png"></td><td>This article needs 3 citations.</td></tr>
<tr><td></td><td>Learn how in 2 steps.</td></tr></table>
<table class="wikitable sortable"><caption>Results on Fjord</caption>
<thead><tr><th rowspan="2">Model</th><th colspan="2">Accuracy (%)</th><th rowspan="2">Size</th></tr>
<tr><th>Top-1</th><th>Top-5</th></tr></thead>
<tbody><tr><th scope="row">NorthNet{_REFERENCE}</th><td data-sort-value="76.1">76.1{_REFERENCE}</td>
<td><span style="display:none">0929</span>92.9</td><td>25.6M</td></tr>
<tr style="display:none"><td>Hidden</td><td>1.1</td><td>2.2</td><td>3M</td></tr>
<tr><th scope="row">SouthNet</th><td><b>85.3</b></td><td>97.2<sup>†</sup></td><td>307&nbsp;M</td></tr></tbody></table>
</body></html>"""
LEADERBOARD = """<html><body><table border="0" width="100%"><tr><td><ul><li>Home</li><li>About</li></ul></td><td>
<table><tr><td><b>Rank</b></td><td><b>Model</b></td><td><b>EM</b></td><td><b>F1</b></td></tr>
<tr><td><p>1</p><span>Jun 04, 2021</span></td><td>North (ensemble)<p>An institute</p></td><td>90.939</td><td>93.214</td>
</tr><tr><td>2</td><td>South</td><td>90.871</td><td>93.183</td></tr></table></td></tr></table>
<div hidden><table><tr><td>a</td><td>1.5</td></tr><tr><td>b</td><td>2.5</td></tr></table></div>
<table><tr><td>one row</td><td>1.0</td></tr></table><table><tr><td>one</td></tr><tr><td>column 2.0</td></tr></table>
</body></html>"""


def test_levels_of_heads_are_kept_and_hidden_keys_of_sorting_are_not_read():
    (table,) = extract(ENCYCLOPEDIA.encode()).tables
    assert [column_path(table, column) for column in range(4)] == [
        ("Model",), ("Accuracy (%)", "Top-1"), ("Accuracy (%)", "Top-5"), ("Size",)
    ]  # fmt: skip
    assert table.caption == "Results on Fjord"
    assert [[f"{n.value:f}" for cell in row[1:] for n in cell.numbers] for row in table.grid[2:]] == [
        ["76.1", "92.9", "25600000"],
        ["85.3", "97.2", "307000000"],
    ]
    assert [cell.is_header for cell in table.column_cells(0)] == [True, False, False]


def test_of_a_table_that_lays_out_a_page_only_the_innermost_is_read():
    (table,) = extract(LEADERBOARD.encode()).tables
    assert (table.row_count, table.column_count) == (3, 4)
    assert [cell.text for cell in table.row_cells(2)] == ["2", "South", "90.871", "93.183"]
    assert table.at(1, 2).number.text == "90.939"
    assert table.at(0, 3).is_header
