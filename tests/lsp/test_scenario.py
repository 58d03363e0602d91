"""The scenario that every editor is tested with, for the capabilities of real editors and all encodings."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities

from tests.lsp.editor import Editor, editor, uri_of
from tests.lsp.papers import EXPECTED

CLIENTS = ("neovim", "visual_studio_code", "emacs")
ENCODINGS = ("utf-8", "utf-16", "utf-32")
UNITS = {"utf-8": "utf8", "utf-16": "utf16", "utf-32": "column"}


def capabilities_of(client: str, encoding: str = "") -> types.ClientCapabilities:
    """What a real editor announces, with one encoding where one is given."""
    capabilities = client_capabilities(client)
    if encoding:
        capabilities.general = capabilities.general or types.GeneralClientCapabilities()
        capabilities.general.position_encodings = [encoding]
    return capabilities


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("mode", ["push", "pull"])
@pytest.mark.parametrize("client", CLIENTS)
def test_the_scenario(client: str, mode: str, encoding: str, paper: Path, listening: int):
    async def story() -> None:
        capabilities = capabilities_of(client, encoding)
        async with editor(capabilities, {"diagnosticMode": mode}, name=client, port=listening) as one:
            assert one.encoding == encoding
            assert (one.capabilities.diagnostic_provider is not None) == (mode == "pull")
            await play(one, uri_of(paper), paper.read_text("utf-8"))

    asyncio.run(story())


async def play(one: Editor, uri: str, text: str) -> None:
    """Open, look, mend one number and accept the other."""
    one.open(uri, text)
    found = await one.diagnostics(uri)
    expect(one, uri, found, [0, 1])
    wanted = EXPECTED["hover"]
    hover = await one.hover(uri, found[wanted["finding"]].range.start)
    assert all(part in hover.contents.value for part in wanted["contains"])
    fix = EXPECTED["fix"]
    one.apply((await one.actions(uri, found[fix["finding"]]))[fix["title"]].edit)
    assert fix["line_after"] in one.texts[uri].split("\n")
    found = await one.diagnostics(uri)
    expect(one, uri, found, EXPECTED["after_fix"])
    ignore = EXPECTED["ignore"]
    one.apply((await one.actions(uri, found[0]))[ignore["title"]].edit)
    assert ignore["line_after"] in one.texts[uri].split("\n")
    expect(one, uri, await one.diagnostics(uri), EXPECTED["after_ignore"])


def expect(one: Editor, uri: str, found: list[types.Diagnostic], numbers: list[int]) -> None:
    """Compare diagnostics with the findings that should be there."""
    wanted = [EXPECTED["findings"][number] for number in numbers]
    assert [(d.code, one.marked(uri, d.range)) for d in found] == [(w["code"], w["text"]) for w in wanted]
    for diagnostic, finding in zip(found, wanted, strict=True):
        assert diagnostic.range.start.line == finding["line"]
        assert diagnostic.range.start.character == finding[UNITS[one.encoding]]
        assert diagnostic.message.startswith(finding["message"])
        assert diagnostic.severity == types.DiagnosticSeverity.Error
        assert diagnostic.source == "tablecheck"
