"""What an editor may set; what it sends wrongly is as if it had not said it, and is told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablecheck.linter.config_keys import KEYS

_RULE_KEYS = frozenset({"select", "extend-select", "ignore", "severity"})


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of an editor, described in ``editors/protocol.md``.

    ``overrides`` are keys of the configuration that the editor's user has set; they win over the project's file.
    ``debounce`` is how long typing must pause before a check, in seconds. ``wrong`` says what could not be used,
    ``said`` is what the editor sent.
    """

    enable: bool = True
    mode: str = "auto"
    run: str = "onType"
    fetch: str = "onCommand"
    locked: bool = False
    inlay_hints: bool = False
    code_lens: bool = True
    read_files: bool = True
    debounce: float = 0.3
    overrides: Mapping[str, Any] = field(default_factory=dict)
    wrong: tuple[str, ...] = ()
    said: Mapping[str, Any] = field(default_factory=dict)


def options_of(said: Mapping[str, Any]) -> Options:
    """Read the settings of an editor."""
    options, wrong = Options(), []
    overrides: dict[str, Any] = {}
    for name, value in said.items():
        if value is None:
            continue
        if name in _SIMPLE:
            attribute, is_right, read = _SIMPLE[name]
            if is_right(value):
                options = replace(options, **{attribute: read(value)})
            else:
                wrong.append(f"{name}: {value!r} cannot be used")
        elif name == "papers":
            overrides |= {"papers": value} if _is_names(value) and value else {}
        elif name == "locked":
            if isinstance(value, str) and value not in {"true", "false", ""}:
                overrides["lock-file"] = value
            options = replace(options, locked=value not in (False, "", "false"))
        elif name == "rules" and isinstance(value, Mapping):
            overrides |= _rules(value, wrong)
    return replace(options, overrides=overrides, wrong=tuple(wrong), said=dict(said))


def _rules(said: Mapping[str, Any], wrong: list[str]) -> dict[str, Any]:
    known = {key.name: key for key in KEYS if key.name in _RULE_KEYS}
    found: dict[str, Any] = {}
    for name, value in said.items():
        if value in (None, [], ""):
            continue
        problem = known[name].kind.wrong(value) if name in known else "there is no such key"
        if problem:
            wrong.append(f"rules.{name}: {problem}")
        else:
            found[name] = value
    return found


def _one_of(*names: str) -> Callable[[Any], bool]:
    return lambda value: value in names


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_milliseconds(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 60_000


_SIMPLE: dict[str, tuple[str, Callable[[Any], bool], Callable[[Any], Any]]] = {
    "enable": ("enable", _is_switch, bool),
    "diagnosticMode": ("mode", _one_of("auto", "push", "pull"), str),
    "run": ("run", _one_of("onType", "onSave", "manual"), str),
    "fetch": ("fetch", _one_of("never", "onSave", "onCommand"), str),
    "inlayHints": ("inlay_hints", _is_switch, bool),
    "codeLens": ("code_lens", _is_switch, bool),
    "readFiles": ("read_files", _is_switch, bool),
    "debounce": ("debounce", _is_milliseconds, lambda value: value / 1000),
}
