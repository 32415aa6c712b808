"""Strict reading of .npz files that came from outside."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

MOST_BYTES = 500_000_000
"""Of a file, unpacked."""
Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]


@contextmanager
def reading(content: bytes) -> Iterator[Arrays]:
    """The arrays in a file. Whatever is wrong with it, there or in how it is used inside, is a ValueError."""
    try:
        yield _arrays(content)
    except ValueError:
        raise
    except Exception as error:  # zipfile, zlib, json, numpy and wrong keys raise a dozen kinds
        raise ValueError(f"{type(error).__name__}: {error}") from error


def typed(array: npt.NDArray[Any], dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
    """An array of this type and shape. Raises ValueError where it is of another kind, or shape."""
    if array.dtype.kind != np.dtype(dtype).kind or array.shape != shape:
        raise ValueError(f"expected {shape} {np.dtype(dtype)}, found {array.shape} {array.dtype}")
    return array.astype(dtype, copy=False)


def _arrays(content: bytes) -> Arrays:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES} bytes")
        return {name.removesuffix(".npy"): _array(packed.read(name)) for name in packed.namelist()}


def _array(content: bytes) -> npt.NDArray[Any]:
    """Nothing is made room for that is not there."""
    stream = io.BytesIO(content)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("an array of an unknown version")
    shape, by_columns, dtype = np.lib.format.read_array_header_1_0(stream)
    if dtype.hasobject:
        raise ValueError("objects in place of numbers")
    values = np.frombuffer(stream.read(), dtype)
    return values.reshape(shape, order="F" if by_columns else "C").copy()
