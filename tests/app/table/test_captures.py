"""Captures: what they hold, how large they are, and that a replay believes the same."""

import json
import os
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion import cli
from companion.app.archive.captures import MOST_KEPT, CaptureStore
from companion.app.archive.history import local_time
from companion.app.camera.recent_pictures import KEPT_S, Belief, Moment, RecentPictures, judged
from companion.app.game_loader import seeing
from companion.app.table.capture_replay import open_replay
from companion.errors import StorageError, VisionError
from companion.games.base import Table
from companion.games.registry import rules
from companion.session.events import AsExpected, Waiting
from tests.app.table.captured import PLAYERS, WatchedTable, after, replayed, told
from tests.slow import slow_but
from tests.storage.odd_files import sparse
from tests.torture.test_secrets import MARKABLE, marked, marks_in
from ui.table_test_service import SeenThing
from vision.cameras.capture_file import MAX_BYTES, CaptureContent, encode, read
from vision.frame import Frame

GAMES = ("fae", "fate", "fairytile", "fabula")
EACH_GAME = pytest.mark.parametrize(
    "game", ["fate", *(pytest.param(game, marks=pytest.mark.slow) for game in ("fae", "fairytile", "fabula"))]
)
TABLE: Table = {1: {"red": 1}}


def unpacked(content: bytes) -> list[bytes]:
    """Name and content of every file in a capture."""
    with zipfile.ZipFile(BytesIO(content)) as packed:
        return [part for name in packed.namelist() for part in (name.encode(), packed.read(name))]


@cache
def captured(game: str) -> CaptureContent:
    return after(game, 3, 44).capture()


@EACH_GAME
def test_a_replay_believes_the_same(game: str, tmp_path: Path) -> None:
    content = captured(game)
    assert len(content.pictures) > 3
    assert told(content) == replayed(content, tmp_path)


@EACH_GAME
def test_it_holds_where_a_printed_board_lies(game: str) -> None:
    """A board that only taps can find is found in a replay, too."""
    corners = captured(game).scene["corners_px"]
    board = seeing(game).board
    assert (corners is None) == (board is None)
    if board is not None:
        assert len(corners) == len(board().taps_mm)


@EACH_GAME
def test_it_holds_no_name(game: str) -> None:
    content = encode(captured(game))
    assert not any(name.encode() in text for name in PLAYERS for text in (content, *unpacked(content)))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_whoever_plays(game: str) -> None:
    """The camera sees the same table, so that no byte may tell the people apart."""
    made = [after(game, 3, 24, players=players).capture() for players in (PLAYERS, ("Ophelia", "Wendelin"))]
    assert encode(made[0]) == encode(made[1])


@EACH_GAME
def test_its_pictures_hold_nothing_but_pixels(game: str) -> None:
    for picture in captured(game).pictures:
        with Image.open(BytesIO(picture.jpeg)) as opened:
            assert not opened.getexif() and "comment" not in opened.info
            assert opened.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_what_people_judged_holds_no_name() -> None:
    wrong = [SeenThing("red", "Zenobia/c", (0.5, 0.5))]
    content = encode(judged(captured("fate"), wrong, [(0.1, 0.2)], wrong))
    assert not any(name.encode() in text for name in PLAYERS for text in unpacked(content))


@pytest.mark.slow
def test_other_secrets_make_no_other_capture() -> None:
    first, second = after("fae", 3, 30), after("fae", 3, 30, deal=99)
    secrets = [[table.session.secret(seat) for seat in (0, 1)] for table in (first, second)]
    assert secrets[0] != secrets[1]
    assert encode(first.capture()) == encode(second.capture())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "pictures"), [("fate", 30), ("fairytile", 12), ("fabula", 30)])
def test_hidden_chance_makes_no_other_capture(game: str, pictures: int) -> None:
    """Pages and order of the stack, hands and decks, and cards to come differ; nobody has seen them yet."""
    first, second = (after(game, 3, pictures, deal=deal, hands="app") for deal in (0, 99))
    if first.session.sealed:
        secrets = [[table.session.sealed.look(seat) for seat in (0, 1)] for table in (first, second)]
        assert secrets[0] != secrets[1]
    assert encode(first.capture()) == encode(second.capture())


