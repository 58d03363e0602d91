"""A batch of generated manuscripts with one worker, with two and on a Dask cluster; and what a conference would cost.

python -m benchmarks.batch [--count 1000] [--papers 40]
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tablecheck.batch.job import Task
from tablecheck.batch.run import Done, run_batch
from tablecheck.batch.submission import find_submissions
from tablecheck.sources.net.etiquette import interval_of
from tablecheck.sources.net.service import Service
from tools.generate_submissions import generate

SUBMISSIONS, CITED = 10_000, 40
_SHARED = 12_000  # different papers among 400,000 citations; stated in the text, for it cannot be measured here
_PAGES = 15  # of a cited paper


@dataclass(frozen=True)
class Run:
    """One way of running the batch."""

    name: str
    seconds: float
    done: Done
    results: dict[str, bytes]


def section(rounds: int, count: int = 1000, papers: int = 40) -> str:
    """Run everything once and write what was seen as Markdown."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder / "made", count, papers, 0.02, 0)
        runs = [_timed(folder, "1 worker", jobs=1), _timed(folder, "2 workers", jobs=2)]
        with _Cluster(folder) as cluster:
            runs.append(_timed(folder, "Dask, 2 workers", cluster=cluster.address))
            runs.append(
                _timed(folder, "Dask, workers killed", cluster=cluster.address, tell=cluster.kills(count, times=4))
            )
        size = sum(path.stat().st_size for path in (folder / "store-0").iterdir()) / len(
            list((folder / "store-0").glob("*.json"))
        )
    return "\n".join([*_table(runs, count, papers), "", *_projection(runs, count, papers, size)])


def _table(runs: list[Run], count: int, papers: int) -> list[str]:
    lines = [
        f"{count} manuscripts that cite {papers} papers, 2 % of them poisoned.",
        "",
        "| run | seconds | against 1 worker | results | documents read | read more than once |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for run in runs:
        same = "the same" if run.results == runs[0].results else "DIFFERENT"
        twice = sum(times > 1 for times in run.done.read.values())
        faster = runs[0].seconds / run.seconds
        lines.append(f"| {run.name} | {run.seconds:.1f} | {faster:.2f} | {same} | {len(run.done.read)} | {twice} |")
    return lines


def _timed(
    folder: Path,
    name: str,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Run:
    number = len(list(folder.glob("out-*")))
    task = Task(
        str(folder / f"store-{number}"),
        str(folder / f"unpacked-{number}"),
        {"papers": [str(folder / "made" / "papers")]},
    )
    out = folder / f"out-{number}"
    submissions = find_submissions(folder / "made" / "submissions")
    started = time.perf_counter()
    done = run_batch(task, submissions, out, jobs=jobs, cluster=cluster, tell=tell)
    seconds = time.perf_counter() - started
    return Run(name, seconds, done, {path.name: path.read_bytes() for path in (out / "results").iterdir()})


class _Cluster:
    """A scheduler and two workers on this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> "_Cluster":
        import socket

        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port))
        time.sleep(5)
        self._workers = [self._worker(), self._worker()]
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self._workers, self._scheduler):
            _kill(process)

    def kills(self, count: int, times: int) -> Callable[[int, int], None]:
        """Kill one of the workers at random moments of a run, and start another."""
        moments = set(random.Random(1).sample(range(count // 20, count - count // 20), times))

        def tell(done: int, total: int) -> None:
            if done in moments:
                _kill(self._workers.pop(0))
                self._workers.append(self._worker())

        return tell

    def _worker(self) -> "subprocess.Popen[bytes]":
        return self._start("worker", self.address, "--nthreads", "1", "--no-nanny")

    def _start(self, what: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments, "--no-dashboard"]
        return subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _projection(runs: list[Run], count: int, papers: int, size: float) -> list[str]:
    """What 10,000 submissions would take, from the figures above and what they leave out."""
    manuscript = runs[0].seconds / count
    page = _seconds_a_page()
    checking = SUBMISSIONS * manuscript * (CITED / 4) / 3600
    reading = _SHARED * _PAGES * page / 3600
    together = checking + reading
    pause = interval_of(Service.ARXIV, has_key=False)
    results = _mean_size(runs[0]) * SUBMISSIONS * CITED / 4 / 2**20
    return [
        f"### {SUBMISSIONS:,} submissions that cite {CITED} papers each",
        "",
        f"- **Checking**: {manuscript:.2f} s a manuscript with 4 cited papers here; ten times as many papers and",
        f"  tables take at most ten times as long, since matching is linear: {checking:.0f} core hours.",
        f"- **Reading** the cited papers: {SUBMISSIONS * CITED:,} citations name some {_SHARED:,} different papers",
        f"  (a guess: venues share what they cite), {_PAGES} pages each at {page:.2f} s a page: {reading:.0f}",
        "  core hours, once.",
        f"- **Machines**: {together:.0f} core hours are {together / 16:.1f} hours on one of 16 cores.",
        f"- **Requests**: one to find and one to bring each of {_SHARED:,} papers; arXiv allows one in {pause:g} s,",
        f"  so at most {2 * _SHARED:,} requests and {2 * _SHARED * pause / 3600:.0f} hours, before all else.",
        f"- **Storage**: {_SHARED * 1.5 / 1000:.0f} GB of documents at 1.5 MB each (a guess),",
        f"  {_SHARED * size / 2**20:.0f} MB of what was read ({size / 1024:.1f} kB a paper here),",
        f"  and results of {results:.0f} MB.",
    ]


def _seconds_a_page() -> float:
    """How long the cascade takes for a page of the example's papers."""
    from benchmarks.memory import long_paper
    from tablecheck.extractors.cascade.auto import extract

    content = long_paper(20)
    started = time.perf_counter()
    extract(content)
    return (time.perf_counter() - started) / 20


def _mean_size(run: Run) -> float:
    return sum(map(len, run.results.values())) / max(1, len(run.results))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--papers", type=int, default=40)
    asked = parser.parse_args()
    print(section(1, asked.count, asked.papers))


if __name__ == "__main__":
    main()
