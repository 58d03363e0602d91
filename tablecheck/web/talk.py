"""What a page asks about files over its second socket, one JSON object a message, and what it is told unasked."""

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from websockets.asyncio.server import ServerConnection

from tablecheck.model.errors import TablecheckError
from tablecheck.web.desk import Desk, files_of, may_save, open_file, save_file, uri_of
from tablecheck.web.texts import ChangedOnDiskError, SeenText

logger = logging.getLogger(__name__)
_SECONDS_BETWEEN_LOOKS = 1.0


class FileTalk:
    """One page's talk about files; remembers what that page has seen of each."""

    def __init__(self, socket: ServerConnection, desk: Desk) -> None:
        self._socket = socket
        self._desk = desk
        self._names: tuple[str, ...] = ()
        self._seen: dict[str, tuple[int, int, int]] = {}

    async def run(self) -> None:
        """Answer until the page goes, and tell it of files that somebody else has changed."""
        watching = asyncio.create_task(self._watch())
        try:
            async for message in self._socket:
                await self._socket.send(json.dumps(await self._answer(message)))
        finally:
            watching.cancel()

    async def _answer(self, message: str | bytes) -> dict[str, Any]:
        number: Any = None
        try:
            asked = json.loads(message)
            number, method, params = asked["id"], asked["method"], asked.get("params") or {}
            return {"id": number, "result": await asyncio.to_thread(self._do, method, params)}
        except ChangedOnDiskError as error:
            return {"id": number, "error": {"code": "changed", "message": str(error)}}
        except TablecheckError as error:
            return {"id": number, "error": {"code": "refused", "message": str(error)}}
        except (ValueError, KeyError, TypeError, RecursionError):
            return {"id": number, "error": {"code": "misspoken", "message": "this is no request that is known here"}}
        except Exception:
            logger.exception("a request about files failed")
            return {"id": number, "error": {"code": "failed", "message": "this failed; the terminal says how"}}

    def _do(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "list":
            self._names = files_of(self._desk)
            return {
                "folder": self._desk.folder.as_uri(),
                "settings": dict(self._desk.settings),
                "files": [
                    {"name": name, "uri": uri_of(self._desk, name), "mayBeSaved": may_save(self._desk, name)}
                    for name in self._names
                ],
            }
        name = str(params["name"])
        if method == "open":
            return self._shown(name, open_file(self._desk, self._names, name))
        if method == "save":
            text, digest = str(params["text"]), str(params["digest"])
            return self._shown(name, save_file(self._desk, self._names, name, text, digest))
        raise ValueError(method)

    def _shown(self, name: str, seen: SeenText) -> dict[str, Any]:
        self._seen[name] = self._look(name)
        return {"text": seen.text, "digest": seen.digest}

    def _look(self, name: str) -> tuple[int, int, int]:
        with suppress(OSError):
            status = (self._desk.folder / name).stat()
            return status.st_mtime_ns, status.st_size, status.st_ino
        return 0, 0, 0

    def _changed(self) -> Iterator[str]:
        for name, before in tuple(self._seen.items()):
            now = self._look(name)
            if now != before:
                self._seen[name] = now
                yield name

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            for name in tuple(self._changed()):
                await self._socket.send(json.dumps({"changed": name}))
