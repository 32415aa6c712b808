import json
from pathlib import Path
from typing import Any

import click
import cv2
import pytest
from click.testing import CliRunner, Result

from companion.app.fairytile import own_tiles
from companion.commands.learn import learn
from companion.commands.watch import watch
from companion.errors import RuleError, VisionError
from companion.session.fairytile.own_sets import learnt_tiles
from tests.vision.fairytile.pictures import FOLDER, picture, rows, written

LESSON = FOLDER / "lamp" / "frame_000.jpg"


def sheet_with(cell: str, **changes: Any) -> dict[str, Any]:
    sheet = json.loads(json.dumps(written("lamp", 0)))
    sheet["cells"][cell].update(changes)
    return sheet  # type: ignore[no-any-return]  # JSON


def run(command: click.Command, *args: str) -> Result:
    return CliRunner().invoke(command, list(args))


@pytest.mark.slow
def test_tiles_are_learnt_and_known_again_in_the_next_picture(tmp_path: Path) -> None:
    at = tmp_path / "tiles.json"
    at.write_text(json.dumps({"frame_000.jpg": written("lamp", 0)}))
    learnt = run(learn, "tiles", str(LESSON), "--at", str(at), "--name", "ours", "--lang", "en")
    assert learnt.exit_code == 0, learnt.output
    assert "ours" in learnt_tiles().names()
    folder = tmp_path / "seen"
    folder.mkdir()
    cv2.imwrite(str(folder / "0000.png"), picture("lamp", 1))
    told = run(watch, str(folder), "--game", "fairytile", "--tiles", "ours", "--json")
    assert told.exit_code == 0, told.output
    line = json.loads(told.output.splitlines()[0])
    assert line["event"] == "table"
    truth = rows("lamp")[1]["state"]
    for cell, land in line["cells"].items():
        if cell not in line["unsure"]:
            wanted = truth["cells"][cell]
            assert {key: land[key] for key in ("terrain", "tile", "part")} == {
                key: wanted[key] for key in ("terrain", "tile", "part")
            }
            assert sorted(land["river"]) == sorted(wanted["river"])
    assert len(line["unsure"]) <= 2
    assert line["figures"].items() <= truth["figures"].items()


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        ([], "list"),
        ({"cells": {}}, "cells"),
        ({"cells": {"0,0": {}}, "cells_px": {}}, "terrain"),
        (sheet_with("0,0", terrian="castle"), "terrian"),
        (sheet_with("0,0", terrain="swamp"), "swamp"),
        (sheet_with("0,0", part="D"), "D"),
        (sheet_with("0,0", part="B"), "s0"),
        (sheet_with("0,0", river=[1, 4]), "4"),
    ],
    ids=["list", "no pixels", "empty cell", "typo", "terrain", "part", "part twice", "river"],
)
def test_a_wrong_sheet_is_refused_with_the_place(tmp_path: Path, sheet: Any, found: str) -> None:
    path = tmp_path / "tiles.json"
    path.write_text(json.dumps(sheet))
    with pytest.raises(RuleError) as caught:
        own_tiles.read_file(path, "frame_000.jpg")
    assert caught.value.code in ("bad_teaching", "bad_tile", "bad_setup")
    assert found in str(caught.value)


def test_a_file_of_other_pictures_is_refused_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    path.write_text(json.dumps({"frame_007.jpg": written("lamp", 0)}))
    with pytest.raises(RuleError, match=r"in frame_000\.jpg, found those in frame_007\.jpg:"):
        own_tiles.read_file(path, "frame_000.jpg")
    path.write_text(json.dumps({name: written("lamp", 0) for name in ("frame_007.jpg", "frame_000.jpg")}))
    assert own_tiles.read_file(path, "frame_000.jpg")


def test_half_a_tile_is_refused(tmp_path: Path) -> None:
    sheet = json.loads(json.dumps(written("lamp", 0)))
    cell = next(cell for cell, land in sheet["cells"].items() if land["part"] == "C")
    tile = sheet["cells"].pop(cell)["tile"]
    path = tmp_path / "tiles.json"
    path.write_text(json.dumps(sheet))
    with pytest.raises(RuleError, match=f"{tile}: expected its parts A, B and C"):
        own_tiles.read_file(path, "frame_000.jpg")


def test_middles_of_another_picture_are_refused(tmp_path: Path) -> None:
    sheet = json.loads(json.dumps(written("lamp", 0)))
    sheet["cells_px"] = {cell: [x * 0.6 + 31, y * 0.8] for cell, (x, y) in sheet["cells_px"].items()}
    at = tmp_path / "tiles.json"
    at.write_text(json.dumps(sheet))
    refused = run(learn, "tiles", str(LESSON), "--at", str(at), "--name", "others")
    assert isinstance(refused.exception, VisionError)
    assert "cells_px" in str(refused.exception)
    assert "others" not in learnt_tiles().names()
