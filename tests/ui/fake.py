"""A scripted controller for any game: its real session without camera, table or threads."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.games.registry import load
from companion.session.base import GameConfig, GameSession, SessionContext, SessionManifest
from companion.session.messages import Message
from companion.session.snapshot import Snapshot
from tests.ui.services import FakeServices
from ui.services import Light, RgbPicture

GAME = 1
"""Number of the game."""


class FakeController(FakeServices):
    """Records in `calls` the window's messages; `publish` may show any snapshot instead of the session's.

    Games that are begun or gone on with are only recorded. `shown` is what subscribers get at first.
    """

    def __init__(self, game: str, agreed: GameConfig, seed: int = 1, **around: Any) -> None:
        manifest = load("session", SessionManifest, game)
        alone = SessionContext(chance=Random(seed), **{"watched": False, **around})
        self.session: Any = manifest.begin(agreed, alone)
        self.serve()
        self.listeners: list[Callable[[Any], None]] = []
        self.calls: list[Any] = []
        self.unseen_players: list[str] = []
        self.playing = True
        self.shown: Snapshot | None = None
        self.lamps: list[Light] = [(0, 0, 0)] * 60
        self.camera = False
        self.picture: RgbPicture | None = None
        self.looked_at = False

    def snapshot(self, problem: CompanionError | None = None) -> Any:
        session: GameSession = self.session
        return session.snapshot(GAME, problem)

    def publish(self, shown: Snapshot | None = None) -> None:
        for listener in self.listeners:
            listener(shown or self.snapshot())

    def subscribe(self, listener: Callable[[Any], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        if self.playing:
            listener(self.shown or self.snapshot())
        return partial(self.listeners.remove, listener)

    def has_camera(self) -> bool:
        return False

    def watched(self) -> bool:
        return self.camera

    def begin(self, game: str, agreed: GameConfig, table: str) -> None:
        self.calls.append(("begin", game, agreed, table))

    def resume(self, game: int, table: str) -> None:
        self.calls.append(("resume", game, table))

    def leave_game(self) -> None:
        self.calls.append(("leave_game",))

    def tell(self, message: Message) -> None:
        self.calls.append(replace(message, at=None))
        problem = None
        try:
            self.session.tell(message)
        except CompanionError as error:
            problem = error
        self.publish(self.snapshot(problem))

    def unseen(self) -> Sequence[str]:
        return self.unseen_players

    def show_secret(self, player: str) -> Any:
        self.calls.append(("show_secret", player))
        return self.session.secret(self.snapshot().players.index(player))

    def decisions_of(self, player: str) -> Any:
        shown = self.snapshot()
        return self.session.snapshot(GAME, seat=shown.players.index(player)).decisions

    def seen(self, player: str) -> None:
        self.unseen_players.remove(player)

    def show_camera_picture(self, wanted: bool) -> None:
        self.looked_at = wanted

    def latest_picture(self) -> RgbPicture | None:
        return self.picture if self.looked_at else None

    def on_help(self, listener: Callable[[], None]) -> Callable[[], None]:
        self.help = listener
        return partial(delattr, self, "help")

    def on_broken(self, listener: Callable[[CompanionError], None]) -> Callable[[], None]:
        self.broken = listener
        return partial(delattr, self, "broken")

    def on_kept(self, listener: Callable[[], None]) -> Callable[[], None]:
        self.kept = listener
        return partial(delattr, self, "kept")

    def on_tag(self, listener: Callable[[str], None]) -> Callable[[], None]:
        self.hold = listener
        return partial(delattr, self, "hold")

    def on_seat(self, listener: Callable[[str], None]) -> Callable[[], None]:
        self.press_seat = listener
        return partial(delattr, self, "press_seat")

    def lamps_a_side(self) -> tuple[int, int, int, int]:
        return (18, 12, 18, 12)

    def lights(self) -> Sequence[Light]:
        return self.lamps
