"""Finds the main file of a manuscript: from a folder, from a part, or from what editors and latexmk are told."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tablecheck.linter.includes import Unsaved, exists, parts_below, text_of
from tablecheck.linter.narrowing import is_named
from tablecheck.model.errors import UsageError

_CLASS = re.compile(r"^[^%\n]*?\\document(?:class|style)\s*(?:\[(?P<option>[^\]\n]*)\])?\s*\{(?P<name>[^}\n]*)\}", re.M)
_MAGIC = re.compile(r"^[ \t]*%+[ \t]*!\s*T[eE]X\s+root\s*=\s*(?P<file>.+?)[ \t\r]*$", re.M)
_DEFAULT_FILES = re.compile(r"^[^#\n]*@default_files\s*=\s*\(([^)]*)\)", re.M)
_QUOTED = re.compile(r"""["']([^"'\n]+)["']""")
_SUFFIXES = (".tex", ".ltx")
_PART_CLASSES = frozenset({"standalone", "subfiles"})
_SKIPPED = frozenset({"node_modules", "build", "out", "dist", "venv", "auxil"})
_LEVELS_UP = 4  # from a part to its main file; theses nest their chapters two deep
_LEVELS_DOWN = 3
_MOST_FILES = 2_000  # looked at in one search; a thesis has a hundred
_HEAD = 200_000  # characters in which a class is looked for


def find_roots(
    path: Path, configured: Sequence[Path] = (), exclude: Sequence[str] = (), unsaved: Unsaved | None = None
) -> tuple[Path, ...]:
    """Give the main files that a path means, as seen from where the path is.

    A main file means itself. A part means the file that ``% !TEX root`` or the class ``subfiles`` names, else the
    main files near it that include it, else itself. A folder means the ``configured`` files, else the default files
    of its ``latexmkrc``, else all main files at its top, else those nearest to the top.

    Raises:
        UsageError: there is no such file, or no main file in a folder.
    """
    unsaved = unsaved or {}
    if path.is_dir():
        return _of_folder(path, configured, exclude, unsaved)
    if not exists(path, unsaved):
        raise UsageError(f"there is no file {path}; name the main .tex file of the manuscript")
    named = _named_root(path, unsaved)
    if named is not None:
        return (named,)
    if _is_main(path, unsaved):
        return (path,)
    return _including(path, configured, exclude, unsaved) or (path,)


def _of_folder(folder: Path, configured: Sequence[Path], exclude: Sequence[str], unsaved: Unsaved) -> tuple[Path, ...]:
    if configured:
        for file in configured:
            if not file.is_file():
                raise UsageError(f"the configuration names {file} as a main file, and there is no such file")
        return tuple(configured)
    if default := _of_latexmk(folder):
        return default
    for files in _by_depth(folder, exclude):
        if mains := _outermost([file for file in files if _is_main(file, unsaved)], unsaved):
            return mains
        if folder / "main.tex" in files:  # where Overleaf looks first; its class may come from an included file
            return (folder / "main.tex",)
    raise UsageError(f"no .tex file in {folder} has a \\documentclass; name the main file of the manuscript")


def _of_latexmk(folder: Path) -> tuple[Path, ...]:
    for name in ("latexmkrc", ".latexmkrc"):
        text = text_of(folder / name, {})
        if match := _DEFAULT_FILES.search(text):
            found = [file for one in _QUOTED.findall(match[1]) for file in _default_files(folder, one)]
            return tuple(dict.fromkeys(found))
    return ()


def _default_files(folder: Path, name: str) -> list[Path]:
    name = name.replace("\\", "/")
    if name.startswith("/") or ".." in name:
        return []
    return [file for file in sorted([*folder.glob(name), *folder.glob(f"{name}.tex")]) if file.suffix in _SUFFIXES]


def _by_depth(folder: Path, exclude: Sequence[str]) -> Iterator[list[Path]]:
    """The LaTeX files at the top of a folder, then those one level down, and so on."""
    level, seen = [folder], 0
    for _ in range(_LEVELS_DOWN + 1):
        files: list[Path] = []
        below: list[Path] = []
        for one in level:
            for entry in _entries(one):
                seen += 1
                if seen > _MOST_FILES:
                    yield files
                    return
                if any(is_named(entry.relative_to(folder).as_posix(), pattern) for pattern in exclude):
                    continue
                if entry.is_dir() and not entry.name.startswith(".") and entry.name not in _SKIPPED:
                    below.append(entry)
                elif entry.suffix in _SUFFIXES and entry.is_file():
                    files.append(entry)
        yield sorted(files, key=lambda file: (file.name != "main.tex", file))
        level = below


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _outermost(mains: Sequence[Path], unsaved: Unsaved) -> tuple[Path, ...]:
    """Leave out those that another one includes, as with the class ``standalone``."""
    resolved = {main.resolve(): main for main in mains}
    parts = {part for main in mains for part in parts_below(main, unsaved) if part != main.resolve()}
    kept = tuple(main for path, main in resolved.items() if path not in parts)
    return kept or tuple(mains)


def _including(part: Path, configured: Sequence[Path], exclude: Sequence[str], unsaved: Unsaved) -> tuple[Path, ...]:
    """The main files that include a part: those of the configuration, else those nearest above it."""
    wanted = part.resolve()
    if found := tuple(main for main in configured if main.is_file() and wanted in parts_below(main, unsaved)):
        return found
    folder = part.parent
    for _ in range(_LEVELS_UP):
        files = next(_by_depth(folder, exclude), [])
        mains = _outermost([file for file in files if _is_main(file, unsaved)], unsaved)
        if found := tuple(main for main in mains if wanted in parts_below(main, unsaved)):
            return found
        if (folder / ".git").exists() or folder.resolve() in {Path.home(), folder.resolve().parent}:
            break
        folder = folder.resolve().parent if folder in {Path(), Path("..")} or folder.name == ".." else folder.parent
    return ()


def _named_root(path: Path, unsaved: Unsaved) -> Path | None:
    """The file that a part names as its root, over several steps if need be."""
    current, seen = path, {path.resolve()}
    while True:
        text = text_of(current, unsaved)
        magic, document = _MAGIC.search(text[:_HEAD]), _CLASS.search(text[:_HEAD])
        if magic:
            named = magic["file"].strip('"')
        elif document and document["name"] == "subfiles" and document["option"]:
            named = document["option"].strip()
        else:
            break
        named = named.replace("\\", "/")
        candidates = (Path(os.path.normpath(one)) for one in _with_suffix(current.parent, named))
        root = next((one for one in candidates if exists(one, unsaved)), None)
        if root is None or root.resolve() in seen:
            break
        seen.add(root.resolve())
        current = root
    return current if current is not path else None


def _with_suffix(folder: Path, name: str) -> Iterable[Path]:
    return (folder / name, folder / f"{name}.tex") if name.endswith(_SUFFIXES) else (folder / f"{name}.tex",)


def _is_main(path: Path, unsaved: Unsaved) -> bool:
    document = _CLASS.search(text_of(path, unsaved)[:_HEAD])
    return document is not None and document["name"].strip() not in _PART_CLASSES
