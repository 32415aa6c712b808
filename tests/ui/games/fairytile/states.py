"""Moments of games of Fairy Tile that a screen must show: controllers made ready, and what is touched."""

from collections.abc import Callable
from random import Random
from typing import Any, cast

from companion.app.fairytile.own_tiles import read_sheet
from companion.games import fairytile
from companion.games.base import Table
from companion.games.fairytile.board import cell_text, hex_kind, placed_hexes
from companion.games.fairytile.placements import touching_spots
from companion.games.fairytile.position import FinishTurn, Move, PlaceTile
from companion.games.fairytile.sets import sample_pages, sample_tiles
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.own_sets import OwnSet
from companion.session.messages import BotMove, Seen
from companion.settings.people import Person
from companion.table.observation import Observation
from tests.ui.fake import GAME
from tests.ui.games.fairytile.fake import FakeFairy
from tests.vision.fairytile.pictures import picture, written
from tests.vision.test_photo import table as card_on_table
from ui.services import RgbPicture
from vision.photo import coded, from_above

PEOPLE = (
    Person("Maximiliana", "red", "bottom"),
    Person("Bo", "blue", "left"),
    Person("Cy", "yellow", "top"),
)
PLAYERS = tuple(person.name for person in PEOPLE)


def play(acts: int = 16, **agreed: Any) -> Callable[[], FakeFairy]:
    """A game after some acts."""

    def make() -> FakeFairy:
        fake: Any = FakeFairy(PLAYERS, **agreed)
        fake.play(acts)
        fake.profiles.known = list(PEOPLE)
        return cast(FakeFairy, fake)

    return make


def turn(acts: int = 16) -> FakeFairy:
    """Somebody's turn begins."""
    fake = play(acts)()
    while fake.position.done:
        fake.do(answer(GAME, FinishTurn()))
    return fake


def looking() -> FakeFairy:
    """Pages were dealt."""
    fake = FakeFairy(PLAYERS)
    fake.unseen_players = list(PLAYERS)
    return fake


def ended() -> FakeFairy:
    """A short story was told to its end."""
    fake = play(0, options={"pages": 3})()
    fake.play_to_the_end()
    return fake


def advised() -> FakeFairy:
    """Maximiliana plays against the app and wants a hint."""
    fake: Any = FakeFairy(("Maximiliana", "The app"))
    fake.play(20)
    fake.session.bots = {"The app": "easy"}
    seat = fake.position.turn
    assert seat == 0 and not fake.position.done
    found = fairytile.RULES.advisor
    assert found
    past, book = fake.session.past(seat), fake.session.secret(seat)
    fake.hints.found = found.advise(past, seat, book, 30, Random(1), lambda: True)
    return cast(FakeFairy, fake)


def choose(running: Any) -> None:
    """Touch the dragon."""
    running.screen.tapped(running.controller.position.figure_cells["dragon"])


def laying(running: Any) -> None:
    """Touch the tile on the stack, and a place for it."""
    running.screen.lay()
    running.lay_out()
    running.screen.spot(0)


def refused(running: Any) -> None:
    """Send the dragon where he cannot go."""
    position = running.controller.position
    running.screen.tapped(position.figure_cells["dragon"])
    right = fairytile.reachable(position, "dragon")
    taken = {*position.figures, *right}
    running.screen.tapped(next(cell for cell in sorted(position.kingdom.cells) if cell not in taken))


def misplaced(running: Any) -> None:
    """A tile where its river would end."""
    from companion.session.fairytile import reasons

    position = running.controller.position
    running.screen.lay()
    rim = sorted({cell for spot in running.screen._selection.spots for cell in spot})
    near = [(q + 1, r) for q, r in rim] + [(q, r + 1) for q, r in rim]
    for cell in near:
        if (
            cell not in rim
            and cell not in position.kingdom.cells
            and reasons.placing(position, position.stack[0], cell)
        ):
            running.screen.tapped(cell)
            return


