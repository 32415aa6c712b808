"""Teaching a board and pieces from the camera's own picture: rendered tables, real files."""

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.camera.board_finder import MOST_SIDE_PX, boards, locate
from companion.app.controller.app import App
from companion.app.fabula.own_cards import own_cards
from companion.app.fairytile.own_tiles import last_taught
from companion.app.fate.own_pieces import own_pieces
from companion.app.game_loader import seeing
from companion.app.table.teacher import TableTeacher, file_name
from companion.errors import StorageError, VisionError
from companion.session.base import shelf
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.architecture.tree import ROOT
from vision.cameras.sources import Frame, Picture, load_picture

FATE = ROOT / "tests/data/fate_learn"
TABLES = json.loads((FATE / "tables.json").read_text("utf-8"))


class Pictures:
    """A camera of given pictures; the last one for ever."""

    def __init__(self, *pictures: Picture) -> None:
        self.pictures = list(pictures)
        self.closed = 0

    def open(self, _game: str) -> "Pictures":
        return self

    def read(self) -> Frame | None:
        picture = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        return Frame("", 0.0, picture)

    def close(self) -> None:
        self.closed += 1


def corners(name: str) -> list[tuple[float, float]]:
    height, width = load_picture(FATE / name).shape[:2]
    return [(x / width, y / height) for x, y in TABLES[name]["corners_px"]]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state/table-companion"


@pytest.fixture
def camera() -> Pictures:
    return Pictures(load_picture(FATE / "0.jpg"), load_picture(FATE / "1.jpg"))


@pytest.fixture
def teacher(camera: Pictures) -> TableTeacher:
    return TableTeacher(camera.open)


def test_a_board_is_learnt_and_found_in_another_picture(camera: Pictures, teacher: TableTeacher) -> None:
    shown = teacher.capture("fate")
    assert len(shown.rgb) == 3 * shown.width * shown.height
    teacher.learn_board(corners("0.jpg"), "Grandma's board")
    assert teacher.learnt("boards", "fate") == ["Grandma-s-board"]
    assert teacher.learnt("boards", "fae") == []
    look = teacher.test("Grandma's board")
    assert look.ready
    assert all(-0.5 < share < 1.5 for corner in look.corners for share in corner)
    assert camera.closed == 2
    outlines = teacher.spaces(None)  # found by itself from now on
    found = np.mean(outlines["9,1"], axis=0)
    assert found == pytest.approx(corners("0.jpg")[0], abs=0.01)


@pytest.mark.slow
def test_pieces_are_learnt_told_and_tested(teacher: TableTeacher) -> None:
    teacher.capture("fate")
    outlines = teacher.spaces(corners("0.jpg"))
    assert len(outlines) == 217
    told = teacher.learn_pieces(
        corners("0.jpg"), {hex_: {kind: 1} for hex_, kind in TABLES["0.jpg"]["pieces"].items()}, "mine"
    )
    assert sum(kind.samples for kind in told) == len(TABLES["0.jpg"]["pieces"])
    assert all((kind.right, kind.alike) == (None, ()) for kind in told)  # one picture does not tell
    teacher._corners_px = TABLES["1.jpg"]["corners_px"]  # the second picture is of another place
    look = teacher.test("mine")
    truth = TABLES["1.jpg"]["pieces"]
    right = [space for space, kinds in look.pieces.items() if truth.get(space) in kinds]
    assert len(right) >= 0.8 * len(truth)


def test_no_board_inside_the_corners(teacher: TableTeacher) -> None:
    teacher.capture("fate")
    small = [(0.02 + 0.2 * x, 0.02 + 0.2 * y) for x, y in corners("0.jpg")]
    with pytest.raises(VisionError) as caught:
        teacher.learn_board(small, "mine")
    assert caught.value.code in ("no_board", "bad_corners")
    with pytest.raises(VisionError, match="clockwise") as caught:
        teacher.learn_board(list(reversed(corners("0.jpg"))), "mine")
    assert caught.value.code == "bad_corners"
    assert teacher.learnt("boards", "fate") == []


def test_a_full_disk_is_told(teacher: TableTeacher, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    teacher.capture("fate")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError) as caught:
        teacher.learn_board(corners("0.jpg"), "mine")
    assert caught.value.code == "not_written"