@pytest.mark.parametrize("game", slow_but(1, GAMES))
def test_marked_secrets_are_in_no_member(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spirits, pages, hands and decks: neither what is sealed nor a card that nobody has shown."""
    if game in MARKABLE:
        monkeypatch.setitem(vars(rules(game)), "secret", marked(rules(game).secret))  # type: ignore[arg-type]  # the dealer of any game
    table = after(game, 3, 14, hands="app")
    sealed = table.session.sealed
    hidden = [str(sealed.look(seat)) for seat in (0, 1)] if sealed else []
    assert bool(hidden) == (rules(game).secret is not None)
    content = judged(table.capture(), [SeenThing("red", 1, (0.5, 0.5))], [(0.1, 0.2)])
    parts = unpacked(encode(content))
    assert len(parts) > 8 and b"expected.json" in parts
    assert not [found for part in parts if (found := marks_in(part, hidden))]
    assert not [card for part in parts for card in unseen_cards(table) if card.encode() in part]


def unseen_cards(table: WatchedTable) -> list[str]:
    """Cards of a duel that nobody has shown."""
    if table.game != "fabula":
        return []
    position = table.session.position
    cards = {card for cards in table.session.setup["lists"].values() for card in cards}
    return sorted(cards - set(position.names.values()))


def test_the_command_prints_the_same_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "capture.zip"
    file.write_bytes(encode(captured("fate")))
    assert cli.run(["watch", str(file), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = [(event["frame"], event["event"]) for event in captured("fate").believed]
    assert [(event["frame"], event["event"]) for event in events] == expected


def _belief(wait: bool = False) -> Belief:
    return Belief(events=(Waiting("hand"),) if wait else (AsExpected(),), expected=TABLE, settled=TABLE)


def _ring(seconds: float, noise: bool = False, fps: int = 10) -> RecentPictures:
    """A ring after a camera; every third second a hand comes and goes."""
    recent, random = RecentPictures(), np.random.default_rng(1)
    for number in range(int(seconds * fps)):
        shape = (960, 1280, 3) if noise else (48, 64, 3)
        picture = random.integers(0, 256, shape, np.uint8) if noise else np.zeros(shape, np.uint8)
        wait = number % (3 * fps) == 0
        recent.add(Frame("", number / fps, picture), _belief(wait), moving=False, trouble=wait)
    return recent


def test_it_keeps_a_picture_a_second_and_every_change_of_the_last_seconds() -> None:
    content = _ring(30).content({"game": "fae"}, "1")
    assert content
    times_s = [one.time_s for one in content.pictures]
    assert max(np.diff(times_s)) <= 1
    assert KEPT_S - 1 <= times_s[-1] - times_s[0] <= KEPT_S + 2
    assert {21.0, 21.1, 24.0, 24.1, 27.0, 27.1} <= set(times_s)


def test_a_test_picture_is_the_newest_that_could_be_read(tmp_path: Path) -> None:
    """A hand has come meanwhile; after ten seconds with it none is recent."""
    recent, thing = RecentPictures(), SeenThing("red", 1, (0.5, 0.5))
    store = CaptureStore(tmp_path, lambda readable: recent.moment({"game": "fae"}, "1", readable=readable))
    for time_s in range(20):
        hand = time_s > 3
        belief = replace(_belief(hand), things=None if hand else lambda: (thing,))
        frame = Frame("", float(time_s), np.full((48, 64, 3), 10 * time_s, np.uint8))
        recent.add(frame, belief, moving=False, trouble=hand)
        if time_s <= 3 + KEPT_S:
            taken = store.take()
            assert taken.things == (thing,)
            assert abs(taken.picture.rgb[0] - 10 * min(time_s, 3)) < 5
    with pytest.raises(StorageError, match="Take your hands away"):
        store.take()
    content = recent.content({"game": "fae"}, "1")
    assert content and content.pictures[-1].time_s == 19.0, "that was wrong: up to now"


def test_a_capture_is_never_too_large() -> None:
    recent = _ring(6, noise=True, fps=2)
    content = recent.content({"game": "fae"}, "1")
    assert content
    assert len(encode(content)) <= MAX_BYTES


def test_a_camera_that_was_opened_again_begins_anew() -> None:
    recent = _ring(5)
    recent.add(Frame("", 0.0, np.zeros((48, 64, 3), np.uint8)), _belief(), moving=False, trouble=False)
    content = recent.content({"game": "fae"}, "1")
    assert content
    assert [one.time_s for one in content.pictures] == [0.0]


def _rewritten(content: bytes, path: Path, extra: tuple[str, bytes], compress: int = 0) -> Path:
    path.write_bytes(content)
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr(zipfile.ZipInfo(extra[0]), extra[1], compress)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("folder/0009.jpg", b""),
        ("notes.txt", b""),
        ("9999.jpg", b"not listed"),
        ("scene.json", b"{}"),
        ("0999.jpg", bytes(MAX_BYTES + 1)),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_from_outside_is_checked(name: str, content: bytes, tmp_path: Path) -> None:
    small = _ring(3).content({"game": "fae"}, "1")
    assert small
    path = _rewritten(encode(small), tmp_path / "a.zip", (name, content), zipfile.ZIP_DEFLATED)
    with pytest.raises(VisionError, match="expected a capture of this app") as refused:
        read(path)
    assert refused.value.code == "bad_capture"


def test_a_capture_of_no_game_is_refused(tmp_path: Path) -> None:
    small = _ring(3).content({"game": "chess"}, "1")
    assert small
    for content in (small, replace(small, scene={"game": "fae"}, expected={"0000.jpg": {"1": {"red": "x"}}})):
        (tmp_path / "a.zip").write_bytes(encode(content))
        with pytest.raises(VisionError):
            open_replay(tmp_path / "a.zip")


@pytest.mark.parametrize("game", ["fae", "fate"])
@pytest.mark.parametrize("table", [{"nowhere": "x"}, {"777": "x"}, {"KNOWN": "nonsense"}])
def test_a_capture_with_an_unknown_space_or_kind_is_refused(
    game: str, table: dict[str, str], tmp_path: Path
) -> None:
    known = str(next(iter(seeing(game).printed_board(game).spaces)))
    (name, content), *_ = {space.replace("KNOWN", known): kind for space, kind in table.items()}.items()
    small = _ring(3).content({"game": game}, "1")
    assert small
    capture = replace(small, expected={"0001.jpg": {name: content}})
    (tmp_path / "a.zip").write_bytes(encode(capture))
    with pytest.raises(VisionError, match=r"a\.zip: expected .* expected\.json, 0001\.jpg; copy") as refused:
        open_replay(tmp_path / "a.zip")
    assert ("nonsense" if name == known else name) in str(refused.value)


def test_a_capture_with_an_unknown_player_is_refused(tmp_path: Path) -> None:
    small = _ring(3).content({"game": "fae"}, "1")
    assert small
    start = {"players": ["Player 1", "Player 2"], "druids": {"1": "red"}, "turn": "Nobody"}
    (tmp_path / "a.zip").write_bytes(encode(replace(small, scene={**small.scene, "start": start})))
    with pytest.raises(VisionError, match=r"a\.zip: expected .* scene\.json: setup\.turn.*Nobody"):
        open_replay(tmp_path / "a.zip")


@pytest.mark.parametrize("event", [{"event": "nonsense"}, {"event": ["x"], "why": {"a": 1}}, {"why": ["x"]}])
def test_a_moment_with_an_unknown_event_is_listed(event: dict[str, object], tmp_path: Path) -> None:
    small = _ring(3).content({"game": "fae"}, "1")
    assert small
    store = CaptureStore(tmp_path, lambda _: Moment(replace(small, believed=[event])))
    store.keep()
    assert [str(moment.believed) for moment in store.moments()] == [""]


DAMAGED: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (Path.touch, "not a zip file"),
    "no picture": (lambda path: path.write_bytes(encode(_without_pictures())), "no picture"),
    "pipe": (os.mkfifo, "a pipe or a device"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "a pipe or a device"),
    "too large": (sparse, f"more than {MAX_BYTES}"),
    "link to nothing": (lambda path: path.symlink_to("nothing"), "No such file"),
}


def _without_pictures() -> CaptureContent:
    return CaptureContent(scene={"game": "fae"}, pictures=[], believed=[], expected={}, version="1")


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_moment_is_listed_with_the_reason_and_deleted(kind: str, tmp_path: Path) -> None:
    small = _ring(3).content({"game": "fae"}, "1")
    assert small
    store = CaptureStore(tmp_path, lambda _: Moment(small))
    store.keep()
    make, said = DAMAGED[kind]
    make(tmp_path / "odd.zip")
    (tmp_path / "folder.zip").mkdir()
    odd, sound = store.moments()
    assert (odd.name, odd.game) == ("odd", "") and said in str(odd.believed)
    assert (sound.game, str(sound.believed)) == ("fae", "The table was as expected.")
    with pytest.raises((StorageError, VisionError), match=said):
        store.picture("odd")
    store.delete("odd")
    assert store.moments() == [sound]


def test_a_moment_names_no_game_that_cannot_be_one(tmp_path: Path) -> None:
    small = _ring(3).content({"game": "x" * 100_000}, "1")
    assert small
    store = CaptureStore(tmp_path, lambda _: Moment(small))
    store.keep()
    assert [moment.game for moment in store.moments()] == [""]


@pytest.mark.parametrize("at_s", [0.0, 1e18, 1e300, -1e18, float("inf"), float("nan")])
def test_a_time_that_no_calendar_has_is_unknown(at_s: float) -> None:
    assert local_time(at_s) == ""


@pytest.mark.parametrize(("at_s", "year"), [(1e6, "1970"), (3e8, "1979"), (3.82e9, "2091"), (2e11, "8307")])
def test_any_time_of_the_calendar_is_shown(at_s: float, year: str) -> None:
    assert local_time(at_s).startswith(f"{year}-")


def test_moments_are_kept_listed_copied_and_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.exports.documents_folder", lambda: tmp_path / "documents")
    monkeypatch.setattr("companion.storage.exports.sticks", tuple)
    small = _ring(3).content({"game": "fae"}, "1")
    assert small
    store = CaptureStore(tmp_path / "moments", lambda _: Moment(small))
    store.keep()
    store.keep()
    first, second = store.moments()
    assert (first.game, str(first.believed)) == ("fae", "The table was as expected.")
    assert store.picture(first.name).width == 320
    assert store.export(first.name).path.read_bytes() == (tmp_path / f"moments/{first.name}.zip").read_bytes()
    store.delete(first.name)
    assert [moment.name for moment in store.moments()] == [second.name]
    for _ in range(MOST_KEPT - 1):
        store.keep()
    with pytest.raises(StorageError, match="kept already"):
        store.keep()


def test_without_pictures_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no picture"):
        CaptureStore(tmp_path, lambda _: RecentPictures().moment({}, "1")).keep()
