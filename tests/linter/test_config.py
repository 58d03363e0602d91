"""Which configuration counts, what may stand in it, and who wins."""

import json
from pathlib import Path

import pytest

from tablecheck.linter.config import COMMAND_LINE, DEFAULT, nearest_config, read_config
from tablecheck.linter.config_keys import KEYS
from tablecheck.linter.config_schema import schema, schema_text
from tablecheck.model.errors import UsageError

SCHEMA = Path(__file__).parents[2] / "tablecheck" / "linter" / "schema.json"


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_the_nearest_file_counts_and_those_above_it_do_not(tmp_path: Path):
    write(tmp_path, "tablecheck.toml", 'ignore = ["TC303"]\nstrict = true\n')
    near = write(tmp_path / "paper", "tablecheck.toml", 'select = ["TC1"]\n')
    config = read_config(tmp_path / "paper", {})
    assert config.file is not None
    assert config.file.resolve() == near
    assert config.value("select") == ["TC1"]
    assert config.value("strict") is False


def test_in_one_folder_the_plain_name_wins_over_the_hidden_one_and_over_pyproject(tmp_path: Path):
    write(tmp_path, "pyproject.toml", "[tool.tablecheck]\nstrict = true\n")
    assert read_config(tmp_path, {}).value("strict") is True
    write(tmp_path, ".tablecheck.toml", "strict = false\n")
    assert nearest_config(tmp_path).name == ".tablecheck.toml"
    write(tmp_path, "tablecheck.toml", "")
    assert nearest_config(tmp_path).name == "tablecheck.toml"


def test_a_pyproject_that_does_not_speak_of_us_is_passed_by(tmp_path: Path):
    write(tmp_path, "tablecheck.toml", "strict = true\n")
    write(tmp_path / "paper", "pyproject.toml", "[tool.ruff]\nline-length = 100\n")
    assert read_config(tmp_path / "paper", {}).value("strict") is True


def test_the_command_line_wins_and_each_value_says_where_it_comes_from(tmp_path: Path):
    file = write(tmp_path, "tablecheck.toml", 'ignore = ["TC303"]\nseverity = "error"\n')
    config = read_config(tmp_path, {"severity": "note"})
    assert (config.value("severity"), config.choices["severity"].origin) == ("note", COMMAND_LINE)
    assert Path(config.choices["ignore"].origin).resolve() == file
    assert config.choices["select"].origin == DEFAULT


def test_an_isolated_run_reads_no_file_and_a_named_file_is_read_in_place_of_the_nearest(tmp_path: Path):
    write(tmp_path, "tablecheck.toml", "strict = true\n")
    other = write(tmp_path / "elsewhere", "mine.toml", 'fail-on = "never"\n')
    assert read_config(tmp_path, {}, isolated=True).value("strict") is False
    named = read_config(tmp_path, {}, other)
    assert (named.value("strict"), named.value("fail-on")) == (False, "never")
    with pytest.raises(UsageError, match="--isolated contradicts --config"):
        read_config(tmp_path, {}, other, isolated=True)


def test_paths_of_a_file_are_seen_from_it_also_when_written_on_windows(tmp_path: Path):
    write(tmp_path, "tablecheck.toml", 'papers = ["..\\\\papers"]\nbaseline = "accepted.json"\n')
    config = read_config(tmp_path, {})
    assert [path.resolve() for path in config.paths("papers")] == [(tmp_path / "../papers").resolve()]
    assert [path.resolve() for path in config.paths("baseline")] == [tmp_path / "accepted.json"]
    assert read_config(tmp_path, {"baseline": "here.json"}).paths("baseline") == (Path("here.json"),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('selct = ["TC1"]', "there is no key selct; did you mean select?"),
        ("fail_on = 'error'", "there is no key fail_on; did you mean fail-on?"),
        ("color = true", "there is no key color; there are root, exclude"),
        ('select = "TC1"', "select: write a list of strings"),
        ('ignore = ["TC999"]', "ignore: no rule is called TC999"),
        ('ignore = ["value-difers"]', "did you mean value-differs?"),
        ('severity = "loud"', "severity: write one of note, info, warning, error"),
        ("strict = 1", "strict: write true or false"),
        ("seconds-a-paper = 0", "seconds-a-paper: write a number of seconds above 0"),
        ("baseline = true", "baseline: write a string"),
        ("per-file = 3", "per-file: write a table for each name"),
        ('[per-table."tab:main"]\nignored = ["TC1"]', "per-table: there is no key ignored; did you mean ignore?"),
        ("select = [", "cannot be read as TOML"),
    ],
)
def test_what_cannot_be_obeyed_is_an_error_that_says_what_to_write(tmp_path: Path, text: str, says: str):
    write(tmp_path, "tablecheck.toml", text)
    with pytest.raises(UsageError) as error:
        read_config(tmp_path, {})
    assert "tablecheck.toml" in str(error.value)
    assert says in str(error.value)


def test_bytes_that_are_no_text_are_an_error_and_no_crash(tmp_path: Path):
    (tmp_path / "tablecheck.toml").write_bytes(b'select = ["\xff"]')
    with pytest.raises(UsageError, match="cannot be read as TOML"):
        read_config(tmp_path, {})


def test_the_schema_that_is_shipped_is_the_one_of_the_keys(request: pytest.FixtureRequest):
    if request.config.getoption("--rewrite-expected"):
        SCHEMA.write_text(schema_text(), encoding="utf-8")
    assert SCHEMA.read_text("utf-8") == schema_text()


def test_the_schema_knows_every_key_and_no_other():
    described = json.loads(schema_text())
    assert set(described["properties"]) == {key.name for key in KEYS}
    assert described["additionalProperties"] is False
    assert "TC101" in schema()["$defs"]["rule"]["anyOf"][0]["enum"]
