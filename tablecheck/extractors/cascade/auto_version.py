"""What the results of ``auto`` are kept under, apart from its code: who only looks them up need not load the models."""

from importlib.metadata import version

VERSION = f"5+pymupdf{version('pymupdf')}"  # the same with SLANet: a lock shall hold for who has it and who has not
