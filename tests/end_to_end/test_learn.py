"""`companion learn`: a board and pieces learnt from one picture help to read the next."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from tests.architecture.tree import ROOT
from vision.arrays import Picture
from vision.cameras.sources import load_picture

FATE = ROOT / "tests/data/fate_learn"
FAE = ROOT / "tests/data/scenes/storybook_piles"
TABLES = json.loads((FATE / "tables.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state/table-companion"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str], str]:
    """Exit code, printed lines and errors."""
    code = cli.run([*map(str, arguments), "--lang", "en"])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


def corners(points: list[list[float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def expected(folder: Path, name: str) -> Path:
    file = folder / "at.json"
    file.write_text(json.dumps(TABLES[name]["pieces"]), "utf-8")
    return file


@pytest.mark.slow
def test_a_table_is_read_with_the_board_and_pieces_learnt(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, state: Path
) -> None:
    first = FATE / "0.jpg"
    tapped = corners(TABLES["0.jpg"]["corners_px"])
    code, lines, err = run(capsys, "learn", "board", first, "--game", "fate", "--corners", tapped)
    assert (code, lines, err) == (0, ["Learnt the board mine."], "")
    code, lines, err = run(capsys, "learn", "pieces", first, "--at", expected(tmp_path, "0.jpg"))
    pieces = TABLES["0.jpg"]["pieces"]
    assert (code, err) == (0, "")
    assert len(lines) == len(set(pieces.values())) + 1
    assert lines[-1] == f"{len(pieces)} pieces in mine."
    assert all("one picture is not enough to measure accuracy" in line for line in lines[:-1])
    assert run(capsys, "learn", "list")[1] == ["board   fate  mine", "pieces  fate  mine"]
    folder = tmp_path / "seen"
    folder.mkdir()
    (folder / "1.jpg").symlink_to(FATE / "1.jpg")
    code, lines, err = run(capsys, "watch", folder, "--game", "fate", "--json")
    assert (code, err) == (0, "")
    seen = json.loads(lines[0])
    right = [hex_ for hex_, kind in seen["pieces"].items() if TABLES["1.jpg"]["pieces"].get(hex_) == kind]
    assert len(right) > 10
    assert len(right) >= 0.9 * len(seen["pieces"])
    kept = [path for path in state.rglob("*.*") if "checksums" not in path.parts]
    assert sorted(path.name for path in kept) == ["mine.jpg", "mine.npz"]


@pytest.mark.slow
def test_a_wrong_list_is_named_and_not_learnt(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pieces = TABLES["0.jpg"]["pieces"]
    one, other = (next(hex_ for hex_, kind in pieces.items() if kind == name) for name in ("goblin", "imp"))
    at = tmp_path / "at.json"
    at.write_text(json.dumps({**pieces, one: "imp", other: "goblin"}), "utf-8")
    tapped = corners(TABLES["0.jpg"]["corners_px"])
    learn = ["learn", "pieces", FATE / "0.jpg", "--at", at, "--corners", tapped]
    code, lines, err = run(capsys, *learn)
    assert (code, err) == (0, "")
    assert lines[-1] == f"{len(pieces) - 2} pieces in mine."
    for hex_, kind in ((one, "Goblin"), (other, "Imp")):
        assert any(f"skipped {hex_}, which looks like {kind}: check the list" in line for line in lines)
    code, lines, err = run(capsys, *learn, "--name", "figures", "--edition", "minis")
    assert (code, lines) == (2, [])
    assert "figures: expected pieces of the edition minis, found tiles" in err
    assert run(capsys, "learn", "list")[1] == ["pieces  fate  mine"]


def test_a_list_of_another_table_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pieces = TABLES["0.jpg"]["pieces"]
    shifted = dict(zip(pieces, [*list(pieces.values())[1:], "goblin"], strict=True))
    at = tmp_path / "at.json"
    at.write_text(json.dumps(shifted), "utf-8")
    tapped = corners(TABLES["0.jpg"]["corners_px"])
    code, lines, err = run(capsys, "learn", "pieces", FATE / "0.jpg", "--at", at, "--corners", tapped)
    assert (code, lines) == (2, [])
    assert "0.jpg: Expected the list of pieces in this picture, found " in err
    assert "of 52 pieces that look like others (9,1, " in err
    assert run(capsys, "learn", "list")[1] == ["Nothing was learnt yet."]


@pytest.mark.slow
def test_pieces_that_the_list_leaves_out_are_not_learnt_as_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, state: Path
) -> None:
    pieces = TABLES["0.jpg"]["pieces"]
    missing = {hex_: kind for hex_, kind in pieces.items() if kind in ("troll", "imp")}
    at = tmp_path / "at.json"
    at.write_text(json.dumps({hex_: kind for hex_, kind in pieces.items() if hex_ not in missing}), "utf-8")
    tapped = corners(TABLES["0.jpg"]["corners_px"])
    code, lines, _ = run(capsys, "learn", "pieces", FATE / "0.jpg", "--at", at, "--corners", tapped)
    assert code == 0
    for hex_, kind in missing.items():
        assert any(
            f"skipped {hex_}, which looks like {kind.title()}: check the list" in line for line in lines
        )


def half_black(picture: Picture) -> Picture:
    picture[:, : picture.shape[1] // 2] = 0
    return picture


def half_from_a_moment_later(picture: Picture) -> Picture:
    middle = picture.shape[0] // 2
    picture[middle:] = np.roll(picture[middle:], 60, 1)
    return picture


def out_of_focus(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 3), np.uint8)


def noise(picture: Picture) -> Picture:
    return np.random.default_rng(1).integers(0, 255, picture.shape, np.uint8)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (half_black, "found none of its printed lines around "),
        (half_from_a_moment_later, "found none of its printed lines around "),
        (out_of_focus, "Expected a sharp board, found it blurred"),
        (noise, "no board in the picture: its print does not fit the corners"),
    ],
)
@pytest.mark.parametrize("game", ["fae", "fate"])
def test_a_damaged_board_is_not_learnt(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    game: str,
    damage: Callable[[Picture], Picture],
    message: str,
) -> None:
    taps = json.loads((FAE / "scene.json").read_text("utf-8")) if game == "fae" else TABLES["0.jpg"]
    good = FAE / "frame_002.jpg" if game == "fae" else FATE / "0.jpg"
    bad = tmp_path / "bad.jpg"
    cv2.imwrite(str(bad), damage(load_picture(good)))
    learn = ["learn", "board", bad, "--game", game, "--corners", corners(taps["corners_px"])]
    code, lines, err = run(capsys, *learn)
    assert (code, lines) == (2, [])
    assert f"{bad}: " in err
    assert message in err
    assert run(capsys, "learn", "list")[1] == ["Nothing was learnt yet."]


@pytest.mark.slow
def test_a_board_of_fae_needs_no_corners_any_more(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scene = json.loads((FAE / "scene.json").read_text("utf-8"))
    start = tmp_path / "start.json"
    start.write_text(json.dumps({"game": "fae", "setup": scene["start"]}), "utf-8")
    folder = tmp_path / "seen"
    folder.mkdir()
    (folder / "frame_000.jpg").symlink_to(FAE / "frame_000.jpg")
    watch = ["watch", folder, "--start", start]
    code, _, err = run(capsys, *watch)
    assert code == 2
    assert "no board was learnt (companion learn board)" in err
    learnt = ["learn", "board", FAE / "frame_002.jpg", "--name", "old", "--corners"]
    code, lines, err = run(capsys, *learnt, corners(scene["corners_px"]))
    taken = "The corners are taken as those of the board's outer frame."
    assert (code, lines, err) == (0, [taken, "Learnt the board old."], "")
    code, lines, err = run(capsys, *watch)
    assert (code, err) == (0, "")
    assert lines[0].startswith("frame_000.jpg  The app read the board:")
    assert run(capsys, "learn", "forget", "board", "old")[:2] == (0, ["Forgot old."])
    assert run(capsys, "learn", "list")[1] == ["Nothing was learnt yet."]


def test_bad_input_gets_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    at = expected(tmp_path, "0.jpg")
    cases: list[tuple[list[object], str]] = [
        (["board", "nosuch.jpg"], "'nosuch.jpg' does not exist"),
        (["board", at], "at.json: expected a complete JPEG, PNG"),
        (["board", FATE / "0.jpg", "--corners", "1,1 9,1 9,9"], "expected 4 points, found 3"),
        (["board", FATE / "0.jpg", "--corners", "a,1 9,1 9,9 1,9"], "expected points such as"),
        (["board", FATE / "0.jpg", "--corners", "1,1 9,1 9,9 1,9 0,5 0,4"], "expected 4 points, found 6"),
        (["board", FATE / "0.jpg", "--corners", "1,1 9,1 9,9 1,9"], "0.jpg: corners 1,1 9,1 9,9 1,9"),
        (["board", FATE / "0.jpg", "--name", "a/b"], "found 'a/b'"),
        (["pieces", FATE / "0.jpg", "--at", at, "--name", "default"], "not 'default'"),
        (
            ["pieces", FATE / "0.jpg", "--at", at],
            "0.jpg: no board in the picture: 0 of its four corner markers",
        ),
        (["forget", "board", "mine"], "Nothing was learnt yet"),
        (["forget", "pieces", "mine"], "Nothing was learnt yet"),
    ]
    for arguments, message in cases:
        code, lines, err = run(capsys, "learn", *arguments)
        assert (code, lines) == (2, []), arguments
        assert message in err
        assert "Traceback" not in err


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ('{"99,99": "goblin"}', "expected a hex such as"),
        ('{"9,5": "dragon"}', "expected a kind such as"),
        (
            '{"frame_7.jpg": {"9,5": "goblin"}}',
            "expected the places of the pieces in 0.jpg, found those in frame_7.jpg:",
        ),
        ("{}", "expected the places of the pieces in 0.jpg"),
        ("[1]", "expected a JSON object"),
    ],
)
def test_a_wrong_file_of_pieces_gets_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, written: str, message: str
) -> None:
    at = tmp_path / "at.json"
    at.write_text(written, "utf-8")
    code, lines, err = run(capsys, "learn", "pieces", FATE / "0.jpg", "--at", at)
    assert (code, lines) == (2, [])
    assert f"{at}" in err
    assert message in err


def test_missing_and_damaged_pieces_get_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, state: Path
) -> None:
    (state / "pieces/fate").mkdir(parents=True)
    (state / "pieces/fate/mine.npz").write_bytes(b"not whole")
    watch = ["watch", FATE, "--game", "fate"]
    code, _, err = run(capsys, *watch, "--pieces", "other")
    assert code == 2
    assert "named other was learnt; expected one of: mine" in err
    code, _, err = run(capsys, *watch, "--pieces", "mine")
    assert code == 1
    assert "mine.npz: expected a file written by Table Companion, found" in err
    _, _, err = run(capsys, *watch)
    assert "mine.npz: expected a file" not in err.splitlines()[-1], "it goes on with the printed marks"
    code, _, err = run(capsys, "watch", FAE, "--pieces", "mine")
    assert code == 2
    assert "--pieces: expected only with --game fate" in err
