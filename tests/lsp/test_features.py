"""What an author sees beside the squiggles, and what they can have done."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities

from tests.lsp.editor import Editor, editor, uri_of
from tests.lsp.papers import EXPECTED, FIRST, SECOND

Story = Callable[[Editor, str], Awaitable[None]]
OURS = {"tablecheck": {"readFile": True, "coverage": True, "showEvidence": True}}


def modern() -> types.ClientCapabilities:
    """VS Code's capabilities, with those of the newest protocol and our own."""
    capabilities = client_capabilities("visual_studio_code")
    capabilities.experimental = OURS
    assert capabilities.workspace is not None
    capabilities.workspace.text_document_content = types.TextDocumentContentClientCapabilities()
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    return capabilities


def play(story: Story, paper: Path, port: int, options: dict | None = None, text: str = "") -> None:
    """Play a story with VS Code's capabilities, once the paper was opened and checked."""

    async def whole() -> None:
        async with editor(modern(), {"diagnosticMode": "pull", **(options or {})}, port=port) as one:
            uri = uri_of(paper)
            one.open(uri, text or paper.read_text("utf-8"))
            await one.diagnostics(uri)
            await story(one, uri)

    asyncio.run(whole())


def identified(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


def test_a_diagnostic_leads_to_its_rule_and_to_the_cited_cell(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        for found, wanted in zip(await one.diagnostics(uri), EXPECTED["findings"], strict=True):
            assert found.code_description.href.endswith(".md")
            location = found.related_information[0].location
            assert location.uri.startswith(wanted["page"])
            page = await one.client.workspace_text_document_content_async(types.TextDocumentContentParams(location.uri))
            one.texts[location.uri] = page.text
            assert one.marked(location.uri, location.range) == wanted["cited"]
            assert f"**{wanted['cited']}**" in page.text
            same = await one.ask("tablecheck/content", {"uri": location.uri})
            assert same["text"] == page.text
            assert wanted["cited"] in page.text.splitlines()[same["line"]]

    play(story, paper, listening)


def test_a_lens_says_how_much_of_a_table_was_checked(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        (lens,) = await one.client.text_document_code_lens_async(types.CodeLensParams(identified(uri)))
        assert lens.command.title == "16 of 20 numbers checked against 2 papers, 2 differ"
        assert one.texts[uri].split("\n")[lens.range.start.line].startswith("\\begin{tabular}")
        assert lens.command.arguments == (uri,) or lens.command.arguments == [uri]

    play(story, paper, listening)


def test_hints_print_the_cited_value_only_where_they_are_wanted(paper: Path, listening: int):
    async def story(one: Editor, uri: str, count: int) -> None:
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        asked = types.InlayHintParams(identified(uri), whole)
        found = await one.client.text_document_inlay_hint_async(asked)
        assert [hint.label for hint in found] == ["cited: 37.2", "cited: 46.1"][:count]

    play(lambda one, uri: story(one, uri, 0), paper, listening)
    play(lambda one, uri: story(one, uri, 2), paper, listening, {"inlayHints": True})


def test_numbers_and_citations_lead_to_the_cited_table(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        at = types.DefinitionParams(
            identified(uri), types.Position(20, one.texts[uri].split("\n")[20].index("47.9") + 1)
        )
        place = await one.client.text_document_definition_async(at)
        assert place.uri.startswith(EXPECTED["findings"][0]["page"])
        links = await one.client.text_document_document_link_async(types.DocumentLinkParams(identified(uri)))
        assert [one.marked(uri, link.range) for link in links] == [
            "\\cite{osterby2022glacierrank}", "\\cite{osterby2022glacierrank}",
            "\\cite{adeyemi2023tundranet}", "\\cite{adeyemi2023tundranet}",
        ]  # fmt: skip
        assert all(re.fullmatch(r"tablecheck-doc:/[^?]+\.md\?[0-9a-f.]+", link.target) for link in links)

    play(story, paper, listening)


def test_a_number_that_agrees_says_so_and_one_without_source_says_nothing(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        line = one.texts[uri].split("\n")[20]
        hover = await one.hover(uri, types.Position(20, line.index("42.3")))
        assert "42.3 agrees with the cited 42.3" in hover.contents.value
        own = one.texts[uri].split("\n").index("SprucePoint (ours) & 55.0 & 48.2 & 40.3 & 56.5 \\\\")
        assert await one.hover(uri, types.Position(own, 22)) is None

    play(story, paper, listening)


def test_the_evidence_of_a_number_can_be_shown(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        first = (await one.diagnostics(uri))[0].range.start
        shown = await one.ask(
            "tablecheck/evidence", {"uri": uri, "position": {"line": first.line, "character": first.character}}
        )
        assert (shown["key"], shown["page"], shown["kind"]) == ("osterby2022glacierrank", 1, "pdf")
        assert shown["row"]["ours"][shown["row"]["here"]] == FIRST
        assert shown["row"]["theirs"][shown["row"]["here"]] == "37.2"
        assert shown["tableHtml"].startswith("<table")
        assert "37.2" in shown["tableHtml"].split('class="marked"')[1][:40]
        assert shown["pagePng"].startswith("iVBOR")
        width, height = shown["pageSize"]
        assert (round(width), round(height)) == (595, 842)  # A4
        left, top, right, bottom = shown["pageBox"]
        assert 0 < left < right < width
        assert 0 < top < bottom < height
        nothing = await one.ask("tablecheck/evidence", {"uri": uri, "position": {"line": 0, "character": 0}})
        assert nothing is None

    play(story, paper, listening)


def test_the_findings_and_the_coverage_can_be_asked_for(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        found = await one.ask("tablecheck/findings", {"uri": uri})
        assert [finding["text"] for finding in found["findings"]] == [FIRST, SECOND]
        assert found["findings"][0]["range"]["start"]["line"] == EXPECTED["findings"][0]["line"]
        wanted = EXPECTED["coverage"]
        assert {name: found["coverage"][name] for name in wanted} == wanted
        await one.until(lambda: one.statuses and one.statuses[-1]["state"] == "fresh")
        assert {one.statuses[0]["state"], one.statuses[-1]["uri"]} == {"checking", uri}
        assert one.statuses[-1]["summary"].startswith("Checked 16 of 16 cited numbers against 2 papers")

    play(story, paper, listening)


def test_all_safe_fixes_can_be_applied_at_once(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        context = types.CodeActionContext([], only=["source.fixAll"])
        whole = types.Range(types.Position(0, 0), types.Position(0, 0))
        asked = types.CodeActionParams(identified(uri), whole, context)
        (action,) = await one.client.text_document_code_action_async(asked)
        if action.edit is None:
            action = await one.client.code_action_resolve_async(action)
        one.apply(action.edit)
        assert await one.diagnostics(uri) == []
        changed = [line for line in one.texts[uri].split("\n") if line not in paper.read_text("utf-8").split("\n")]
        assert len(changed) == 2

    play(story, paper, listening)


def test_marks_can_be_written_with_the_author_s_own_reason(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        first, second = await one.diagnostics(uri)
        prints = [
            dict(found.data)["fingerprint"] if isinstance(found.data, dict) else found.data.fingerprint
            for found in (first, second)
        ]
        assert await one.command("tablecheck.ignoreWithReason", uri, prints[0], "checked by  hand\nagain")
        assert "% tablecheck: ignore[TC101=31.2] checked by hand again\n" in one.texts[uri]
        assert len(await one.diagnostics(uri)) == 1
        assert await one.command("tablecheck.markRerun", uri, prints[1], "three seeds")
        assert "54.9 \\\\ % tablecheck: rerun three seeds\n" in one.texts[uri]
        assert [found.code for found in await one.diagnostics(uri)] == []
        assert not await one.command("tablecheck.ignoreWithReason", uri, "nobody", "")

    play(story, paper, listening)


def test_the_report_is_written_where_a_browser_can_open_it(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        answer = await one.command("tablecheck.openReport", uri)
        text = Path(answer["uri"].removeprefix("file://")).read_text("utf-8")
        assert "<!DOCTYPE html>" in text
        assert FIRST in text

    play(story, paper, listening)


def test_a_configuration_that_cannot_be_read_is_told_and_does_not_look_like_a_pass(paper: Path, listening: int):
    paper.with_name("tablecheck.toml").write_text("selekt = []\n", "utf-8")

    async def story(one: Editor, uri: str) -> None:
        (told,) = await one.diagnostics(uri)
        assert told.code == "not-checked"
        assert "selekt" in told.message
        assert one.statuses[-1]["state"] == "failed"
        paper.with_name("tablecheck.toml").write_text('papers = ["papers"]\nignore = ["TC102"]\n', "utf-8")
        change = types.FileEvent(uri_of(paper.with_name("tablecheck.toml")), types.FileChangeType.Changed)
        one.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        assert [found.code for found in await one.diagnostics(uri)] == ["TC101"]

    play(story, paper, listening)


def test_settings_of_the_editor_win_and_may_change(paper: Path, listening: int):
    async def story(one: Editor, uri: str) -> None:
        assert [found.code for found in await one.diagnostics(uri)] == ["TC102"]
        settings = {"tablecheck": {"rules": {"ignore": ["TC102"]}}}
        one.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
        assert [found.code for found in await one.diagnostics(uri)] == ["TC101"]
        assert one.refreshed[types.WORKSPACE_DIAGNOSTIC_REFRESH] == 1

    play(story, paper, listening, {"rules": {"ignore": ["TC101"]}})


def test_each_folder_has_its_own_settings(tmp_path: Path, paper: Path, listening: int):
    async def whole() -> None:
        async with editor(modern(), {"diagnosticMode": "pull"}, port=listening) as one:
            uri = uri_of(paper)
            one.settings[uri] = {"rules": {"ignore": ["TC102"]}}
            one.open(uri, paper.read_text("utf-8"))
            assert [found.code for found in await one.diagnostics(uri)] == ["TC101"]

    asyncio.run(whole())


@pytest.mark.parametrize("mode", ["push", "pull"])
def test_what_only_the_client_can_read_is_read_by_the_client(mode: str, paper: Path, listening: int):
    """As with the projects of Overleaf in VS Code: addresses with a query, parts, bibliography and lock by asking."""

    def address(name: str) -> str:
        return f"overleaf-workshop://server/My%20Paper/{name}?user%3Da%26project%3Db"

    text = paper.read_text("utf-8")
    table = text[text.index(r"\begin{table}") : text.index(r"\bibliographystyle")]

    async def whole() -> None:
        async with editor(modern(), {"diagnosticMode": mode}, port=listening) as one:
            one.files = {
                address("main.tex"): text.replace(table, "\\input{parts/table}\n"),
                address("refs.bib"): paper.with_name("refs.bib").read_text("utf-8"),
                address("tablecheck.lock"): paper.with_name("tablecheck.lock")
                .read_text("utf-8")
                .replace("paper.tex", "main.tex"),
            }
            part = address("parts/table.tex")
            one.open(part, table)
            found = await one.diagnostics(part)
            assert [one.marked(part, each.range) for each in found] == [FIRST, SECOND]
            one.replace(part, FIRST, "37.2")
            assert [one.marked(part, each.range) for each in await one.diagnostics(part)] == [SECOND]

    asyncio.run(whole())
