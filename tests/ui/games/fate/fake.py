"""A scripted controller for Fate: the real session without camera, table or threads."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.games.fate import Options, Player
from companion.games.fate.acts import Act, Correct, EndTurn
from companion.games.fate.position import Face, Position
from companion.games.fate.script import setup_object
from companion.session.fate.game import snapshot
from companion.session.fate.session import FateSession
from companion.session.fate.snapshot import Snapshot, Step
from tests.ui.services import FakeServices
from ui.services import Picture

HEROES = ("bjorn", "alva", "embla", "boldur")


class FakeFate(FakeServices):
    """Records calls; `publish` may show any snapshot instead of the session's."""

    def __init__(self, players: int = 2, options: Options | None = None, seed: int = 3, **how: Any) -> None:
        seats = [Player(f"Player {n}", hero) for n, hero in enumerate(HEROES[:players], 1)]
        self.session = FateSession(setup_object(seats, options or Options()), chance=Random(seed), **how)
        self.serve()
        self.listeners: list[Callable[[Any], None]] = []
        self.calls: list[tuple[Any, ...]] = []
        self.playing = True
        self.shown: Snapshot | None = None

    @property
    def position(self) -> Position:
        return self.session.position

    def snapshot(self) -> Snapshot:
        return snapshot(self.session, 1)

    @property
    def step(self) -> Step:
        """The guide step that hands work on."""
        shown = self.snapshot()
        return shown.steps[shown.at]

    def publish(self, shown: Snapshot | None = None) -> None:
        for listener in self.listeners:
            listener(shown or self.snapshot())

    def until(self, stage: str, phase: str = "") -> None:
        """Go on with default answers until the session waits for this."""
        for _ in range(400):
            here = self.session
            if here.stage == stage and phase in ("", here.position.phase):
                return
            if here.stage == "heroes":
                here.act(EndTurn())
            else:
                here.confirm()
        raise AssertionError(f"never came to {stage} {phase}")

    def put(self, *acts: Act) -> None:
        for act in acts:
            self.session.act(act)
            self.session.all_done()

    def correct(self, what: str, who: str = "", value: int | str = 0, card: int = 0) -> None:
        self.put(Correct(what, who, card, value))

    def subscribe(self, listener: Callable[[Any], None]) -> None:
        self.listeners.append(listener)
        if self.playing:
            listener(self.shown or self.snapshot())

    def has_camera(self) -> bool:
        return False

    def unseen(self) -> Sequence[str]:
        return ()

    def latest_picture(self) -> Picture | None:
        return None

    def lights(self) -> Sequence[tuple[int, int, int]]:
        return [(0, 0, 0)] * 60

    def start_fate(self, players: Sequence[Player], options: Options, table: str) -> None:
        self.calls.append(("start_fate", tuple(players), options, table))

    def leave_game(self) -> None:
        self.calls.append(("leave_game",))

    def roll(self, dice: int) -> None:
        self.calls.append(("roll", dice))
        self.session.roll(dice)
        self.publish()

    def fate_act(self, act: Act) -> None:
        self.calls.append(("fate_act", act))
        self.session.act(act)
        self.publish()

    def choose(self, index: int, dice: Sequence[Face] = ()) -> None:
        self.calls.append(("choose", index, tuple(dice)))
        self.session.choose(index, dice)
        self.publish()

    def confirm(self) -> None:
        self.calls.append(("confirm",))
        self.session.confirm()
        self.publish()

    def step_back(self) -> None:
        self.calls.append(("step_back",))
        self.session.back()
        self.publish()

    def all_done(self) -> None:
        self.calls.append(("all_done",))
        self.session.all_done()
        self.publish()

    def undo(self) -> None:
        self.calls.append(("undo",))
        self.session.undo()
        self.publish()

    def go_to(self, number: int) -> None:
        self.calls.append(("go_to", number))
        self.session.go_to(number)
        self.publish()

    def redo(self) -> None:
        self.calls.append(("redo",))
        self.session.redo()
        self.publish()
