"""Writes small papers of every kind into a folder, and asks a library for them."""

import gzip
import io
import tarfile
from pathlib import Path

import pymupdf

from tablecheck.model.citation import Reference
from tablecheck.sources.library import Library, Obtained

NORTH = "NorthNet: Polar Features for Matching Things"
SOUTH = "SouthNet: Deep Tides of the Southern Toys"
ADA = ("Ada Example", "Bo Sample")
TABLE = "<table><tr><th></th><th>Lake</th></tr><tr><td>NorthNet</td><td>74.1</td></tr></table>"


def html(title: str = "", authors: tuple[str, ...] = ()) -> bytes:
    heading = f"<h1>{title}</h1>" if title else ""
    names = f"<div class='authors'>{', '.join(authors)}</div>" if authors else ""
    return f"<html><body>{heading}{names}{TABLE}</body></html>".encode()


def tex(title: str = NORTH, authors: tuple[str, ...] = ADA) -> bytes:
    names = r" \and ".join(authors)
    text = rf"\documentclass{{article}}\title{{{title}}}\author{{{names}}}\begin{{document}}\maketitle\end{{document}}"
    return text.encode()


def tar_gz(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name.replace("__", "/") + ".tex")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def gz(content: bytes) -> bytes:
    return gzip.compress(content)


def pdf(title: str = NORTH, authors: tuple[str, ...] = ADA, stamp: str = "") -> bytes:
    with pymupdf.open() as document:
        page = document.new_page()
        if title:
            page.insert_textbox((60, 60, 540, 130), title, fontsize=17)
        page.insert_text((60, 150), ", ".join(authors), fontsize=11)
        words = "The results of toys are given in the table below, and no number of them is real. " * 20
        page.insert_textbox((60, 180, 540, 700), words, fontsize=10)
        if stamp:
            page.insert_text((30, 600), stamp, fontsize=20, rotate=90)
        return bytes(document.tobytes())


def north(**changes: object) -> Reference:
    values = {"key": "north2101", "title": NORTH, "authors": ADA, "year": 2101, **changes}
    return Reference(**values)  # type: ignore[arg-type]


def save(folder: Path, **files: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def obtain_one(folder: Path, reference: Reference) -> Obtained:
    return Library([folder], folder.parent / "manuscript").obtain([reference])[0]


def names(obtained: Obtained) -> list[str]:
    return [Path(document.found_at).name for document in obtained.documents]
