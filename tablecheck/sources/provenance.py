"""Says where a document came from in a way that means the same on another machine."""

from pathlib import Path


def is_address(found_at: str) -> bool:
    """Tell an address on the network from a path."""
    return "://" in found_at


def portable(found_at: str, root: Path) -> str:
    """Give an address as it is, a path below ``root`` relative to it, and of any other path the name alone.

    What lies elsewhere on a machine is nobody's business in a file that is committed.
    """
    if is_address(found_at):
        return found_at
    path, base = Path(found_at).resolve(), root.resolve()
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.name
