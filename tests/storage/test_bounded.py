"""Files that anybody may have put there: read within bounds, refused without waiting."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.storage import bounded
from tests.storage.odd_files import ODD

SAID = {
    "pipe": "a pipe or a device",
    "device": "a pipe or a device",
    "link to nothing": "No such file",
    "link to itself": "Too many levels",
    "larger than memory": "more than 10 bytes",
    "a little too large": "more than 10 bytes",
    "folder": "Is a directory",
    "nothing": "No such file",
}
MADE: dict[str, Callable[[Path], object]] = {
    **ODD,
    "a little too large": lambda path: path.write_bytes(bytes(11)),
    "folder": Path.mkdir,
    "nothing": lambda _: None,
}


@pytest.mark.parametrize(("kind", "said"), SAID.items())
def test_what_is_no_file_of_that_size_is_refused(kind: str, said: str, tmp_path: Path) -> None:
    MADE[kind](tmp_path / "x")
    with pytest.raises(OSError, match=said) as refused:
        bounded.read(tmp_path / "x", 10)
    assert refused.value.strerror and said in refused.value.strerror


@pytest.mark.parametrize("content", [b"", b"1", bytes(10)])
def test_a_file_is_read_whole_and_also_by_a_link(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(content)
    (tmp_path / "link").symlink_to("x")
    assert bounded.read(tmp_path / "x", 10) == bounded.read(tmp_path / "link", 10) == content
