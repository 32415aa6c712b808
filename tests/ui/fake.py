"""A scripted controller: the real session without camera, table or threads."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.games import fae
from companion.games.fae import board
from companion.session.fae.session import Session
from companion.session.fae.snapshot import Snapshot, snapshot
from tests.ui.services import FakeServices
from ui.services import Picture


class NoReferee:
    """Nothing is seen in these tests."""

    def judge(self, *_: Any) -> Any:
        raise NotImplementedError

    def settled(self, *_: Any) -> bool:
        raise NotImplementedError


def opening(seed: int, players: int) -> fae.Position:
    random = Random(seed)
    druids: dict[int, str] = {}
    for spaces in board.REGIONS.values():
        druids.update(zip(spaces, random.sample(board.COLOURS, 5), strict=True))
    return fae.start(druids, players)


class FakeController(FakeServices):
    """Records calls; `shown` changes the snapshot that is published."""

    def __init__(self, players: Sequence[str] = ("Ana", "Bo", "Cy"), seed: int = 5) -> None:
        self.session = Session(NoReferee(), players, position=opening(seed, len(players)), interactive=True)
        self.session.deal(board.COLOURS)
        self.random = Random(seed)
        self.serve()
        self.listeners: list[Callable[[Snapshot], None]] = []
        self.calls: list[tuple[Any, ...]] = []
        self.unseen_players: list[str] = []
        self.playing = True
        self.lamps: list[tuple[int, int, int]] = [(0, 0, 0)] * 60
        self.picture: Picture | None = None

    @property
    def position(self) -> fae.Position:
        assert self.session.line
        return self.session.line.position

    def snapshot(self) -> Snapshot:
        return snapshot(self.session, 1)

    def publish(self, shown: Snapshot | None = None) -> None:
        for listener in self.listeners:
            listener(shown or self.snapshot())

    def play_random(self, moves: int) -> None:
        for _ in range(moves):
            move = self.random.choice(fae.legal(self.position))
            self.session.play(move)
            while self.session.steps:
                self.session.confirm()
            waiting = self.snapshot().choose
            if waiting:
                self.session.choose_order(waiting)
            while self.session.steps:
                self.session.confirm()

    def subscribe(self, listener: Callable[[Snapshot], None]) -> None:
        self.listeners.append(listener)
        if self.playing:
            listener(self.snapshot())

    def has_camera(self) -> bool:
        return False

    def start_game(self, players: Sequence[str], table: str, druids: Any = None) -> None:
        self.calls.append(("start_game", tuple(players), table))

    def resume_game(self, game: int, table: str) -> None:
        self.calls.append(("resume_game", game, table))

    def leave_game(self) -> None:
        self.calls.append(("leave_game",))

    def play(self, source: int, target: int) -> None:
        self.calls.append(("play", source, target))
        self.session.play(fae.Move(source, target))
        self.publish()

    def undo(self) -> None:
        self.calls.append(("undo",))
        self.session.undo()
        self.publish()

    def go_to(self, number: int) -> None:
        self.calls.append(("go_to", number))

    def redo(self) -> None:
        self.calls.append(("redo",))
        self.session.redo()
        self.publish()

    def confirm(self) -> None:
        self.calls.append(("confirm",))
        self.session.confirm()
        self.publish()

    def answer(self, index: int) -> None:
        self.calls.append(("answer", index))

    def choose_order(self, spaces: Sequence[int]) -> None:
        self.calls.append(("choose_order", tuple(spaces)))

    def unseen(self) -> Sequence[str]:
        return self.unseen_players

    def show_secret(self, player: str) -> str:
        self.calls.append(("show_secret", player))
        return dict(zip(self.session.players, board.COLOURS, strict=False))[player]

    def seen(self, player: str) -> None:
        self.unseen_players.remove(player)

    def reveal(self) -> None:
        self.session.reveal()
        self.publish()

    def latest_picture(self) -> Picture | None:
        return self.picture

    def lights(self) -> Sequence[tuple[int, int, int]]:
        return self.lamps
