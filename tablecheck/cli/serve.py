"""``tablecheck serve``: the language server, for editors."""

import sys

import click

from tablecheck.cli.exits import Exit
from tablecheck.model.errors import UsageError

_LOOPBACK = "127.0.0.1"
_MAX_BYTES = 16 * 2**20  # a frame; the source of a book is a tenth of it


@click.command()
@click.option("--tcp", metavar="HOST:PORT", help="Listen on TCP; port 0 means any. The address is printed as JSON.")
@click.option("--websocket", metavar="HOST:PORT", help="Listen on a WebSocket instead, for pages and extensions.")
@click.option("--token", envvar="TABLECHECK_TOKEN", default="", help="What a WebSocket client must know to connect.")
@click.option("--origin", "origins", multiple=True, metavar="ORIGIN", help="A page whose scripts may connect.")
@click.option(
    "--max-bytes", type=click.IntRange(min=1024), default=_MAX_BYTES, help="The largest message on TCP or a WebSocket."
)
@click.option("--stdio", is_flag=True, help="Talk on stdin and stdout, as without any option; many editors say so.")
@click.option("--verbose", is_flag=True, help="Say on stderr what the server does.")
def serve(
    tcp: str | None,
    websocket: str | None,
    token: str,
    origins: tuple[str, ...],
    max_bytes: int,
    stdio: bool,
    verbose: bool,
) -> None:
    """Run the language server that editors talk to, on stdin and stdout.

    An editor starts it by itself; docs/editors.md says how each is set up. With --tcp or --websocket it serves any
    number of clients until it is stopped. A WebSocket takes no page but those of --origin, and with --token nobody
    who does not know it.
    """
    import logging

    from tablecheck.lsp.transports import Guard, serve_stdio, serve_tcp, serve_websocket

    logging.basicConfig(stream=sys.stderr, level=logging.INFO if verbose else logging.ERROR)
    logging.getLogger("pygls").setLevel(logging.ERROR)
    try:
        if bool(tcp) + bool(websocket) + stdio > 1:
            raise UsageError("--tcp, --websocket and --stdio contradict each other; leave all but one of them out")
        if tcp:
            serve_tcp(*_address(tcp), max_bytes, click.echo)
        elif websocket:
            serve_websocket(*_address(websocket), Guard(token, origins), max_bytes, click.echo)
        else:
            sys.exit(serve_stdio())
    except (UsageError, OSError) as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    except KeyboardInterrupt:
        sys.exit(Exit.STOPPED)


def _address(written: str) -> tuple[str, int]:
    host, _, port = written.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"{written} is no address; write HOST:PORT, such as {_LOOPBACK}:0")
    return host.strip("[]") or _LOOPBACK, int(port)
