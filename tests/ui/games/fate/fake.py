"""Games of Fate behind a window under test."""

from typing import Any

from companion.errors import CompanionError
from companion.games.fate import Options
from companion.games.fate.acts import Act, Correct, EndTurn
from companion.games.fate.position import Position
from companion.session.base import GameConfig
from companion.session.fate.snapshot import FateSnapshot, GuideEntry
from companion.session.messages import AllDone, Confirm
from tests.ui.fake import GAME, FakeController

HEROES = ("bjorn", "alva", "embla", "boldur")


class FakeFate(FakeController):
    def __init__(
        self,
        players: int = 2,
        options: Options | None = None,
        seed: int = 3,
        watched: bool = True,
        at_table: bool = True,
        **how: Any,
    ) -> None:
        seats = tuple(f"Player {n}" for n in range(1, players + 1))
        agreed = GameConfig(seats, HEROES[:players], (options or Options())._asdict())
        super().__init__("fate", agreed, seed, settings=how, watched=watched, at_table=at_table)

    @property
    def position(self) -> Position:
        return self.snapshot().position

    def snapshot(self, problem: CompanionError | None = None) -> FateSnapshot:
        shown: FateSnapshot = self.session.snapshot(GAME, problem)
        return shown

    @property
    def step(self) -> GuideEntry:
        """The guide step that hands work on."""
        shown = self.snapshot()
        return shown.steps[shown.done]

    def until(self, stage: str, phase: str = "") -> None:
        """Go on with default answers until the session waits for this."""
        for _ in range(400):
            here = self.snapshot()
            if here.stage == stage and phase in ("", here.position.phase):
                return
            self.session.submit(EndTurn()) if here.stage == "heroes" else self.go_on()
        raise AssertionError(f"never came to {stage} {phase}")

    def go_on(self) -> None:
        """What waits is done."""
        self.session.tell(Confirm(GAME))

    def put(self, *acts: Act) -> None:
        for act in acts:
            self.session.submit(act)
            self.session.tell(AllDone(GAME))

    def correct(self, what: str, who: str = "", value: int | str = 0, card: int = 0) -> None:
        self.put(Correct(what, who, card, value))
