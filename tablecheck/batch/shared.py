"""What was read out of cited papers, shared by all workers: each document is read by one of them and by no other."""

import hashlib
import json
import logging
import os
import socket
import threading
import time
from dataclasses import dataclass, field

from tablecheck.batch.shelves import Shelf
from tablecheck.extractors.written import read_extraction, write_extraction
from tablecheck.model.document import Extraction

logger = logging.getLogger(__name__)

BEAT = 5.0  # seconds between two signs of life of a worker that reads a document
_SILENCE = 6 * BEAT  # after which it counts as dead and another one may begin
_LOOK_EVERY = 0.05
_LONGEST_PAUSE = 1.0


@dataclass(slots=True)
class _Claim:
    """A document that this process is reading, and the thread that says so."""

    name: str
    done: threading.Event = field(default_factory=threading.Event)


class SharedExtractions:
    """Extractions on a shelf, with claims.

    Who asks for a document that nobody has read claims it, and then has to read and ``put`` it; everybody else waits
    for that. A claim is a name that only one can make; a dead worker's claim is followed by one of the next number.
    Where the shelf fails for good the document is read without it, which costs time and changes nothing.
    ``read_here`` lists what this process has read itself.
    """

    def __init__(self, shelf: Shelf, code: str, silence: float = _SILENCE) -> None:
        self._shelf = shelf
        self._code = code
        self._silence = silence
        self._claims: dict[str, _Claim] = {}
        self.read_here: list[str] = []
        self.failed: str = ""

    def keeps(self, kind: str) -> bool:
        """Everything is shared."""
        return bool(kind)

    def get(self, sha256: str, version: str) -> Extraction | None:
        """Give what was read out of a document; nothing means that it is now this process that has to read it."""
        name = self._name(sha256, version)
        try:
            return self._get(name)
        except (OSError, ValueError) as error:
            self._give_up(error)
            return None

    def put(self, sha256: str, version: str, extraction: Extraction) -> None:
        """Share what was read, also that nothing could be: all manuscripts are to be told the same."""
        name = self._name(sha256, version)
        self.read_here.append(sha256)
        try:
            self._shelf.write(f"{name}.json", write_extraction(extraction).encode())
        except OSError as error:
            self._give_up(error)
        finally:
            if claim := self._claims.pop(name, None):
                claim.done.set()

    def close(self) -> None:
        """Give up all claims; what was claimed and not put is for others to read."""
        for claim in self._claims.values():
            claim.done.set()
        self._claims.clear()

    def _get(self, name: str) -> Extraction | None:
        pause = _LOOK_EVERY
        number, seen, since = 0, b"", time.monotonic()
        while True:
            content = self._shelf.read(f"{name}.json")
            if content is not None:
                return read_extraction(content.decode())
            if self._shelf.create(f"{name}.claim{number}", self._life(0)):
                # Somebody may have put it, and have died, between the two looks.
                content = self._shelf.read(f"{name}.json")
                if content is None:
                    self._begin(name, number)
                    return None
                return read_extraction(content.decode())
            said = self._shelf.read(f"{name}.claim{number}") or b""
            if said != seen:
                seen, since = said, time.monotonic()
            if _is_gone(said) or time.monotonic() - since > self._silence:
                number, seen, since = number + 1, b"", time.monotonic()
                continue
            time.sleep(pause)
            pause = min(1.5 * pause, _LONGEST_PAUSE)

    def _begin(self, name: str, number: int) -> None:
        claim = self._claims[name] = _Claim(name)

        def beat() -> None:
            count = 0
            while not claim.done.wait(BEAT):
                count += 1
                try:
                    self._shelf.write(f"{name}.claim{number}", self._life(count))
                except OSError as error:
                    logger.warning("the store does not answer: %s", error)

        threading.Thread(target=beat, name=f"claim {name}", daemon=True).start()

    def _life(self, count: int) -> bytes:
        return json.dumps({"host": socket.gethostname(), "process": os.getpid(), "beat": count}).encode()

    def _give_up(self, error: Exception) -> None:
        logger.warning("the shared store failed: %s", error)
        self.failed = self.failed or f"{type(error).__name__}: {error}"

    def _name(self, sha256: str, version: str) -> str:
        way = hashlib.sha256(f"{version} {self._code}".encode()).hexdigest()[:16]
        return f"{sha256}-{way}"


def _is_gone(life: bytes) -> bool:
    """Tell whether a claim is that of a process of this machine that is no more."""
    try:
        said = json.loads(life)
        if said["host"] != socket.gethostname():
            return False
        os.kill(int(said["process"]), 0)
    except ProcessLookupError:
        return True
    except (ValueError, KeyError, TypeError, OSError, OverflowError):
        return False
    return False