def test_the_only_card_is_found_and_learnt(camera: Pictures, teacher: TableTeacher) -> None:
    table = np.full((480, 640, 3), 90, np.uint8)
    table[100:276, 200:326] = (60, 150, 220)
    table[140:220, 230:300] = (200, 60, 20)
    camera.pictures = [table]
    teacher.capture("fabula")
    lesson = {"bandit": teacher.propose("mine")[""]}
    told = teacher.learn_pieces(None, lesson, "mine")
    assert [(kind.kind, kind.samples) for kind in told] == [("bandit", 1)]
    face = teacher.face("fabula", "mine", "bandit")
    assert (face.width, face.height) == (252, 352)
    middle = 3 * (face.width * (face.height // 2) + face.width // 2)
    assert np.abs(np.array(list(face.rgb[middle : middle + 3])) - (20, 60, 200)).max() < 12


def test_use_and_forget(teacher: TableTeacher) -> None:
    for name in ("old", "travel"):
        boards("fae").save(name, b"x")
        os.utime(boards("fae").path(name), (1, 1))
    teacher.use("boards", "fae", "old")
    assert teacher.learnt("boards", "fae") == ["old", "travel"]
    teacher.forget("boards", "fae", "old")
    assert teacher.learnt("boards", "fae") == ["travel"]
    with pytest.raises(StorageError):
        teacher.use("boards", "fae", "old")


def test_a_camera_without_pictures(teacher: TableTeacher, camera: Pictures, monkeypatch: Any) -> None:
    monkeypatch.setattr(Pictures, "read", lambda _: None)
    with pytest.raises(VisionError):
        teacher.capture("fae")
    assert camera.closed == 1


@pytest.mark.parametrize(
    ("name", "kept"),
    [("mine", "mine"), (" a/b ", "a-b"), ("default", "mine"), ("", "mine"), ("Ação", "Ação")],
)
def test_names_become_names_of_files(name: str, kept: str) -> None:
    assert file_name(name) == kept


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        yield app
        app.close()


@pytest.mark.slow
def test_without_a_camera_the_simulated_table_teaches(app: App) -> None:
    app.teacher.capture("fate")
    outlines = app.teacher.spaces(None)
    assert "5,5" in outlines
    told = app.teacher.learn_pieces(None, {"5,5": {"goblin": 1}, "12,3": {"goblin": 1}}, "mine")
    assert [(kind.kind, kind.samples) for kind in told if kind.samples] == [("goblin", 2)]
    assert {hex_ for kind in told for hex_, _ in kind.doubted} >= {"7,12", "6,15", "15,4"}


def test_what_is_damaged_is_told_and_the_rest_goes_on(teacher: TableTeacher, tmp_path: Path) -> None:
    pieces = shelf("fate", "pieces")
    pieces.save("cut", b"PK\x03\x04")
    boards("fae").save("mine", b"no picture")
    shelf("fabula", "cards").save("mine", b"PK")
    shelf("fairytile", "tiles").save("mine", b"PK")
    assert list(teacher.damaged("pieces", "fate")) == ["cut"]
    assert str(pieces.path("cut")) in str(teacher.damaged("pieces", "fate")["cut"])
    for sort, game in (("boards", "fae"), ("pieces", "fabula"), ("pieces", "fairytile")):
        assert list(teacher.damaged(sort, game)) == ["mine"]  # type: ignore[arg-type]  # one of the sorts
    assert teacher.damaged("boards", "fate") == {}
    assert own_pieces() is None and last_taught() is None and own_cards().ids == ()
    teacher.forget("pieces", "fate", "cut")
    assert teacher.learnt("pieces", "fate") == []


def test_a_huge_picture_among_the_boards_is_refused_before_it_is_searched(
    teacher: TableTeacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr("vision.geometry.learnt_board.find", search)
    huge = np.zeros((MOST_SIDE_PX + 1, 10, 3), np.uint8)
    boards("fae").save("huge", cv2.imencode(".png", huge)[1].tobytes())
    why = teacher.damaged("boards", "fae")["huge"]
    assert str(boards("fae").path("huge")) in str(why) and f"{MOST_SIDE_PX} at most" in str(why)
    with pytest.raises(VisionError, match=r"board huge: .*at most"):
        locate("fae", seeing("fae").printed_board("fae"))(np.zeros((480, 640, 3), np.uint8))


def test_a_board_is_found_although_its_use_cannot_be_noted(
    teacher: TableTeacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    found: Any = object()
    monkeypatch.setattr("vision.geometry.learnt_board.find", lambda *_: found)
    boards("fae").save("mine", cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes())
    monkeypatch.setattr("os.utime", full)
    view = locate("fae", seeing("fae").printed_board("fae"))(np.zeros((480, 640, 3), np.uint8))
    assert view is found
