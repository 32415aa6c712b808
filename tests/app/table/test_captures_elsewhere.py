"""Captures of tables set up and taught in every way are replayed on a machine that knows nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.camera.board_finder import boards
from companion.app.camera.recent_pictures import Belief, RecentPictures
from companion.app.fabula.own_cards import CARDS
from companion.app.fairytile.own_tiles import TILES
from companion.app.fate.own_pieces import PIECES
from companion.app.game_loader import seeing
from companion.app.table.capture_replay import open_replay
from companion.app.table.learning import keep_board
from companion.app.table.learnt_files import LearntFiles, collected, moment_of
from companion.errors import VisionError
from companion.games.fabula.catalogue import sample_data
from companion.games.fairytile.board import Sheet
from companion.session.events import AsExpected
from companion.session.own_files import OwnFiles
from companion.storage.folders import state_folder
from tests.app.table.captured import WatchedTable, replayed, told
from tests.slow import slow_but
from vision.cameras.capture_file import MAX_BYTES, MAX_LEARNT_BYTES, CaptureContent, CapturedPicture, encode
from vision.fabula.rows import BACK
from vision.fabula.simulated.faces import drawn
from vision.frame import Frame
from vision.simulated import stage

SEED = 3
NAME = "Zenobia's"
"""A name of a user, which leaves no machine."""
PICTURES = {"fae": 30, "fate": 30, "fairytile": 20, "fabula": 90}
"""Pictures until something lies on the table and can be read."""
BOARD_GAMES = ("fae", "fate")
FILES: Mapping[str, OwnFiles[Any]] = {"fate": PIECES, "fairytile": TILES, "fabula": CARDS}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "here"))
    return tmp_path / "here"


@pytest.fixture
def without_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = stage._painted
    monkeypatch.setattr(stage, "_painted", lambda props, seed, tilt, _: painted(props, seed, tilt, False))


def elsewhere(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Go on at a machine where nothing was learnt."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "there"))
    return folder


def tapped_px(game: str) -> Any:
    camera: Any = WatchedTable(game, SEED)._camera
    camera.read()
    return camera.last.corners_px


def watched(game: str, tapped: Any = None) -> CaptureContent:
    table = WatchedTable(game, SEED, own=True)
    for _ in islice(table.watch(PICTURES[game], tapped), PICTURES[game]):
        pass
    content = table.capture()
    assert any(event["event"] != "wait" for event in content.believed)
    return content


def learn_board(game: str) -> None:
    corners_px = tapped_px(game)
    camera: Any = WatchedTable(game, SEED)._camera
    keep_board(camera.read().picture, game, corners_px.tolist(), NAME)


def learn_pieces(game: str) -> None:
    if game == "fabula":
        CARDS.save(NAME, {card: drawn(card) for card in [*sample_data()["cards"], BACK]})
        return
    sees = seeing(game)
    assert sees.teaching
    camera: Any = sees.lesson(SEED, 5.0)
    picture = camera.read().picture
    view = sees.locate(game)(picture)
    propose = sees.teaching.propose
    lesson = _named(propose(picture, view, NAME)) if propose else camera.last.truth
    sees.teaching.learn(picture, view, lesson, NAME, {})


def _named(sheet: Sheet) -> Sheet:
    """Name the tiles that a proposal leaves to the user."""
    tiles = [
        one._replace(placed=one.placed._replace(tile=f"T{number}")) for number, one in enumerate(sheet.tiles)
    ]
    return sheet._replace(tiles=tuple(tiles))


@pytest.mark.parametrize("game", slow_but(1, BOARD_GAMES))
def test_a_board_with_markers_is_read_the_same_elsewhere(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = watched(game)
    assert told(content) == replayed(content, elsewhere(monkeypatch, tmp_path))


@pytest.mark.usefixtures("without_markers")
@pytest.mark.parametrize("game", slow_but(1, BOARD_GAMES))
def test_a_tapped_board_is_read_the_same_elsewhere(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = watched(game, tapped_px(game))
    assert told(content) == replayed(content, elsewhere(monkeypatch, tmp_path))


@pytest.mark.usefixtures("without_markers")
@pytest.mark.parametrize("game", slow_but(1, BOARD_GAMES))
def test_a_learnt_board_is_read_the_same_elsewhere(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its corners, and by its look alone where it was in no view when the capture begins."""
    learn_board(game)
    content = watched(game)
    unseen = replace(content, scene={**content.scene, "corners_px": None})
    there = elsewhere(monkeypatch, tmp_path)
    assert told(content) == replayed(content, there) == replayed(unseen, there)
    with pytest.raises(VisionError, match="no board was learnt"):
        replayed(replace(unseen, learnt={}), there)


