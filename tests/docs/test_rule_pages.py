"""The pages of the rules are what the rules say today."""

from docs.write_rule_pages import FOLDER, pages


def test_the_pages_are_written_from_the_rules():
    wanted = pages()
    found = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    assert found == wanted, "run python docs/write_rule_pages.py"
