"""A set of one's own, put together by touch."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.fairytile.own_tiles import TILES
from companion.games.fairytile.board import tile_cells
from companion.games.fairytile.sets import sample_tiles
from companion.session.fairytile import own_sets
from companion.storage import exports
from tests.ui.evening import Evening, evening

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


@pytest.fixture
def house(open_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(exports, "documents_folder", lambda: tmp_path / "documents")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with evening(open_window, tmp_path) as house:
        house.press("gear")
        house.on("settings")
        house.press("crown", "Games")
        house.press("teach")
        house.on("teach")
        house.press("tile-fairytile", "My set of Fairy Tile")
        house.on("fairytile_own")
        yield house


def editor(house: Evening) -> Any:
    from ui.games.fairytile.tile_editor import TileEditor

    return house.finger.until(lambda: next((w for w in house.seen() if isinstance(w, TileEditor)), None))


def test_a_tile_is_put_together(house: Evening) -> None:
    from ui.games.fairytile import board_map

    house.press("plus", "New tile")
    shown = editor(house)
    house.finger.frames(2)
    house.finger.tap(shown.place(board_map.centre((0, 0))))
    shown = editor(house)
    house.finger.frames(2)
    house.finger.tap(shown.place(board_map.gate((0, 0), 3)))
    face = own_sets.FILES.load("mine").tiles["T1"]["front"]
    assert [hex_.terrain for hex_ in face.hexes] == ["forest", "plain", "plain"]
    assert [hex_.river for hex_ in face.hexes] == [(3,), (9,), ()], "inside the tile the river goes on"
    house.press("star", "No figure")
    assert own_sets.FILES.load("mine").tiles["T1"]["front"].start == "princess"


def test_tiles_are_shown_to_the_camera_and_corrected(house: Evening) -> None:
    from ui.games.fairytile import board_map
    from ui.games.fairytile.tile_camera import LessonPicture
    from ui.games.fairytile.tile_lesson import cells

    house.press("camera")
    house.press("camera", "Take the picture")
    house.screen.camera.worker.join()
    house.finger.until(lambda: house.buttons("check", "Keep the tiles"), lambda: house.screen.problem)
    lesson = house.screen.camera.lesson
    assert len(lesson.tiles) == 3 and lesson.picture is not None
    taken = [shown.hexes for shown in lesson.tiles]
    house.press("ft-tile", "T2")
    shown = editor(house)
    house.finger.frames(2)
    house.finger.tap(shown.place(board_map.centre(tile_cells((0, 0), shown.turn)[1])))
    assert lesson.tiles[1].hexes[1].terrain != taken[1][1].terrain
    house.press("star", "No figure")
    assert [lesson.face(at).start for at in range(3)] == [None, "princess", None]
    house.press("camera", "The picture")
    picture = house.finger.until(
        lambda: next((w for w in house.seen() if isinstance(w, LessonPicture)), None)
    )
    house.finger.frames(2)
    cell = cells(lesson.tiles[2])[0]
    house.finger.tap(picture.spot(lesson.places[cell]))
    assert lesson.chosen == 2
    house.press("trash", "Leave out")
    house.press("check", "Keep the tiles")
    house.screen.camera.worker.join()
    house.finger.until(lambda: lesson.side == "back", lambda: house.screen.problem)
    tiles = own_sets.FILES.load("mine").tiles
    assert {name: list(sides) for name, sides in tiles.items()} == {"T1": ["front"], "T2": ["front"]}
    assert tiles["T1"]["front"].hexes == taken[0] and tiles["T2"]["front"].start == "princess"
    assert {face.tile for face in TILES.load("mine")} == {"T1", "T2"}


def test_a_goal_is_put_together_from_blocks(house: Evening) -> None:
    house.press("ft-page")
    house.press("plus", "New page")
    house.press(text="visits")
    house.press(text="sees")
    house.press("plus", "One more part")
    house.press(text="and")
    house.press(text="Princess")
    house.press("figure-dragon")
    written = own_sets.FILES.load("mine").pages[1]
    assert " or " in written and "dragon" in written
    said = [w.text for w in house.seen() if getattr(w, "text", "").startswith(("en ·", "pt ·", "es ·"))]
    assert len(said) == 3 and len({text[5:] for text in said}) == 3


def test_a_page_keeps_a_photo_that_goes_with_it(house: Evening) -> None:
    from kivy.uix.image import Image

    house.press("ft-page")
    house.press("plus", "New page")
    house.press("camera", "")
    house.press("camera", "Take the picture")
    house.finger.until(lambda: house.buttons("check", "Keep the photo"), lambda: house.screen.problem)
    assert house.screen.photo._taken.width > 300
    first = tuple(house.screen.photo._corners)
    house.press("redo", "Turn it")
    assert tuple(house.screen.photo._corners) == (*first[-1:], *first[:-1])
    house.press("check", "Keep the photo")
    house.finger.until(lambda: own_sets.FILES.load("mine").photos, lambda: house.screen.problem)
    assert own_sets.FILES.load("mine").photos[1].startswith(b"\xff\xd8\xff")
    shown = house.finger.until(lambda: [w for w in house.seen() if isinstance(w, Image)])
    assert shown[0].texture.size[0] > shown[0].texture.size[1], "turned"
    house.press("more")
    assert set(own_sets.FILES.load("mine").photos) == {2}
    house.press("trash")
    assert not own_sets.FILES.load("mine").photos and not own_sets.FILES.load("mine").pages


def test_a_goal_is_typed_and_an_error_is_pointed_at(house: Evening) -> None:
    from ui.widgets.text_sheet import TextSheet

    house.press("ft-page")
    house.press("plus", "New page")

    def typed(text: str) -> None:
        house.press("text", "Type it")
        sheet = house.finger.until(
            lambda: next((w for w in house.running.window.children if isinstance(w, TextSheet)), None)
        )
        while sheet.text:
            sheet.rub_out()
        sheet.type(text)
        house.press("check")

    typed("visit(dragon, castel)")
    shown = house.finger.until(lambda: [w.text for w in house.seen() if "»" in getattr(w, "text", "")])
    assert shown[0].startswith("visit(dragon, [color=") and "» castel)" in shown[0]
    assert own_sets.FILES.load("mine").pages[1] != "visit(dragon, castel)"
    typed("visit(dragon, castle) or see(knight, great river)")
    assert own_sets.FILES.load("mine").pages[1] == "visit(dragon, castle) or see(knight, great river)"


def test_a_set_is_handed_on_and_taken(house: Evening) -> None:
    house.press("shelf")
    house.press("star", "Begin with a copy of the sample")
    assert dict(own_sets.FILES.load("mine").tiles) == dict(sample_tiles())
    house.press("shelf")
    house.press(text="Write this set as a file")
    house.finger.until(lambda: house.screen.status.startswith("Saved on this device"))
    (path,) = own_sets.FILES.importable()
    path.write_text(path.read_text().replace('"tiles": "sample"', '"tiles": "simple"'))
    house.press("shelf")
    house.press("shelf", "mine")
    house.finger.until(lambda: house.screen.problem)
    assert "simple" in house.screen.problem
