"""The process in which manuscripts are checked: a line of JSON in for each, a line out.

The first line is the task. What libraries print goes to stderr: the answers are alone on stdout.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any


def main() -> None:
    """Answer until there is nothing more to read."""
    from tablecheck.batch.checking import Checker
    from tablecheck.batch.job import Task
    from tablecheck.batch.submission import Submission

    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr
    task = Task.of_json(json.loads(sys.stdin.readline()))
    _bound_memory(task.limits.megabytes)
    checker = Checker.of(task)
    for line in sys.stdin:
        asked = json.loads(line)
        before = len(checker.shared.read_here)
        result = checker.check(Submission(asked["name"], Path(asked["place"])))
        answer: dict[str, Any] = {
            "result": result,
            "read": checker.shared.read_here[before:],
            "store": checker.shared.failed,
            "megabytes": _resident(),
        }
        answers.write(json.dumps(answer, ensure_ascii=False) + "\n")
        answers.flush()


def _bound_memory(megabytes: int) -> None:
    """Let what asks for more memory fail, where the system can see to that."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def _resident() -> float:
    """How much memory this process holds, in megabytes; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0


if __name__ == "__main__":
    main()
