"""However a document is edited, the server says of its newest text what a check of that text alone says.

``TABLECHECK_RANDOM_EDITS`` is how many edits are made; some hundreds where it is not set. With ten thousand the memory
of the server is looked at too.
"""

import asyncio
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from lsprotocol import types

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.linter.config import read_config
from tablecheck.linter.session import Session, open_session
from tablecheck.linter.settings import shown
from tablecheck.lsp.convert import Lines, to_range
from tablecheck.model.progress import silent
from tests.edits import Edit, edits
from tests.lsp.editor import Editor, editor, uri_of
from tests.lsp.papers import EDITORS

Told = tuple[str, types.Range, str]
COUNT = int(os.environ.get("TABLECHECK_RANDOM_EDITS", "300"))
BURST = 12  # edits without a pause, as fast typing has them
LONG = 5_000  # edits from which the memory is compared
LAW = settings(
    max_examples=max(1, COUNT // BURST),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),
    database=None,
)


@dataclass
class Desk:
    """An editor whose loop is run for each example, the paper it edits, and a session that always checks anew."""

    loop: asyncio.AbstractEventLoop
    one: Editor
    uri: str
    text: str
    main: Path
    session: Session
    edits: int = 0
    memory: int = 0

    def expected(self, text: str) -> list[Told]:
        """What a first check of a text finds."""
        report = self.session.check(read_manuscript(self.main, {self.main.name: text}), silent)
        lines = Lines(text)
        found = [
            (finding.rule, to_range(lines, finding.place.span, self.one.encoding), finding.message)
            for finding in shown(report.findings, self.session.settings)
            if finding.place.path == self.main.name
        ]
        return in_order(found)


def _place(one: Told) -> tuple[int, int, str, str]:
    return one[1].start.line, one[1].start.character, one[0], one[2]


@pytest.fixture(scope="module", params=["utf-8", "utf-16"])
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Open the paper in an editor that stays open for all examples."""
    folder = tmp_path_factory.mktemp("edits") / "paper"
    shutil.copytree(EDITORS / "paper", folder)
    main = folder / "paper.tex"
    general = types.GeneralClientCapabilities(position_encodings=[request.param])
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        starting = editor(types.ClientCapabilities(general=general), {"diagnosticMode": "push"})
        one = loop.run_until_complete(starting.__aenter__())
        uri, text = uri_of(main), main.read_text("utf-8")
        one.open(uri, text)
        yield Desk(loop, one, uri, text, main, open_session(main, read_config(folder, {})))
        loop.run_until_complete(starting.__aexit__(None, None, None))


@LAW
@given(wanted=st.lists(edits, min_size=BURST, max_size=BURST))
def test_the_newest_text_is_judged_as_if_it_were_the_first(desk: Desk, wanted: list[Edit]):
    desk.loop.run_until_complete(burst(desk, wanted))


async def burst(desk: Desk, wanted: list[Edit]) -> None:
    """Edit without a pause, wait, and compare; nothing may be said of a text that was newer."""
    one, uri = desk.one, desk.uri
    one.overwrite(uri, desk.text)
    texts = {one.versions[uri]: desk.text}
    one.history.clear()
    before = [desk.text]
    for edit in wanted:
        if edit.undo and len(before) > 1:
            before.pop()
            one.overwrite(uri, before[-1])
        else:
            one.type(uri, *edit.span(before[-1]), edit.text)
            before.append(one.texts[uri])
        texts[one.versions[uri]] = one.texts[uri]
        desk.edits += 1
    assert told(await one.diagnostics(uri)) == desk.expected(one.texts[uri])
    sent = [params for params in one.history if params.uri == uri and params.version in texts]
    assert [params.version for params in sent] == sorted({params.version for params in sent})
    for params in sent:
        assert told(params.diagnostics) == desk.expected(texts[params.version])
    if COUNT >= LONG:
        await look_at_memory(desk)


async def look_at_memory(desk: Desk) -> None:
    """After the first thousand edits the memory of the server stays within a twentieth."""
    if desk.edits % 1_000 >= BURST:
        return
    memory = (await desk.one.ask("tablecheck/statistics", {}))["rss"]
    print(f"{desk.edits} edits: {memory / 2**20:.1f} MB")
    if desk.edits < 1_000 + BURST:
        desk.memory = memory
    elif memory is not None:
        assert memory <= 1.05 * desk.memory


def told(diagnostics: Any) -> list[Told]:
    """Diagnostics in the order of the text."""
    return in_order((str(one.code), one.range, one.message) for one in diagnostics)


def in_order(found: Iterable[Told]) -> list[Told]:
    """Each once: a number in a table within a table is found twice and said once."""
    return list({_place(one): one for one in sorted(found, key=_place)}.values())
