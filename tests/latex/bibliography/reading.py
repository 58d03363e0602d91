"""Reads one bibliography text the short way, for tests."""

from textwrap import dedent

from tablecheck.latex.bibliography import read_bibliography
from tablecheck.model.citation import Reference
from tablecheck.model.problem import Problem


def read_bib(text: str) -> dict[str, Reference]:
    return read_bib_with_problems(text)[0]


def read_bib_with_problems(text: str) -> tuple[dict[str, Reference], tuple[Problem, ...]]:
    return read_bibliography({"refs.bib": dedent(text)}, ["paper.tex"], ["refs"])


def read_entry(fields: str) -> Reference:
    return read_bib("@misc{key, " + fields + "}")["key"]


def read_bbl(text: str) -> dict[str, Reference]:
    return read_bibliography({"paper.bbl": dedent(text)}, ["paper.tex"], ["refs"])[0]
