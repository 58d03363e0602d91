"""The protocol as pygls speaks it, but for what is ours: the open documents, and how a connection ends."""

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

_Handler = tuple[Callable[..., Any], tuple[Any, ...], None]


class Protocol(LanguageServerProtocol):
    """Leaves the open documents to us, who count lines as the protocol does, and the process to its other clients."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.left = asyncio.Event()

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[..., Any],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Run a handler, and forget it when it is done: pygls keeps what handled a notification for ever."""
        super()._execute_handler(msg_id, handler, callback, args, kwargs)
        running = self._request_futures.get(msg_id)
        if running is not None:
            running.add_done_callback(lambda done: self._request_futures.pop(msg_id, None))

    @property
    def was_shut_down(self) -> bool:
        """Whether the client has said that it will leave."""
        return self._shutdown

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> Generator[_Handler, Any, None]:
        """Let the connection end; pygls would end the process."""
        self.left.set()
        yield from ()

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[_Handler, Any, None]:
        """Stop what is under way; pygls goes through a dictionary that this changes."""
        if (handler := self.fm.features.get(types.SHUTDOWN)) is not None:
            yield handler, args, None
        for number, future in list(self._request_futures.items()):
            if number != self.msg_id and not future.done():
                future.cancel()
        self._shutdown = True

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: Any) -> Generator[_Handler, Any, None]:
        """Hand the notification on."""
        yield from self._handed_on(types.TEXT_DOCUMENT_DID_OPEN, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: Any) -> Generator[_Handler, Any, None]:
        """Hand the notification on."""
        yield from self._handed_on(types.TEXT_DOCUMENT_DID_CHANGE, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: Any) -> Generator[_Handler, Any, None]:
        """Hand the notification on."""
        yield from self._handed_on(types.TEXT_DOCUMENT_DID_CLOSE, params)

    def _handed_on(self, method: str, params: Any) -> Generator[_Handler, Any, None]:
        handler = self.fm.features.get(method)
        if handler is not None:
            yield handler, (params,), None
