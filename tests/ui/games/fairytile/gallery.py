"""What the gallery shows of Fairy Tile."""

from collections.abc import Callable
from typing import Any

from tests.ui.games.fairytile import states as fairy
from tests.ui.scene import Scene


def gallery(start: Callable[[], Any], hints: Callable[[Any], None]) -> tuple[Scene, ...]:
    """Its moments; `start` is the app before any game, `hints` asks for good moves."""
    return (
        Scene("fairytile-look", "A private look at one's page", fairy.looking),
        Scene("fairytile-play", "Fairy Tile: a turn begins", fairy.turn),
        Scene("fairytile-figure", "Where the dragon may fly, and what he sees", fairy.turn, fairy.choose),
        Scene("fairytile-laying", "Places for the tile in hand", fairy.turn, fairy.laying, sheet=True),
        Scene("fairytile-refused", "Why the dragon may not go there", fairy.turn, fairy.refused, sheet=True),
        Scene("fairytile-river", "Why the tile may not lie there", fairy.turn, fairy.misplaced, sheet=True),
        Scene("fairytile-wrong", "A tile as it lies, beside where it could lie", fairy.wrong_tile),
        Scene("fairytile-app", "The app's move, for hands to make", fairy.seat_of_the_app),
        Scene(
            "fairytile-page",
            "A page part by part, while a finger holds it",
            fairy.turn,
            fairy.holding,
            sheet=True,
        ),
        Scene("fairytile-story", "The story so far", fairy.play(44), fairy.story),
        Scene("fairytile-log", "What was done in Fairy Tile", fairy.play(), fairy.log),
        Scene("fairytile-hints", "Good adventures with their reasons", fairy.advised, hints),
        Scene("fairytile-own", "A tile of one's own, put together by touch", start, fairy.own_tile),
        Scene("fairytile-camera", "Tiles of one's own as the camera takes them", start, fairy.own_camera),
        Scene("fairytile-camera-tile", "One of them is put right by a finger", start, fairy.own_camera_tile),
        Scene(
            "fairytile-photo", "A photo of a page, its corners put right by a finger", start, fairy.own_photo
        ),
        Scene("fairytile-goal", "A goal put together from building blocks", start, fairy.own_page),
        Scene("fairytile-end", "The story in the order of its pages", fairy.ended),
    )
