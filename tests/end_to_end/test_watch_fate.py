"""`companion watch --game fate`: rendered tables with known truth, and every kind of bad input."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion import cli
from tests.bench.fate_scenes import STANDARD, Scene, find, kinds, score
from tests.slow import slow_but

SCENES = find([STANDARD])
MOST_UNSURE = {"tiles": 0.2, "minis": 0.4}
"""Minimum share of pieces named; small figures of one colour are harder than printed tiles."""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit code, printed objects and errors of `companion watch --game fate --json`."""
    capsys.readouterr()
    code = cli.run(["watch", "--game", "fate", "--json", *arguments])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err


def corners(scene: Scene) -> str:
    return " ".join(f"{x},{y}" for x, y in scene.corners_px)


def first_picture(scene: Scene, folder: Path) -> Path:
    """A folder with only the first picture of a scene."""
    name = scene.rows[0]["file"]
    (folder / name).symlink_to(scene.folder / name)
    return folder


@pytest.mark.parametrize("scene", slow_but(1, SCENES), ids=[scene.folder.name for scene in SCENES])
def test_no_piece_is_named_wrong_and_no_wrong_table_is_taken_for_right(scene: Scene) -> None:
    found = score(scene)
    n = found.counts
    assert n["hex wrong"] == n["missed"] == n["invented"] == 0, found.failures
    assert n["found"] > 0
    assert n["hands seen"] == n["hands"] > 0
    assert n["piece unsure"] <= MOST_UNSURE[scene.rows[0]["edition"]] * n["piece right"]


def test_one_expected_table_goes_for_all_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scene = next(scene for scene in SCENES if scene.rows[0]["edition"] == "tiles")
    expected = kinds(scene.rows[0]["expected"])
    hex_ = next(iter(expected))
    file = tmp_path / "expected.json"
    file.write_text(json.dumps({**expected, hex_: "nidhuggr"}), "utf-8")
    (tmp_path / "pictures").mkdir()
    folder = first_picture(scene, tmp_path / "pictures")
    code, (table, differences), err = run(
        capsys, str(folder), "--corners", corners(scene), "--expect", str(file), "--verbose"
    )
    assert (code, err) == (0, "")
    assert (table["event"], table["pieces"][hex_]) == ("table", expected[hex_])
    assert differences["items"] == [{"hex": hex_, "expected": "nidhuggr", "seen": expected[hex_]}]


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("[]", "expected"),
        ('{"12,3": "gobln"}', '12,3: expected a kind such as goblin, surt or bjorn, found "gobln"'),
        ('{"99,3": "goblin"}', "99,3"),
        ('{"a.jpg": {"12,3": 4}}', "a.jpg: 12,3: expected a kind"),
        ('{"a.jpg": {"12,3": "goblin"}, "b.jpg": 3}', "b.jpg: expected an object of hexes and kinds"),
        ('{"12,3": "goblin"', "line 1"),
    ],
)
def test_a_wrong_file_of_expected_pieces_is_refused_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, written: str, place: str
) -> None:
    file = tmp_path / "expected.json"
    file.write_text(written, "utf-8")
    code, events, err = run(capsys, str(SCENES[0].folder), "--expect", str(file))
    assert (code, events) == (2, [])
    assert str(file) in err
    assert place.lower() in err.lower()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--corners", "1,2 3,4 5,6 7,8"], "expected 6 points, found 4"),
        (["--corners", "1,2 3,4"], "expected points such as"),
        (["--players", "Ana,Bo"], "--players: expected only with --game fae"),
        (["--edition", "wood"], "tiles"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(cli.companion, ["watch", "x", "--game", "fate", *arguments])
    assert result.exit_code == 2
    assert message in result.output


def test_corners_the_wrong_way_round_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    scene = SCENES[0]
    wrong = " ".join(f"{x},{y}" for x, y in reversed(scene.corners_px))
    code, events, err = run(capsys, str(scene.folder), "--corners", wrong)
    assert (code, events) == (2, [])
    assert "clockwise" in err
