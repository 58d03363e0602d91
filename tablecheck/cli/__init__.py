"""The command line: one file a command, nothing heavy imported before a command needs it."""

from tablecheck.cli.main import main

__all__ = ["main"]
