"""Sets of one's own: kept, handed on as one file, and played with."""

import json
from base64 import b64encode
from pathlib import Path
from random import Random

import pytest

from companion.errors import ExitCode, RuleError, StorageError
from companion.games import fairytile
from companion.games.fairytile.sets import sample_pages, sample_tiles
from companion.session.base import GameConfig, SessionContext
from companion.session.fairytile import own_sets
from companion.session.fairytile.own_sets import OwnSet
from companion.session.fairytile.session import FairySession
from companion.storage import exports


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(exports, "documents_folder", lambda: tmp_path / "documents")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


OUTSIDE = "/".join(("..", "..", "locks"))
PHOTO = b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x40\x00\x20" + bytes(range(90))
HUGE = PHOTO.replace(b"\x00\x40\x00\x20", b"\xff\xdc\xff\xdc")
"""It would take 13 GB when it is shown."""
MANY_PHOTOS = "".join(f'"{number}": "", ' for number in range(1000, 1200))
OURS = OwnSet(
    "ours", dict(sample_tiles()), {1: "visit(dragon, castle)", 2: "meet(princess, knight)"}, {2: PHOTO}
)


def coded(photo: bytes) -> str:
    return b64encode(photo).decode()


def test_a_set_is_handed_on_as_one_file() -> None:
    own_sets.FILES.save("ours", OURS)
    path = own_sets.export("ours").path
    own_sets.FILES.store.forget("ours")
    assert own_sets.FILES.store.names() == []
    assert list(own_sets.FILES.importable()) == [path]
    assert own_sets.take(path) == own_sets.FILES.load("ours") == OURS


def test_how_its_tiles_look_goes_along() -> None:
    own_sets.FILES.save("ours", OURS)
    own_sets.learnt_tiles().save("ours", bytes(range(256)) * 16_000)
    path = own_sets.export("ours").path
    own_sets.learnt_tiles().forget("ours")
    assert own_sets.take(path) == OURS
    assert own_sets.learnt_tiles().read("ours") == bytes(range(256)) * 16_000


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace('"pages"', '"looks": "no base64", "pages"'), "looks: expected"),
        (lambda text: text[: len(text) // 2], "expected"),
        (
            lambda text: text.replace('"fairytile_set": 1', '"fairytile_set": 9'),
            "fairytile_set: expected one of 1, found 9",
        ),
        (lambda text: text.replace("visit(dragon, castle)", "visit(dragon, castel)"), "column 15"),
        (lambda text: text.replace('"pages"', '"pagse"'), "pagse: expected one of fairytile_set, name"),
        (lambda text: text.replace('"2": "/9j/', '"2": "AAAA'), "photos.2: expected a small JPEG"),
        (lambda text: text.replace('"2": "/9j/', '"7": "/9j/'), "photos: expected the number of a page"),
        (lambda text: text.replace(coded(PHOTO), coded(b"\xff\xd8\xff")), "photos.2: expected a small JPEG"),
        (
            lambda text: text.replace('"2": "/9j/', MANY_PHOTOS + '"2": "/9j/'),
            "photos: expected at most 200 pages",
        ),
        (lambda text: text.replace(coded(PHOTO), coded(HUGE)), "photos.2: expected a small JPEG"),
    ],
)
def test_a_file_that_is_wrong_is_told_with_its_place(change: object, message: str, home: Path) -> None:
    assert callable(change)
    path = home / f"x{own_sets.SUFFIX}"
    path.write_text(change(own_sets.written(OURS)))
    with pytest.raises((RuleError, StorageError)) as refused:
        own_sets.take(path)
    assert refused.value.exit_code == ExitCode.WRONG_INPUT
    assert str(path) in str(refused.value) and message in str(refused.value)
    assert own_sets.FILES.store.names() == []


@pytest.mark.parametrize("name", [OUTSIDE, "/abs", "a\x00b", "\ud800", ".x", "a\u202eb", "", "x" * 41, 3])
def test_a_name_never_leaves_the_folder_of_sets(name: object, home: Path) -> None:
    path = home / f"x{own_sets.SUFFIX}"
    document = {**json.loads(own_sets.written(OURS, b"looks")), "name": name}
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(StorageError) as refused:
        own_sets.take(path)
    assert refused.value.code == "bad_file" and str(path) in str(refused.value)
    assert [found for found in home.rglob("*") if found.is_file()] == [path]


def test_looks_that_are_none_are_not_kept(home: Path) -> None:
    path = home / f"x{own_sets.SUFFIX}"
    path.write_text(own_sets.written(OURS, b"ARBITRARY BYTES"), "utf-8")

    def check(looks: bytes) -> None:
        raise StorageError("learnt_damaged", f"found {looks!r}")

    with pytest.raises(StorageError, match="ARBITRARY"):
        own_sets.take(path, check)
    assert own_sets.FILES.store.names() == [] and own_sets.learnt_tiles().names() == []


def test_a_spoiled_set_is_told_and_passed_over(home: Path) -> None:
    own_sets.FILES.save("ours", OURS)
    own_sets.FILES.store.save("cut", b"{")
    assert isinstance(own_sets.FILES.kept()["cut"], StorageError)
    assert own_sets.FILES.last() == OURS and own_sets.photo(2, OURS.pages[2]) == PHOTO


def test_starting_tiles_are_laid_by_their_white_corners() -> None:
    laid = own_sets.start(sample_tiles())
    assert [name for name, *_ in laid] == ["S1", "S2", "S3"]
    without = {name: sides for name, sides in sample_tiles().items() if name != "S2"}
    with pytest.raises(RuleError, match="three starting tiles"):
        own_sets.start(without)


def test_a_game_is_played_with_the_set_used_last() -> None:
    own_sets.FILES.save("ours", OURS)
    around = SessionContext(None, Random(3), watched=False)
    session = FairySession.begin(GameConfig(("Ana", "Bo"), options={"own_set": True}), around)
    assert dict(session.position.box.pages) == dict(OURS.pages)
    assert sorted(session.hand(seat) for seat in (0, 1)) == [1, 2]
    assert fairytile.adventures(session.position)


def test_without_a_set_of_ones_own_it_is_said_what_to_do() -> None:
    around = SessionContext(None, Random(3), watched=False)
    with pytest.raises(RuleError, match="put one together first"):
        FairySession.begin(GameConfig(("Ana", "Bo"), options={"own_set": True}), around)


def test_the_photo_of_a_page_is_found_by_number_and_goal() -> None:
    own_sets.FILES.save("ours", OURS)
    own_sets.FILES.save("later", OURS._replace(name="later", photos={}))
    assert own_sets.photo(2, OURS.pages[2]) == PHOTO
    assert own_sets.photo(1, OURS.pages[1]) is None
    assert own_sets.photo(2, "visit(dragon, castle)") is None


def test_a_set_may_have_pages_alone() -> None:
    pages = OwnSet("pages", {}, dict(sample_pages()))
    setup = own_sets.opening(pages, ("Ana", "Bo"), Random(1))
    assert json.loads(json.dumps(setup)) == setup
