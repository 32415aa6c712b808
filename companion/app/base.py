"""Interface between a game and the app: lights, words, prints, and its camera."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

from companion.app.devices.secret_lamps import SecretLight
from companion.games.base import Space, Translations
from companion.session.events import Event

if TYPE_CHECKING:  # loads OpenCV, which a game by touch does without
    from companion.app.camera_game import CameraGame


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardLights:
    """Geometry of the lamps around a board.

    `size_mm` is the whole board with its frame, `place_mm` the centre of a space from the top left
    corner. `where(snapshot, thing)` are the spaces to light for a thing that needs the eye; a space itself is
    one.
    """

    size_mm: tuple[float, float]
    place_mm: Callable[[Space], tuple[float, float]]
    where: Callable[[Any, Any], Iterable[Space]] = lambda _, space: (space,)


@dataclass(frozen=True, kw_only=True, slots=True)
class AppGame:
    """Parts of a game for the app.

    `camera` loads what a camera needs; without it the game is played by touch alone.
    `secret_light(secret, player, snapshot)`: the player's secret as shown by the lamp at their seat; None:
        nothing.
    `open_alone`: the screen shows the secret of a person alone against the app all the time.
    `event_text`: formats a game-specific event for the terminal; None for an event it does not know.
    `phone_board`: the board for the page of phones that all games share, as JSON.
    `described`: the `BoardGame` of which all this is made; None: it was written by hand. `cover` draws a
    cover from it, as a PNG.
    `prints`: printable sheets at true size. Each function takes a catalogue and returns a PDF;
        the key "" stands for all parts.
    """

    camera: "Callable[[], CameraGame] | None" = None
    lights: BoardLights | None = None
    secret_light: Callable[[Any, str, Any], SecretLight | None] | None = None
    open_alone: bool = False
    event_text: Callable[[NullTranslations, Event], str | None] = lambda *_: None
    phone_board: Callable[[], Mapping[str, Any]] | None = None
    described: Any = None
    cover: Callable[[], bytes] | None = None
    prints: Mapping[str, Callable[[Translations], bytes]] = field(default_factory=dict)
