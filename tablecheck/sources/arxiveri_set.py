"""Fetches the public benchmark arXiVeri (Shin, Xie and Albanie, arXiv 2306.07968) into the cache, once."""

import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from tablecheck.model.errors import NetworkError, UsageError
from tablecheck.sources.cache import Cache
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.net.settings import NetworkSettings, settings_from_environment

# The commit is named so that the same figures come out next year.
ADDRESS = "https://codeload.github.com/caml-lab/research/tar.gz/722d4d036630f6380ebae1c5163da8f14f96b5b1"
_WANTED = ("dataset", "table_to_embedding")
_MOST_BYTES = 200_000_000  # unpacked; the benchmark and its embeddings have some forty million
_MOST_FILES = 20_000


def fetch_arxiveri(
    tell: Callable[[str], None], settings: NetworkSettings | None = None, address: str = ADDRESS
) -> Path:
    """Give the folder of the benchmark in the cache, fetching it where it is not there yet; ``tell`` hears of it.

    Raises:
        UsageError: it cannot be fetched, or what came is not the benchmark.
    """
    folder = Cache.of_user().folder / "benchmarks" / "arxiveri"
    if (folder / "dataset").is_dir():
        tell(f"using the arXiVeri benchmark in {folder}")
        return folder
    tell(f"downloading the arXiVeri benchmark from {address} into {folder}")
    try:
        with Network(settings or settings_from_environment()) as network:
            fetched = network.fetch(Service.PUBLISHER, address)
    except NetworkError as error:
        raise UsageError(f"arXiVeri could not be fetched: {error}; name a folder that holds it with --data") from error
    if fetched is None:
        raise AssertionError("nothing was known of it, so it cannot be unchanged")
    try:
        _unpack(fetched.content, folder)
    except (OSError, EOFError, tarfile.TarError, ValueError) as error:
        message = f"what came from {address} could not be unpacked into {folder}: {error}; name a folder with --data"
        raise UsageError(message) from error
    return folder


def _unpack(content: bytes, folder: Path) -> None:
    """Write the benchmark's own files, and the folder only when all are there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        size = count = 0
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as archive:
            for member in archive:
                place = _place(member.name)
                if place is None or not member.isfile():
                    continue
                size, count = size + member.size, count + 1
                if size > _MOST_BYTES or count > _MOST_FILES:
                    raise ValueError("it is far larger than the benchmark")
                file = archive.extractfile(member)
                target = new / place
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read() if file is not None else b"")
        if not (new / "dataset").is_dir():
            raise ValueError("there is no folder arxiveri/dataset in it")
        os.replace(new, folder)  # noqa: PTH105 - a folder; Path.replace reads like one for files
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _place(name: str) -> PurePosixPath | None:
    """Where a member goes: ``research-722d4d0/arxiveri/dataset/x.json`` to ``dataset/x.json``."""
    parts = PurePosixPath(name).parts
    if len(parts) < 4 or parts[1] != "arxiveri" or parts[2] not in _WANTED or ".." in parts:
        return None
    return PurePosixPath(*parts[2:])
