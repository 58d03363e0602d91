"""What a client can do, read once from what it says of itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

_ANNOUNCES_PULL_AND_NEVER_PULLS = frozenset({"@codemirror/lsp-client"})


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a client can do, beyond what every client can.

    ``pulls`` says that it asks for diagnostics itself. ``reads_files`` and ``shows_coverage`` are ours: see
    ``editors/protocol.md``.
    """

    pulls: bool = False
    pulls_related: bool = False
    refreshes: bool = False
    markdown: bool = False
    rule_pages: bool = False
    related_places: bool = False
    code_actions: bool = False
    resolves_edits: bool = False
    versioned_edits: bool = False
    snippet_edits: bool = False
    progress: bool = False
    refreshes_lenses: bool = False
    refreshes_hints: bool = False
    text_content: bool = False
    watches_files: bool = False
    asks_configuration: bool = False
    reads_files: bool = False
    shows_coverage: bool = False


def abilities_of(capabilities: types.ClientCapabilities, client: types.ClientInfo | None) -> Abilities:
    """Read what a client can do."""
    text = capabilities.text_document or types.TextDocumentClientCapabilities()
    workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
    window = capabilities.window or types.WindowClientCapabilities()
    pushed = text.publish_diagnostics
    action = text.code_action
    edit = workspace.workspace_edit
    watched = workspace.did_change_watched_files
    resolvable = action.resolve_support.properties if action and action.resolve_support else ()
    ours = _ours(capabilities.experimental)
    return Abilities(
        pulls=text.diagnostic is not None and (client is None or client.name not in _ANNOUNCES_PULL_AND_NEVER_PULLS),
        pulls_related=bool(text.diagnostic and text.diagnostic.related_document_support),
        refreshes=bool(workspace.diagnostics and workspace.diagnostics.refresh_support),
        markdown=_prefers_markdown(text.hover),
        rule_pages=bool(pushed and pushed.code_description_support) or text.diagnostic is not None,
        related_places=bool(pushed and pushed.related_information) or text.diagnostic is not None,
        code_actions=bool(action and action.code_action_literal_support),
        resolves_edits="edit" in resolvable,
        versioned_edits=bool(edit and edit.document_changes),
        snippet_edits=bool(edit and edit.snippet_edit_support),
        progress=bool(window.work_done_progress),
        refreshes_lenses=bool(workspace.code_lens and workspace.code_lens.refresh_support),
        refreshes_hints=bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support),
        text_content=workspace.text_document_content is not None,
        watches_files=bool(watched and watched.dynamic_registration),
        asks_configuration=bool(workspace.configuration),
        reads_files=bool(ours.get("readFile")),
        shows_coverage=bool(ours.get("coverage")),
    )


def _prefers_markdown(hover: types.HoverClientCapabilities | None) -> bool:
    formats = (hover.content_format if hover else None) or ()
    return types.MarkupKind.Markdown in formats


def _ours(experimental: Any) -> Mapping[str, Any]:
    """What the client says of our own requests; a client may send an object or a dictionary."""
    if not isinstance(experimental, Mapping):
        experimental = as_mapping(experimental)
    ours = experimental.get("tablecheck")
    return ours if isinstance(ours, Mapping) else as_mapping(ours)


def as_mapping(value: Any) -> Mapping[str, Any]:
    """A value of a message as a mapping; empty where it is none."""
    if isinstance(value, Mapping):
        return value
    fields = getattr(value, "_asdict", None)
    return fields() if callable(fields) else {}
