"""Finds and reads the configuration: the nearest file, and what the command line says over it."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecheck.linter.config_keys import KEYS, problem_of
from tablecheck.model.errors import UsageError

FILE_NAMES = ("tablecheck.toml", ".tablecheck.toml", "pyproject.toml")
"""In the order in which they win where several lie in one folder."""

_PATHS = frozenset({"root", "papers", "lock-file", "baseline"})
"""The keys that name files."""

DEFAULT = "default"
COMMAND_LINE = "command line"


@dataclass(frozen=True, slots=True)
class Choice:
    """A value and where it was said: ``default``, ``command line``, or the path of a file."""

    value: Any
    origin: str


@dataclass(frozen=True, slots=True)
class Config:
    """The choice for each key. ``file`` is the configuration that was read; ``None`` where there is none."""

    choices: Mapping[str, Choice]
    file: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder to which the paths of the file are relative."""
        return self.file.parent if self.file is not None else Path()

    def value(self, name: str) -> Any:
        """What is chosen for a key."""
        return self.choices[name].value

    def paths(self, name: str) -> tuple[Path, ...]:
        """The paths that a key holds; those of a file as seen from that file."""
        value = self.choices[name].value
        named = value if isinstance(value, list | tuple) else [value] if value else []
        base = self.folder if self.choices[name].origin not in {DEFAULT, COMMAND_LINE} else Path()
        return tuple(base / portable(one) for one in named)


def read_config(
    start: Path, overrides: Mapping[str, Any], config_file: Path | None = None, *, isolated: bool = False
) -> Config:
    """Read the configuration for a manuscript in or below the folder ``start``.

    ``overrides`` holds what the command line says. ``config_file`` is read in place of the nearest file;
    ``isolated`` reads none.

    Raises:
        UsageError: a file cannot be read, is no TOML, or has an unknown key or a wrong value.
    """
    if isolated and config_file is not None:
        raise UsageError("--isolated contradicts --config; leave one of them out")
    if config_file is not None and not config_file.is_file():
        raise UsageError(f"there is no configuration {config_file}")
    file = None if isolated else config_file or nearest_config(start)
    choices = {key.name: Choice(key.default, DEFAULT) for key in KEYS}
    if file is not None:
        choices |= {name: Choice(value, file.as_posix()) for name, value in _checked(file).items()}
    choices |= {name: Choice(value, COMMAND_LINE) for name, value in overrides.items()}
    return Config(choices, file)


def config_of_text(text: str, name: str, overrides: Mapping[str, Any]) -> Config:
    """Read the text of a configuration that lies where only somebody else can read; its paths lead nowhere.

    Raises:
        UsageError: it is no TOML, or has an unknown key or a wrong value.
    """
    values = _keys_of(text, name) or {}
    if problem := problem_of(values, KEYS):
        raise UsageError(f"{name}: {problem}")
    choices = {key.name: Choice(key.default, DEFAULT) for key in KEYS}
    choices |= {key: Choice(value, name) for key, value in values.items() if key not in _PATHS}
    choices |= {key: Choice(value, COMMAND_LINE) for key, value in overrides.items()}
    return Config(choices)


def nearest_config(start: Path) -> Path | None:
    """The configuration in a folder or the nearest folder above it.

    Raises:
        UsageError: a ``pyproject.toml`` on the way cannot be read.
    """
    return next((file for folder in _upwards(start) for file in _configs_in(folder)), None)


def portable(path: str) -> str:
    """Write a path of a configuration so that one written on Windows is found elsewhere too."""
    return path.replace("\\", "/")


def _upwards(start: Path) -> Iterator[Path]:
    folder = start.resolve()
    here = Path.cwd().resolve()
    for one in (folder, *folder.parents):
        yield Path(*one.relative_to(here).parts) if one.is_relative_to(here) else one


def _configs_in(folder: Path) -> Iterator[Path]:
    for name in FILE_NAMES:
        file = folder / name
        if file.is_file() and (name != "pyproject.toml" or _section(file) is not None):
            yield file


def _checked(file: Path) -> Mapping[str, Any]:
    values = _section(file)
    if values is None:
        raise UsageError(f"{file} has no section [tool.tablecheck]")
    if problem := problem_of(values, KEYS):
        raise UsageError(f"{file}: {problem}")
    return values


def _section(file: Path) -> dict[str, Any] | None:
    """The keys in a file; ``None`` for a ``pyproject.toml`` that does not speak of us."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read as TOML: {error}") from error
    return _keys_of(text, str(file))


def _keys_of(text: str, name: str) -> dict[str, Any] | None:
    try:
        content = tomllib.loads(text)
    except ValueError as error:
        raise UsageError(f"{name} cannot be read as TOML: {error}") from error
    if not name.endswith("pyproject.toml"):
        return content
    section = content.get("tool", {}).get("tablecheck") if isinstance(content.get("tool", {}), dict) else None
    return section if isinstance(section, dict) else None