@pytest.mark.parametrize("game", slow_but(1, FILES))
def test_what_was_learnt_is_read_the_same_elsewhere(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn_pieces(game)
    content = watched(game)
    sort = FILES[game].sort
    assert content.learnt[f"{sort}/{FILES[game].store.path('ours').name}"]
    assert len(encode(content)) <= MAX_BYTES
    before = files_in(state_folder())
    first = unordered(told(content))
    assert first == unordered(replayed(content, tmp_path)), "here"
    assert files_in(state_folder()) == before, "a replay learns nothing"
    there = elsewhere(monkeypatch, tmp_path)
    assert first == unordered(replayed(content, there))
    assert first != unordered(replayed(replace(content, learnt={}), there))
    assert not state_folder().exists()
    assert NAME.encode() not in encode(content)


def unordered(events: Sequence[Any]) -> Sequence[Any]:
    """Sort what events list: cards are listed by where exactly they lie, which JPEG changes."""
    return [
        (frame, {key: sorted(map(str, of)) if isinstance(of, list) else of for key, of in event.items()})
        for frame, event in events
    ]


def files_in(folder: Path) -> Mapping[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_this_machine_has_learnt_changes_no_replay_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles taught here alone would be recognised in it."""
    content = watched("fairytile")
    assert not content.learnt
    learn_pieces("fairytile")
    assert told(content) == replayed(content, tmp_path)
    older = {key: value for key, value in content.scene.items() if key != "learnt_whole"}
    assert told(content) != replayed(replace(content, scene=older), tmp_path)


def test_files_too_large_are_left_out_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    boards("fate").save(NAME, bytes(MAX_LEARNT_BYTES))
    assert collected("fate", seeing("fate")) == LearntFiles(
        {"boards/ours.jpg": bytes(MAX_LEARNT_BYTES)}, True
    )
    boards("fate").save(NAME, bytes(MAX_LEARNT_BYTES + 1))
    assert collected("fate", seeing("fate")) == LearntFiles({}, False)


def test_a_capture_with_much_learnt_is_not_too_large_and_keeps_its_ends() -> None:
    recent, chance = RecentPictures(), np.random.default_rng(1)
    seen = Belief(events=(AsExpected(),), expected={}, settled={})
    for second in range(6):
        noise = chance.integers(0, 256, (960, 1280, 3), np.uint8)
        recent.add(Frame("", float(second), noise), seen, moving=False, trouble=False)
    room = min(recent.room, MAX_LEARNT_BYTES)
    boards("fate").save(NAME, bytes(room))
    moment = moment_of(recent, "fate", seeing("fate"), simulated=False)
    assert moment and moment.capture.learnt and len(encode(moment.capture)) <= MAX_BYTES
    times_s = [one.time_s for one in moment.capture.pictures]
    assert (times_s[0], times_s[-1]) == (0.0, 5.0)
    boards("fate").save(NAME, bytes(recent.room + 1))
    moment = moment_of(recent, "fate", seeing("fate"), simulated=False)
    assert moment and not moment.capture.learnt and moment.capture.scene["learnt_whole"] is False


WRONG: Mapping[str, tuple[str, bytes, str]] = {
    "no picture": ("boards/ours.jpg", b"nothing", "learnt/boards/ours.jpg that is damaged"),
    "no set": ("pieces/ours.npz", b"nothing", "learnt/pieces/ours.npz that is damaged"),
    "other sort": ("cards/ours.zip", b"", "learnt/cards/ours.zip, which fate cannot use"),
    "other kind": ("boards/ours.exe", b"", r"where \*.jpg was expected"),
    "other name": ("boards/our board.jpg", b"", "a file 'learnt/boards/our board.jpg'"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_learnt_files_from_outside_are_checked(kind: str, tmp_path: Path) -> None:
    name, learnt, said = WRONG[kind]
    content = CaptureContent(
        scene={"game": "fate", "learnt_whole": True, "pictures": []},
        pictures=[CapturedPicture(b"", 0.0)],
        believed=[],
        expected={},
        version="1",
        learnt={name: learnt},
    )
    file = tmp_path / "a.zip"
    file.write_bytes(encode(content))
    with pytest.raises(VisionError, match=said) as refused:
        open_replay(file)
    assert refused.value.code == "bad_capture"
