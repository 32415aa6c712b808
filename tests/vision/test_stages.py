"""The pictures in the READMEs of recognition: all linked, all there, and drawn by `make stages`."""

import re
from pathlib import Path

import cv2
import pytest

from tests.bench.stages.__main__ import PARTS, folder, write
from tests.bench.stages.drawing import MAX_BYTES, WIDTH_PX


@pytest.mark.parametrize("part", PARTS)
def test_readme_shows_every_picture_of_its_stages(part: str) -> None:
    text = (folder(part).parent / "README.md").read_text("utf-8")
    shown = re.findall(r"!\[(.+)\]\(stages/([\w.]+)\)", text)
    assert sorted(name for _, name in shown) == sorted(path.name for path in folder(part).iterdir())
    assert all(len(seen.split()) >= 5 for seen, _ in shown)  # they say what is seen
    assert len(text.splitlines()) <= 150


@pytest.mark.parametrize("part", PARTS)
def test_pictures_are_small(part: str) -> None:
    for path in folder(part).iterdir():
        picture = cv2.imread(str(path))
        assert picture is not None and picture.shape[1] <= WIDTH_PX, path
        assert path.stat().st_size < MAX_BYTES, path


@pytest.mark.slow
def test_tool_draws_just_the_pictures_there_are(tmp_path: Path) -> None:
    write("fate", tmp_path)
    drawn = {path.name for path in folder("fate", tmp_path).iterdir()}
    assert drawn == {path.name for path in folder("fate").iterdir()}
