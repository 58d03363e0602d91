"""The player of stories itself: it must notice when a page is wrong."""

from pathlib import Path

import pytest

from tests.usability.story import Shell, Step, agrees, steps

PAGE = """# A page

```console
$ echo one
one
$ false
```

Words.

```sh
$ not a session
```

```console
$ echo $?
1
```
"""


def test_the_session_is_what_the_console_blocks_show():
    assert steps(PAGE) == [Step("echo one", ("one",), 4), Step("false", (), 6), Step("echo $?", ("1",), 16)]


def test_a_shell_keeps_its_folder_and_the_last_exit_code(tmp_path: Path):
    (tmp_path / "below").mkdir()
    with Shell(tmp_path, {"PATH": "/usr/bin:/bin"}) as shell:
        assert shell.run("cd below; (exit 7)") == ("", 7)
        assert shell.run("echo $? $PWD") == (f"7 {tmp_path}/below\n", 0)
        assert shell.run("printf 'no line end'; echo oops >&2") == ("no line endoops\n", 0)


def test_a_command_that_hangs_is_an_error_that_says_what_was_printed(tmp_path: Path):
    with Shell(tmp_path, {"PATH": "/usr/bin:/bin"}) as shell, pytest.raises(AssertionError, match="so far: begun"):
        shell.run("echo begun; sleep 30", patience=0.5)


@pytest.mark.parametrize(
    ("lines", "expected", "agree"),
    [
        ([], (), True),
        (["a"], (), False),
        ([], ("a",), False),
        (["a", "b", "c"], ("a", "…", "c"), True),
        (["a", "c"], ("a", "…", "c"), True),
        (["a", "c", "d"], ("a", "…", "c"), False),
        (["took 12 s"], ("took … s",), True),
        (["took 12 s (late)"], ("took … s",), False),
        (["a.b"], ("a?b",), False),
    ],
)
def test_dots_stand_for_anything_and_nothing_else_does(lines: list[str], expected: tuple[str, ...], agree: bool):
    assert agrees(lines, expected) is agree
