import io
import struct
import tracemalloc
import zipfile
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vision import npz


def written(**arrays: npt.NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # it takes a flag as well
    return file.getvalue()


def test_arrays_are_read_as_they_were_written() -> None:
    by_columns = np.asfortranarray(np.arange(6).reshape(2, 3))
    with npz.reading(written(name=np.array("Zoë"), numbers=by_columns, none=np.zeros((0, 4)))) as found:
        assert str(found["name"]) == "Zoë"
        assert np.array_equal(found["numbers"], by_columns)
        assert found["none"].shape == (0, 4)


def test_every_fault_is_a_value_error(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = written(numbers=np.arange(1000))
    for content in (b"", whole[:-30], whole[: len(whole) // 2], written(thing=np.array([{}], object))):
        with pytest.raises(ValueError), npz.reading(content):
            pass
    with pytest.raises(ValueError, match="KeyError: 'letters'"), npz.reading(whole) as found:
        found["letters"]
    with pytest.raises(ValueError, match=r"expected .3,. float64, found .1000,. int64"):
        npz.typed(np.arange(1000), np.float64, 3)
    monkeypatch.setattr(npz, "MAX_BYTES", 500)
    with pytest.raises(ValueError, match="more than 500 bytes"), npz.reading(whole):
        pass


def test_no_memory_is_allocated_for_missing_data() -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)})
    with pytest.raises(ValueError):
        npz._array(header.getvalue())


def test_a_file_that_lies_about_its_size_is_unpacked_no_further() -> None:
    most, said = 64 << 20, 10
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.npy", bytes(most))
    content = file.getvalue().replace(struct.pack("<L", most), struct.pack("<L", said))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="CRC"), npz.reading(content):
            pass
        assert tracemalloc.get_traced_memory()[1] < most / 8
    finally:
        tracemalloc.stop()
