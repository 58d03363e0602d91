"""What one client has open: its documents, the manuscripts they belong to, and the checks of those."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from tablecheck.linter.settings import shown
from tablecheck.lsp.abilities import Abilities
from tablecheck.lsp.checks import Checks, keep_for_long
from tablecheck.lsp.convert import Lines
from tablecheck.lsp.documents import Document, Documents, path_of, plain, texts_on_disk
from tablecheck.lsp.files import Ask, Files, OnClient, OnDisk
from tablecheck.lsp.mains import main_on_client, mains_on_disk
from tablecheck.lsp.options import Options
from tablecheck.lsp.projects import Checked, Project
from tablecheck.model.progress import Progress

logger = logging.getLogger(__name__)

_LANGUAGES = frozenset({"latex", "tex", "plaintex", "latex-expl3", "context", "doctex"})
_SUFFIXES = (".tex", ".ltx")
_CHECKS_A_SEARCH = 1_000  # for garbage

Tell = Callable[[Project], None]
AskOptions = Callable[[str], Awaitable[Options]]
"""Gives the settings of the editor for a file, which may be those of its folder."""


class Desk:
    """Lives as long as a connection. Everything here happens in the loop; only checks and look-ups run elsewhere."""

    def __init__(self, tell: Tell, deliver: Tell, ask: Ask, ask_options: AskOptions) -> None:
        self.abilities = Abilities()
        self.options = Options()
        self.encoding = "utf-16"
        self.documents = Documents()
        self.projects: dict[str, Project] = {}
        self.checks = Checks(self._prepare, tell, deliver)
        self._ask = ask
        self._ask_options = ask_options
        self._of_document: dict[str, tuple[Project, ...]] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}

    def opened(self, document: Document) -> None:
        """Begin to find the manuscripts of a document and, if the settings want that, to check them."""
        if self.options.run != "manual":
            self.touched(document.uri)
        if is_latex(document) and self.options.enable:
            task = asyncio.get_running_loop().create_task(self._open(document))
            task.add_done_callback(_log_failure)
            self._opening[plain(document.uri)] = task

    def touched(self, uri: str, delay: float = 0.0) -> None:
        """Check the manuscripts again that a document takes part in."""
        for project in self.projects_of(uri):
            self.checks.want(project, delay)

    def closed(self, uri: str) -> tuple[Project, ...]:
        """Forget a document; gives the manuscripts of which nothing is open any more."""
        key = plain(uri)
        if (opening := self._opening.pop(key, None)) is not None:
            opening.cancel()
        before = self.projects_of(uri)
        self._of_document.pop(key, None)
        wanted = {project.key for some in self._of_document.values() for project in some}
        gone = tuple(project for project in self.projects.values() if project.key not in wanted)
        for project in gone:
            self.checks.drop(project)
            del self.projects[project.key]
        for project in before:
            if project not in gone:
                self.checks.want(project)
        return gone

    def reopen(self, options: Options | None = None) -> tuple[Project, ...]:
        """Read configurations, locks and folders anew, and find out anew what belongs together.

        Gives the manuscripts that there were; the client knows their diagnostics still.
        """
        if options is not None:
            self.options = options
        before = tuple(self.projects.values())
        for task in self._opening.values():
            task.cancel()
        for project in before:
            self.checks.drop(project)
        self.projects.clear()
        self._of_document.clear()
        self._opening.clear()
        for document in self.documents:
            self.opened(document)
        return before

    def refresh(self, project: Project) -> None:
        """Check a manuscript again with what is on disk and in the cache by now."""
        project.session = None
        project.files.forget()
        self.checks.want(project)

    def projects_of(self, uri: str) -> tuple[Project, ...]:
        """The manuscripts that a document takes part in, as far as that is known yet."""
        own = self._of_document.get(plain(uri), ())
        others = (one for one in self.projects.values() if one not in own and _may_read(one, uri))
        return (*own, *others)

    async def settled(self, uri: str) -> tuple[Project, ...]:
        """Wait until the newest texts of a document's manuscripts were checked; gives these."""
        while True:
            opening = self._opening.get(plain(uri))
            if opening is not None and not opening.done():
                await asyncio.wait([opening])
            waiting = [one for one in self.projects_of(uri) if not one.settled.is_set()]
            if not waiting:
                return self.projects_of(uri)
            await asyncio.gather(*(one.settled.wait() for one in waiting))

    def close(self) -> None:
        """Stop everything."""
        for opening in self._opening.values():
            opening.cancel()
        for project in self.projects.values():
            self.checks.drop(project)
        self.projects.clear()
        self.checks.close()

    async def _open(self, document: Document) -> None:
        loop = asyncio.get_running_loop()
        options = await self._ask_options(document.uri)
        path, documents = path_of(document.uri), tuple(self.documents)
        files: tuple[tuple[str, Files], ...]
        if path is not None:
            unsaved = texts_on_disk(documents)
            mains = await loop.run_in_executor(None, mains_on_disk, path, options, unsaved)
            files = tuple((f"file:{main.as_posix()}", OnDisk(main)) for main in mains)
        else:
            others = [one for one in documents if one is not document]
            main = await loop.run_in_executor(None, main_on_client, document, others, self._ask)
            files = ((main, OnClient(main, self._ask)),)
        if self.documents.get(document.uri) is None:
            return
        projects = tuple(self.projects.setdefault(key, Project(key, one, options)) for key, one in files)
        self._of_document[plain(document.uri)] = projects
        for project in projects if options.run != "manual" else ():
            self.checks.want(project)

    def _prepare(self, project: Project) -> Callable[[Progress], Checked]:
        documents = tuple(self.documents)
        known = {project.home.name_of(one.uri): one.lines for one in documents}

        def check(progress: Progress) -> Checked:
            with project.busy:
                progress("read", 0, 1)
                session = project.session
                if session is None:
                    session = project.session = project.files.open(project.options)
                manuscript = project.files.read(session, documents)
                progress("read", 1, 1)
                report = session.check(manuscript, progress)
            lines = {name: known.get(name) or Lines(text) for name, text in manuscript.texts.items()}
            keep_for_long(search=project.checked is None or self.checks.count % _CHECKS_A_SEARCH == 0)
            return Checked(report, shown(report.findings, session.settings), lines)

        return check


def is_latex(document: Document) -> bool:
    """Whether a document may hold a manuscript or a part of one."""
    path = document.uri.partition("?")[0]
    return document.language in _LANGUAGES or path.lower().endswith(_SUFFIXES)


def main_uri(project: Project) -> str:
    """The address of a main file."""
    return project.home.uri_of(Path(project.key.partition("?")[0]).name)


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("a document could not be opened", exc_info=error)


def _may_read(project: Project, uri: str) -> bool:
    """Whether a manuscript reads a file, or may read it, since nobody knows yet."""
    name = project.home.name_of(uri)
    return bool(name) and (project.checked is None or name in project.checked.lines)