def holding(running: Any) -> None:
    """Look at the page in hand, and at what is still missing."""
    running.screen.ids.page._show()


def photo_of_a_page() -> bytes:
    """How a page lies before the camera."""
    shown, corners = card_on_table(8)
    return coded(from_above(shown, corners))


def story(running: Any) -> None:
    """What was told so far."""
    running.screen.toggle_story()


def log(running: Any) -> None:
    """What was done so far."""
    running.screen.toggle_log()


def lay_somewhere(fake: FakeFairy) -> None:
    """A tile is laid."""
    fake.do(
        answer(GAME, next(act for act in fairytile.adventures(fake.position) if isinstance(act, PlaceTile)))
    )


def seen(fake: FakeFairy, table: Table) -> None:
    """A camera saw this."""
    fake.do(Seen(GAME, Observation("", 0.0, table)))


def wrong_tile() -> FakeFairy:
    """A tile was laid where its river ends."""
    fake: Any = FakeFairy(PLAYERS, watched=True)
    fake.play(16)
    fake.profiles.known, fake.camera = list(PEOPLE), True
    position = fake.position
    face, right = position.box.face(position.stack[0]), fairytile.spots(position)
    spot = next(spot for spot in touching_spots(position.kingdom) if spot not in right)
    lying: Table = {cell_text(cell): {hex_kind(hex_): 1} for cell, hex_ in placed_hexes(face, *spot).items()}
    seen(fake, {**fairytile.table(position), **lying})
    assert fake.snapshot().illegal
    return cast(FakeFairy, fake)


def seat_of_the_app() -> FakeFairy:
    """The app has said its move, and hands are to make it."""
    fake: Any = FakeFairy(("Maximiliana", "The app"), watched=True, bots={"The app": "strong"})
    fake.play(2)
    fake.camera = True
    act = next(act for act in fairytile.adventures(fake.position) if isinstance(act, Move))
    fake.do(BotMove(GAME, 2, act))
    return cast(FakeFairy, fake)


def own_tile(running: Any) -> None:
    """A set of one's own: its tiles."""
    running.app.open("fairytile_own")
    running.screen._take(OwnSet("mine", dict(sample_tiles()), dict(sample_pages())))
    running.screen.refresh_text()


def own_camera(running: Any) -> None:
    """A picture of tiles with what they are taken to be."""
    own_tile(running)
    shown, sheet = picture("lamp", 0), read_sheet(written("lamp", 0))
    assert sheet
    rgb = RgbPicture(shown.shape[1], shown.shape[0], shown[..., ::-1].tobytes())
    running.screen.part = "camera"
    nameless = tuple(each._replace(placed=each.placed._replace(tile="")) for each in sheet.tiles)
    running.screen.camera.lesson.taken(rgb, sheet._replace(tiles=nameless), OwnSet("mine"))
    running.screen.refresh_text()


def own_camera_tile(running: Any) -> None:
    """One of them is put right."""
    own_camera(running)
    running.screen.camera.choose(3)


def own_photo(running: Any) -> None:
    """The page was found in the picture; its corners may be dragged."""
    own_tile(running)
    running.screen.part = "pages"
    shown, corners = card_on_table(8)
    rgb = RgbPicture(shown.shape[1], shown.shape[0], shown[..., ::-1].tobytes())
    running.screen.photo.begin(1)
    running.screen.photo._took((rgb, tuple((x / 1280, y / 960) for x, y in corners)))
    running.screen.refresh_text()


def own_page(running: Any) -> None:
    """A page made of two blocks."""
    from ui.games.fairytile.drafts import GoalBlock

    own_tile(running)
    running.screen.part = "pages"
    running.screen._blocks[1] = (GoalBlock(figure="dragon"), GoalBlock("or", "knight", "see both"))
    running.screen.own = running.screen.own._replace(photos={1: photo_of_a_page()})
    running.screen.refresh_text()
