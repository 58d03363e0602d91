"""What one client has open: its documents, the manuscripts they belong to, and the checks of those."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from tablecheck.linter.config import read_config
from tablecheck.linter.roots import find_roots
from tablecheck.linter.session import names_beside, open_session
from tablecheck.linter.settings import shown
from tablecheck.lsp.abilities import Abilities
from tablecheck.lsp.checks import Checks
from tablecheck.lsp.convert import Lines
from tablecheck.lsp.documents import Document, Documents, path_of, plain, texts_on_disk
from tablecheck.lsp.homes import DiskHome
from tablecheck.lsp.options import Options
from tablecheck.lsp.projects import Checked, Project
from tablecheck.model.errors import TablecheckError
from tablecheck.model.progress import Progress

logger = logging.getLogger(__name__)

_LANGUAGES = frozenset({"latex", "tex", "plaintex", "latex-expl3", "context", "doctex"})
_SUFFIXES = (".tex", ".ltx")


class Desk:
    """Lives as long as a connection. Everything here happens in the loop; only checks run elsewhere."""

    def __init__(self, deliver: Callable[[Project], None]) -> None:
        self.abilities = Abilities()
        self.options = Options()
        self.encoding = "utf-16"
        self.documents = Documents()
        self.projects: dict[str, Project] = {}
        self.checks = Checks(self._prepare, deliver)
        self._of_document: dict[str, tuple[Project, ...]] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}

    def opened(self, document: Document) -> None:
        """Begin to find the manuscripts of a document and to check them."""
        key = plain(document.uri)
        if is_latex(document):
            self._opening[key] = asyncio.get_running_loop().create_task(self._open(document))
        self.touched(document.uri)

    def touched(self, uri: str, delay: float = 0.0) -> None:
        """Check the manuscripts again that a document takes part in."""
        for project in self.projects_of(uri):
            self.checks.want(project, delay)

    def closed(self, uri: str) -> tuple[Project, ...]:
        """Forget a document; gives the manuscripts that nobody has open any more."""
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
        key = plain(document.uri)
        path = path_of(document.uri)
        if path is None:
            return
        unsaved = texts_on_disk(tuple(self.documents))
        try:
            mains = await asyncio.get_running_loop().run_in_executor(None, self._mains, path, unsaved)
        except TablecheckError as error:
            logger.info("%s: %s", path, error)
            mains = (path,)
        if self.documents.get(key) is None and self.documents.get(document.uri) is None:
            return
        projects = tuple(self._project(main) for main in mains)
        self._of_document[key] = projects
        for project in projects:
            if project.wanted == 0:
                self.checks.want(project)

    def _mains(self, path: Path, unsaved: Mapping[Path, str]) -> tuple[Path, ...]:
        config = read_config(path.parent, self.options.overrides)
        return find_roots(path, config.paths("root"), config.value("exclude"), unsaved)

    def _project(self, main: Path) -> Project:
        resolved = main.resolve()
        key = f"file:{resolved.as_posix()}"
        if key not in self.projects:
            self.projects[key] = Project(key, DiskHome(resolved.parent), resolved.name)
        return self.projects[key]

    def _prepare(self, project: Project) -> Callable[[Progress], Checked]:
        documents, options = tuple(self.documents), self.options

        def check(progress: Progress) -> Checked:
            main = project.home.folder / project.main
            if project.session is None:
                config = read_config(main.parent, options.overrides)
                project.session = open_session(main, config, locked=options.locked)
            session = project.session
            progress("read", 0, 1)
            manuscript = session.read(names_beside(main, texts_on_disk(documents)))
            progress("read", 1, 1)
            report = session.check(manuscript, progress)
            lines = {name: Lines(text) for name, text in manuscript.texts.items()}
            return Checked(report, shown(report.findings, session.settings), lines)

        return check


def is_latex(document: Document) -> bool:
    """Whether a document may hold a manuscript or a part of one."""
    return document.language in _LANGUAGES or document.uri.partition("?")[0].lower().endswith(_SUFFIXES)


def _may_read(project: Project, uri: str) -> bool:
    """Whether a manuscript reads a file, or may read it, since nobody knows yet."""
    name = project.home.name_of(uri)
    return bool(name) and (project.checked is None or name in project.checked.lines)
