"""What ``benchmarks.editor`` prints, as a section of the page."""

import subprocess
import sys


def section(rounds: int) -> str:
    """The waits of an editor, as Markdown."""
    command = [sys.executable, "-m", "benchmarks.editor", "--edits", str(12 * rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    about = (
        "A thesis of a hundred pages, forty tables and thirty cited papers at hand; what comes on top of the debounce."
    )
    return f"{about}\n\n{done.stdout.strip()}"
