"""Strict reading of ZIP and .npz files from outside: checks all limits before unpacking."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

MAX_BYTES = 200_000_000
"""Maximum size of a file in bytes after unpacking; it is in memory twice while it is read."""
Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]


class BoundedZip(zipfile.ZipFile):
    """A ZIP file of which nothing is unpacked beyond the size that its directory states."""

    def read(self, name: str | zipfile.ZipInfo, pwd: bytes | None = None) -> bytes:
        """Return the content of an entry. `ZipFile.read` unpacks everything before it looks at the size."""
        entry = name if isinstance(name, zipfile.ZipInfo) else self.getinfo(name)
        with self.open(entry, pwd=pwd) as file:
            return file.read(entry.file_size)


@contextmanager
def opening(content: bytes) -> Iterator[BoundedZip]:
    """Open a ZIP file that unpacks to at most `MAX_BYTES`.

    Raises ValueError for every fault in it, also for those found later inside the `with` block.
    """
    try:
        with BoundedZip(io.BytesIO(content)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > MAX_BYTES:
                raise ValueError(f"more than {MAX_BYTES} bytes")
            if {entry.compress_type for entry in packed.infolist()} - {
                zipfile.ZIP_STORED,
                zipfile.ZIP_DEFLATED,
            }:
                raise ValueError("a compression that needs memory without bounds")
            yield packed
    except ValueError:
        raise
    except Exception as error:  # zipfile, zlib, json, numpy and missing keys raise many types
        raise ValueError(f"{type(error).__name__}: {error}") from error


@contextmanager
def reading(content: bytes) -> Iterator[Arrays]:
    """Read the arrays of an .npz file by name.

    Raises ValueError for every fault in it, also for those found later inside the `with` block.
    """
    with opening(content) as packed:
        yield {name.removesuffix(".npy"): _array(packed.read(name)) for name in packed.namelist()}


def typed(array: npt.NDArray[Any], dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
    """Return the array converted to `dtype`. Raises ValueError if its kind or its shape differs."""
    if array.dtype.kind != np.dtype(dtype).kind or array.shape != shape:
        raise ValueError(f"expected {shape} {np.dtype(dtype)}, found {array.shape} {array.dtype}")
    return array.astype(dtype, copy=False)


def _array(content: bytes) -> npt.NDArray[Any]:
    """Parse one .npy file. Allocates no memory for data that the file only claims to have."""
    stream = io.BytesIO(content)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("an array of an unknown version")
    shape, by_columns, dtype = np.lib.format.read_array_header_1_0(stream)
    if dtype.hasobject:
        raise ValueError("objects in place of numbers")
    values = np.frombuffer(content, dtype, offset=stream.tell())
    return values.reshape(shape, order="F" if by_columns else "C").copy()
