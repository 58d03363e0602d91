"""``tablecheck check``: manuscripts against the papers they cite."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecheck.cli.asked import Asked, overrides
from tablecheck.cli.check_options import check_options
from tablecheck.cli.exits import Exit
from tablecheck.cli.outputs import Output, outputs, write
from tablecheck.model.errors import TablecheckError, UsageError
from tablecheck.model.report import Report, SourceStatus

if TYPE_CHECKING:
    from tablecheck.cli.session import Session


@click.command(epilog="The configuration and the marks in a manuscript are described in docs/configuration.md.")
@click.argument("paper", type=click.Path(path_type=Path), required=False)
@check_options
def check(paper: Path | None, **options: Any) -> None:
    """Check the numbers in PAPER's tables against the papers they were cited from.

    PAPER is a main file, a part of one, or a folder; without it, the current folder. Cited papers are looked for in the
    folders named with --papers, in the file fields of the bibliography and in the cache; PDF, HTML and LaTeX sources
    are read. Where tablecheck.lock lies beside the main file, the tables it holds are compared with instead.
    """
    asked = Asked(**options)
    try:
        _refuse_contradictions(paper, asked)
        wanted = outputs(asked.output_format, asked.output_file, asked.others)
        sessions = _open(paper, asked)
        if asked.watch:
            from tablecheck.cli.watching import watch

            watch(sessions, lambda reports: _tell(sessions, reports, asked, wanted))
        reports = [session.report() for session in sessions]
        sys.exit(_act(sessions, reports, asked, wanted))
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    except KeyboardInterrupt:
        sys.exit(Exit.STOPPED)


def _open(paper: Path | None, asked: Asked) -> "list[Session]":
    """Find the main files that are meant, and open each with its configuration."""
    from tablecheck.cli.session import open_session
    from tablecheck.cli.telling import tell_sources
    from tablecheck.linter.config import read_config
    from tablecheck.linter.roots import find_roots

    unsaved = _unsaved(asked)
    start = paper or asked.stdin_filename or Path()
    folder = start if start.is_dir() else start.parent
    config = read_config(folder, overrides(asked), asked.config_file, isolated=asked.isolated)
    roots = find_roots(start, config.paths("root"), config.value("exclude"), unsaved)
    sessions = [open_session(root, asked, unsaved) for root in roots]
    if asked.verbose:
        tell_sources(sessions)
    return sessions


def _unsaved(asked: Asked) -> Mapping[Path, str]:
    if asked.stdin_filename is None:
        return {}
    if sys.stdin is None:
        raise UsageError("--stdin-filename: stdin is closed; give the text of the file there")
    from tablecheck.latex.files import decode

    return {asked.stdin_filename.resolve(): decode(sys.stdin.buffer.read())}


def _act(sessions: "Sequence[Session]", reports: Sequence[Report], asked: Asked, wanted: Sequence[Output]) -> Exit:
    """Do what the options ask for with the findings, and say what is left."""
    if asked.diff:
        return _show_changes(sessions, reports)
    if asked.write_baseline is not None:
        return _accept_all(sessions, reports, asked.write_baseline, quiet=asked.quiet)
    mended = 0
    if asked.fix or asked.add_ignore is not None:
        reports, mended = _change(sessions, reports, asked)
    code = _tell(sessions, reports, asked, wanted)
    return Exit.FINDINGS if mended and asked.exit_non_zero_on_fix and code is not Exit.COULD_NOT_RUN else code


def _change(sessions: "Sequence[Session]", reports: Sequence[Report], asked: Asked) -> tuple[list[Report], int]:
    """Write fixes or marks, one manuscript after the other: each sees what an earlier one has changed."""
    from tablecheck.cli.mending import files_words, fixed, with_marks, write_texts

    after: list[Report] = []
    total = 0
    for position, (session, report) in enumerate(zip(sessions, reports, strict=True)):
        report = session.report() if position else report
        if asked.add_ignore is not None:
            done = with_marks(session, report, asked.add_ignore)
        else:
            done = fixed(session, report, unsafe=session.config.value("unsafe-fixes"))
        names = write_texts(session.main.parent, report.manuscript.texts, done.texts)
        total += done.count
        if names and not asked.quiet:
            what = "accepted" if asked.add_ignore is not None else "fixed"
            findings = "finding" if done.count == 1 else "findings"
            click.echo(f"tablecheck: {what} {done.count} {findings} in {files_words(names)}", err=True)
        after.append(done.report)
    return after, total


def _show_changes(sessions: "Sequence[Session]", reports: Sequence[Report]) -> Exit:
    from tablecheck.cli.mending import fixed, print_diff

    changes = False
    printed: set[Path] = set()
    for session, report in zip(sessions, reports, strict=True):
        done = fixed(session, report, unsafe=session.config.value("unsafe-fixes"))
        files = {name: (session.main.parent / name).resolve() for name in done.texts}
        new = {name: text for name, text in done.texts.items() if files[name] not in printed}
        changes = print_diff(session, report, new) or changes
        printed.update(files.values())  # a part of two manuscripts is changed once
    return Exit.FINDINGS if changes else Exit.CLEAN


def _accept_all(sessions: "Sequence[Session]", reports: Sequence[Report], file: Path, *, quiet: bool) -> Exit:
    """Write all findings to a baseline, but those that a comment accepts already."""
    from tablecheck.linter.baseline import baseline_text
    from tablecheck.model.finding import Acceptance

    runs = [
        [
            *report.findings,
            *(one for one in report.accepted if one.suppression and one.suppression.by is Acceptance.BASELINE),
        ]
        for report in reports
    ]
    old = next((session.settings.baseline for session in sessions if session.settings.baseline), None)
    try:
        file.write_text(baseline_text(runs, old), encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write the baseline {file}: {error.strerror}") from error
    if not quiet:
        count = sum(map(len, runs))
        click.echo(f"tablecheck: {count} finding{'' if count == 1 else 's'} accepted in {file}", err=True)
    return Exit.CLEAN


def _tell(sessions: "Sequence[Session]", reports: Sequence[Report], asked: Asked, wanted: Sequence[Output]) -> Exit:
    from tablecheck.cli.telling import statistics, tell_gone, tell_read

    code = _exit_code(sessions, reports, asked)
    floor = min(session.settings.floor for session in sessions)
    if asked.statistics:
        click.echo(statistics(reports), nl=False)
    elif not asked.quiet or code is not Exit.CLEAN or _could_not_look(reports) or asked.output_format != "text":
        write(reports, wanted, floor)
    if not asked.quiet:
        tell_gone(sessions, reports)
    if asked.verbose:
        tell_read(reports)
    return code


def _exit_code(sessions: "Sequence[Session]", reports: Sequence[Report], asked: Asked) -> Exit:
    from tablecheck.linter.config import DEFAULT

    pairs = list(zip(sessions, reports, strict=True))
    if asked.exit_zero:
        return Exit.CLEAN
    for session, report in pairs:
        least = session.settings.fail_on
        # Code scanning reads the log itself; a step that ends with 1 would never upload it.
        is_log = asked.output_format == "sarif" and session.config.choices["fail-on"].origin == DEFAULT
        if not is_log and least is not None and any(finding.severity >= least for finding in report.findings):
            return Exit.FINDINGS
    if any(session.config.value("strict") and _could_not_look([report]) for session, report in pairs):
        return Exit.COULD_NOT_CHECK
    return Exit.CLEAN


def _could_not_look(reports: Sequence[Report]) -> bool:
    lost = {SourceStatus.NOT_OBTAINED, SourceStatus.UNREADABLE}
    return any(
        report.problems or report.coverage.unchecked or any(one.status in lost for one in report.coverage.sources)
        for report in reports
    )


def _refuse_contradictions(paper: Path | None, asked: Asked) -> None:
    """Refuse what cannot be meant, before anything is read."""
    if asked.fetch and (asked.offline or asked.locked):
        raise UsageError(f"--fetch contradicts {'--offline' if asked.offline else '--locked'}; leave one of them out")
    if asked.adjudicate and asked.offline:
        raise UsageError("--adjudicate asks a model on a server, which --offline forbids; leave one of them out")
    changes = {
        "--fix": asked.fix,
        "--diff": asked.diff,
        "--add-ignore": asked.add_ignore is not None,
        "--write-baseline": asked.write_baseline is not None,
        "--watch": asked.watch,
    }
    chosen = [name for name, is_chosen in changes.items() if is_chosen and not (name == "--fix" and asked.diff)]
    if len(chosen) > 1:
        raise UsageError(f"{chosen[0]} contradicts {chosen[1]}; leave one of them out")
    if asked.add_ignore is not None and paper is None and Path(asked.add_ignore).exists():
        raise UsageError(f"--add-ignore {asked.add_ignore}: a reason is wanted; write --add-ignore REASON PAPER")
    if asked.stdin_filename is not None:
        for name in ("--fix", "--add-ignore", "--watch"):
            if changes[name]:
                raise UsageError(f"{name} writes or watches files and cannot be had with --stdin-filename")
    if asked.quiet and asked.verbose:
        raise UsageError("--quiet contradicts --verbose; leave one of them out")
