"""Strict reading of ZIP and .npz files that came from outside: bounded before anything is unpacked."""

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
def opening(content: bytes) -> Iterator[zipfile.ZipFile]:
    """A ZIP file that unpacks to at most `MOST_BYTES`. Every fault in it, found when it is opened or used
    inside, is a ValueError.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > MOST_BYTES:
                raise ValueError(f"more than {MOST_BYTES} bytes")
            if {entry.compress_type for entry in packed.infolist()} - {
                zipfile.ZIP_STORED,
                zipfile.ZIP_DEFLATED,
            }:
                raise ValueError("a compression that needs memory without bounds")
            yield packed
    except ValueError:
        raise
    except Exception as error:  # zipfile, zlib, lzma, json, numpy and wrong keys raise a dozen kinds
        raise ValueError(f"{type(error).__name__}: {error}") from error


@contextmanager
def reading(content: bytes) -> Iterator[Arrays]:
    """The arrays in a file. Every fault in it, there or in how it is used inside, is a ValueError."""
    with opening(content) as packed:
        yield {name.removesuffix(".npy"): _array(packed.read(name)) for name in packed.namelist()}


def typed(array: npt.NDArray[Any], dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
    """An array of this type and shape. Raises ValueError where it is of another kind, or shape."""
    if array.dtype.kind != np.dtype(dtype).kind or array.shape != shape:
        raise ValueError(f"expected {shape} {np.dtype(dtype)}, found {array.shape} {array.dtype}")
    return array.astype(dtype, copy=False)


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
