import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.app.fabula.own_cards import CARDS
from companion.cli import run
from tests.vision.fabula.scene import DUEL, TAUGHT


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


Told = pytest.CaptureFixture[str]


def _run(told: Told, *arguments: object, code: int = 0) -> str:
    told.readouterr()
    found = run([str(argument) for argument in arguments])
    said = told.readouterr()
    assert found == code, said
    return said.out + said.err


def _learn(told: Told, picture: Path, at: Path, code: int = 0) -> str:
    return _run(told, "learn", "cards", picture, "--at", at, "--name", "ours", code=code)


def test_cards_are_taught_one_picture_after_the_other(capsys: Told) -> None:
    for number in (0, 1):
        _learn(capsys, TAUGHT / f"teach_00{number}.jpg", TAUGHT / f"teach_00{number}.json")
    assert CARDS.store.names() == ["ours"]
    assert "ours" in _run(capsys, "learn", "list")


@pytest.mark.parametrize("bare", [False, True])
def test_a_file_may_list_the_cards_of_many_pictures(capsys: Told, tmp_path: Path, bare: bool) -> None:
    lessons = {path.with_suffix(".jpg").name: json.loads(path.read_text()) for path in TAUGHT.glob("*.json")}
    at = tmp_path / "at.json"
    at.write_text(json.dumps({name: each["cards"] if bare else each for name, each in lessons.items()}))
    told = _learn(capsys, TAUGHT / "teach_000.jpg", at)
    assert all(f"{card['id']}: 1 shown" in told for card in lessons["teach_000.jpg"]["cards"])
    assert f"{len(lessons['teach_000.jpg']['cards'])} pieces in ours." in told


def test_a_file_of_other_pictures_is_refused_by_their_names(capsys: Told, tmp_path: Path) -> None:
    at = tmp_path / "at.json"
    at.write_text(json.dumps({"table.jpg": [], "other.png": []}), "utf-8")
    told = " ".join(_learn(capsys, TAUGHT / "teach_000.jpg", at, code=2).split())
    assert "pieces in teach_000.jpg, found those in table.jpg, other.png: add an entry" in told
    at.write_text(json.dumps({"teach_000.jpg": [{"id": "a"}]}), "utf-8")
    told = _learn(capsys, TAUGHT / "teach_000.jpg", at, code=2)
    assert 'teach_000.jpg[0]: expected {"id", "corners_px"}' in " ".join(told.split())


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ([], "cards: expected a list of the cards in the picture, found []"),
        ([{"id": "a"}], 'cards[0]: expected {"id", "corners_px"}, found {"id": "a"}'),
        ([{"id": "", "corners_px": []}], "cards[0].id: expected the name of a card"),
        (
            [{"id": "a", "corners_px": [[1, 2]]}],
            "cards[0].corners_px: expected [[x, y], [x, y], [x, y], [x, y]]",
        ),
        ([{"id": "a", "corners_px": [["1", 2], [3, 4], [5, 6], [7, 8]]}], "expected pixels as numbers"),
        ([{"id": "a", "corners_px": [[9, 9], [300, 9], [300, 9999], [9, 9999]]}], "inside the picture"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(
    capsys: Told, tmp_path: Path, written: Any, reason: str
) -> None:
    at = tmp_path / "at.json"
    at.write_text(json.dumps({"cards": written}), "utf-8")
    told = _learn(capsys, TAUGHT / "teach_000.jpg", at, code=2)
    assert reason in " ".join(told.split())
    assert CARDS.store.names() == []


def test_a_damaged_set_says_so(capsys: Told) -> None:
    CARDS.store.save("ours", b"nothing")
    told = _run(capsys, "watch", DUEL, "--game", "fabula", "--cards", "ours", "--json", code=1)
    assert "ours.cards: expected a file written by Table Companion, found another or a damaged one" in told
    assert "(expected a ZIP file" in told


@pytest.mark.slow
def test_watching_tells_cards_and_what_became_of_them(capsys: Told, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for at in sorted(TAUGHT.glob("*.json")):
        _learn(capsys, at.with_suffix(".jpg"), at)
    for name in ("frame_000.jpg", "frame_001.jpg", "frame_002.jpg"):
        shutil.copy(DUEL / name, pictures)
    told = [
        json.loads(line)
        for line in _run(capsys, "watch", pictures, "--game", "fabula", "--json").splitlines()
    ]
    assert [(event["frame"], event["event"]) for event in told] == [
        ("frame_000.jpg", "table"),
        ("frame_001.jpg", "wait"),
        ("frame_002.jpg", "table"),
        ("frame_002.jpg", "change"),
    ]
    card = told[0]["cards"][0]
    assert set(card) == {"id", "corners_px", "tapped", "side", "zone"}
    assert len(card["corners_px"]) == 4
    played = {"what": "appeared", "card": "zuaper_quazeir", "side": "far", "zone": "battle"}
    assert played.items() <= told[-1].items()
    assert "Zuaper quazeir was laid down" in _run(
        capsys, "watch", pictures, "--game", "fabula", "--lang", "en"
    )
