"""The embeddings that the authors of arXiVeri released, read from pickles without running what is in them."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablecheck.model.errors import UsageError

_ADMITTED = {
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("numpy.core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "scalar"),
}


class _NumpyOnly(pickle.Unpickler):
    """Admits the names that a pickled numpy array needs and no others."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if (module_name, global_name) not in _ADMITTED:
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is not part of an array")
        return super().find_class(module_name.replace("numpy.core", "numpy._core"), global_name)


def read_embeddings(path: Path) -> dict[str, NDArray[np.float64]]:
    """Read the vectors of one file by the text they stand for.

    Raises:
        UsageError: the file is missing, damaged, or holds anything but strings, numbers and arrays.
    """
    try:
        with path.open("rb") as file:
            stored = _NumpyOnly(file).load()
        return {str(text): np.asarray(vector, dtype=np.float64) for text, vector in stored.items()}
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ValueError, TypeError, IndexError) as error:
        raise UsageError(f"{path}: no embeddings to be read there ({error}); download the file again") from error
