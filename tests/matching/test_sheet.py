from tablecheck.matching.sheet import prepare, turned
from tests.matching.small_tables import table


def printed(text: str) -> list[str]:
    return [entry.number.text for entry in prepare(table(text)).entries]


def test_numbers_in_row_labels_are_no_results() -> None:
    assert printed("Method | Lake\nNorthNet 400 epochs | 71.4\nNorthNet 800 epochs | 72.0") == ["71.4", "72.0"]


def test_a_second_header_row_prints_no_results() -> None:
    rows = "North | 70.5 | 90.2 | 94.6\nSouth | 60.1 | 88.8 | 93.3"
    text = f"Method | Far | Far | Far\nMethod | 1e-5 | Rank one | Rank five\n{rows}"
    assert "1e-5" not in printed(text)
    assert prepare(table(text)).columns[2].nearest == "rank one"


def test_a_first_row_with_words_and_results_is_no_header() -> None:
    text = "Method | Data | Time | Acc\nNorth | none | long | 70.5\nSouth | 12 | 30 | 60.1\nGale | 13 | 31 | 61.1"
    assert printed(text)[0] == "70.5"


def test_a_row_is_named_by_its_section_too() -> None:
    sheet = prepare(table("Method | Lake\nWith extra data | \nNorthNet | 71.4"))
    assert (sheet.rows[2].around, sheet.rows[2].nearest) == ("with extra data", "northnet")


def test_turning_twice_gives_the_same_lines() -> None:
    sheet = prepare(table("Method | Lake | River\nNorth | 1.5 | 2.5"))
    again = turned(turned(sheet))
    assert again.rows == sheet.rows
    assert again.column.tolist() == sheet.column.tolist()
    assert turned(sheet).rows == sheet.columns


def test_a_row_called_method_below_the_header_is_header_too() -> None:
    text = "Method | Lake | Lake\nMethod | 0.5% | 1.0%\nNorth | 70.5 | 90.2\nSouth | 60.1 | 88.8"
    assert printed(text)[0] == "70.5"
    assert [name.full for name in prepare(table(text)).columns[1:]] == ["lake 0.5", "lake 1.0"]


def test_whole_numbers_in_order_above_results_head_columns() -> None:
    rows = "North | 86.8 | 79.4 | 62.9 | 62.0 | 46.7\nSouth | 86.9 | 79.8 | 63.3 | 62.1 | 46.6"
    text = f"Noise | Ten | Ten | Ten | Hundred | Hundred\nRatio | 20% | 50% | 80% | 20% | 50%\n{rows}"
    assert printed(text)[0] == "86.8"
    assert prepare(table(text)).columns[4].full == "hundred 20"


def test_whole_numbers_under_headings_of_their_own_are_results() -> None:
    text = "Method | Lake | River | Delta\nNorth | 20 | 50 | 80\nSouth | 86.9 | 79.8 | 63.3"
    assert printed(text)[0] == "20"


def test_the_baseline_of_a_section_is_the_method_it_is_called_after() -> None:
    sheet = prepare(table("Method | Lake\nNorthNet | \nBaseline | 71.4\nPruned baseline | 70.2"))
    assert [name.full for name in sheet.rows[2:]] == ["northnet", "pruned baseline"]
