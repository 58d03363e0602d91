"""The JSON schema of the configuration, for editors; ``schema.json`` beside this file is what it gives."""

import json
from collections.abc import Iterable
from typing import Any

from tablecheck.linter.config_keys import KEYS, NARROWING, Key
from tablecheck.linter.rule_names import ALL_RULES


def schema() -> dict[str, Any]:
    """Describe ``tablecheck.toml``, and the section of ``pyproject.toml``, as JSON schema, draft 2020-12."""
    names = [name for rule in ALL_RULES for name in (rule.code, rule.name)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tablecheck",
        "description": "The configuration of tablecheck, a spell checker for numbers copied from cited papers.",
        **_object(KEYS),
        "$defs": {
            "rule": {
                "description": "A code, the beginning of a code, a name, or ALL.",
                "anyOf": [{"enum": names}, {"type": "string", "pattern": "^(?:[Aa][Ll][Ll]|[Tt][Cc]?\\d*)$"}],
            },
            "narrowing": _object(NARROWING),
        },
    }


def schema_text() -> str:
    """The schema as it is shipped."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def _object(keys: Iterable[Key]) -> dict[str, Any]:
    properties = {key.name: {"description": key.help, **key.kind.schema, "default": key.default} for key in keys}
    return {"type": "object", "properties": properties, "additionalProperties": False}
