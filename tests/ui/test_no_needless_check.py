"""An evening of three games by real touches: nothing is confirmed, and nothing asked that hangs on nothing.

With `-s` the touches are printed. A touch that says "done" or "right" may be offered, but the game goes on
without it: where no camera looks by the next move, at a watched table by what the camera sees.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from threading import current_thread, main_thread
from typing import Any

import pytest

from companion.app.camera_game import SimulatedGame
from companion.app.fae.hands import FaePlayer
from companion.app.fate.hands import todo
from companion.games import fae, fate
from companion.session.base import GameConfig
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import AllDone, Confirm, GoTo, Message, Undo
from companion.session.view import Answer
from companion.simulation.player import PAUSE, Acts
from tests.ui.evening import Evening, evening, go_on
from tests.ui.test_evenings import begin_fae, begin_fate, end_turn
from vision.cameras.sources import Camera
from vision.fae.simulated import SimulatedFaeTable
from vision.fate.simulated import SimulatedFateTable
from vision.simulated import SimulatedCamera

QUESTIONS = ("which", "ask", "choose")
KEYS = ("done", "all_done")
"""Decisions of ✓, Next and "Table is right"."""
PEOPLE = ("Ana", "Bo")
FPS = 8.0


def confirms(message: Message) -> bool:
    """Return whether a message only says that something is done or right."""
    return isinstance(message, Confirm | AllDone) or (
        isinstance(message, Answer) and message.decision in KEYS
    )


class Record:
    """Messages of the fingers, and all snapshots; those of the simulated hands are kept apart.

    `confirmed` are the buttons that said "done" or "right".
    """

    def __init__(self, house: Evening) -> None:
        self._house, self._start = house, house.finger.touches
        self._button = ""
        self.from_fingers: list[Message] = []
        self.confirmed: list[str] = []
        self.by_hands: list[Message] = []
        self.shown: list[Any] = []
        tell, tap = house.app.tell, house.finger.tap

        def noted(message: Message) -> None:
            fingers = current_thread() is main_thread()
            (self.from_fingers if fingers else self.by_hands).append(message)
            if fingers and self._button and confirms(message):
                self.confirmed.append(self._button)
            tell(message)

        def tapped(place: Any) -> None:
            spot = place if isinstance(place, tuple) else place.to_window(*place.center)
            under = (b for b in house.buttons() if b.collide_point(*b.to_widget(*spot)))
            self._button = next((button.text or button.icon for button in under), "")
            tap(place)
            self._button = ""

        house.app.tell = noted  # type: ignore[method-assign]  # the same, and noted
        house.finger.tap = tapped  # type: ignore[method-assign]  # so is this
        house.app.subscribe(self.shown.append)

    def begin(self) -> None:
        """Everything before is the set-up."""
        self._start = self._house.finger.touches
        self.from_fingers.clear()
        self.confirmed.clear()

    def answered(self) -> int:
        """Number of questions that fingers answered."""
        return sum(isinstance(one, Answer) and one.decision in QUESTIONS for one in self.from_fingers)

    def row(self, game: str) -> str:
        """A line of the table of touches."""
        acts = Counter(type(message).__name__ for message in self.from_fingers)
        offered = sum(
            bool(now.put_back) > bool(before.put_back)
            for before, now in zip(self.shown, self.shown[1:], strict=False)
        )
        touches, played = self._house.finger.touches - self._start, self._house.snapshot.played
        undone = acts["Undo"] + acts["GoTo"]
        confirmed, answered = len(self.confirmed), self.answered()
        return f"| {game} | {played} | {touches} | {undone} | {offered} | {confirmed} | {answered} |"


HEAD = """
| game | acts | touches | undone | "put back" offered | ✓ pressed | questions answered |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |"""


@pytest.fixture(scope="module")
def table() -> Iterator[list[str]]:
    """The touches of every game."""
    rows: list[str] = []
    yield rows
    print("\n".join((HEAD, *rows)))


def back_in_log(house: Evening, number: int = 3) -> Any:
    """Undo every move after one of the log."""
    from ui.widgets.log import LogRow

    shown = house.snapshot
    house.finger.tap(house.screen.bar.ids.words)
    house.finger.frames(3)
    rows = {widget.line.number: widget for widget in house.seen() if isinstance(widget, LogRow)}
    house.finger.tap(rows[number])
    house.press(text="Back to here")
    return house.other_than(shown)


def plays_fae(house: Evening, chance: Random) -> Any:
    """Make one move by two touches, and choose the order of rituals if it matters."""
    before = house.until(lambda shown: shown.phase in ("play", "finished"))
    if before.over:
        return before
    move = chance.choice(fae.legal(before.position))
    house.space(move.source)
    house.space(move.target)
    shown = house.other_than(before)
    if shown.choose:
        assert fae.needs_order(before.position, move), "every order does the same"
        for space in shown.choose:
            house.space(space)
        shown = house.other_than(shown)
    return shown


def fae_by_touch(house: Evening, record: Record, moves: int) -> None:
    chance = Random(8)
    begin_fae(house)
    record.begin()
    shown, back = house.snapshot, {5: "undo", 9: "log", 13: "undo"}
    while not shown.over and shown.played < moves:
        shown = plays_fae(house, chance)
        how = back.pop(shown.played, "")
        if how == "undo":
            house.press("undo")
            house.until(lambda shown: shown.phase == "play" and shown.can_redo)
        elif how:
            shown = back_in_log(house)
            assert (shown.played, shown.phase) == (3, "play")
    assert sum(isinstance(one, Undo | GoTo) for one in record.from_fingers) == 3
    assert record.confirmed == []
    assert not any(shown.put_back for shown in record.shown), "there is no table"


@pytest.mark.slow
def test_fae_by_touch(open_window: Any, tmp_path: Path, table: list[str]) -> None:
    with evening(open_window, tmp_path, seed=8) as house:
        record = Record(house)
        fae_by_touch(house, record, 16)
        table.append(record.row("Fae by touch"))


@pytest.mark.slow
def test_fae_by_touch_to_its_end(open_window: Any, tmp_path: Path, table: list[str]) -> None:
    with evening(open_window, tmp_path, seed=8) as house:
        record = Record(house)
        fae_by_touch(house, record, 1000)
        assert house.snapshot.over
        house.on("fae_end")
        table.append(record.row("Fae by touch, to its end"))


def fae_table(played: SimulatedGame) -> Camera:
    """Simulated hands without mistakes, as fast as pictures are drawn."""
    twin = SimulatedFaeTable(played.table or {}, 2)
    player = FaePlayer(twin, played.latest, played.tell, played.chance)
    return SimulatedCamera(twin, player.acts(), fps=FPS)


def undo(house: Evening) -> None:
    """The last move is taken back."""
    house.press("undo")


def played(house: Evening, moves: int) -> bool:
    """True if this number of moves is played."""
    return bool(house.snapshot.played >= moves)


def asked(record: Record, since: int) -> bool:
    """True if hands have to do something."""
    return any(shown.step for shown in record.shown[since:])


@pytest.mark.slow
def test_fae_before_a_camera(open_window: Any, tmp_path: Path, table: list[str]) -> None:
    with evening(open_window, tmp_path, seed=8) as house:
        house.app._simulated = fae_table
        record = Record(house)
        house.app.begin("fae", GameConfig(PEOPLE, setup=fae.RULES.opening(Random(2), PEOPLE)), "simulated")
        for player in house.until(lambda shown: shown.dealt).players:
            house.app.seen(player)
        house.running.app.home()
        house.on("fae_play")
        record.begin()
        for moves, back in ((4, undo), (7, back_in_log), (11, undo)):
            house.finger.until(partial(played, house, moves), f"{moves} moves")
            since = len(record.shown)
            back(house)
            house.finger.until(partial(asked, record, since), "steps")
            house.finger.until(lambda: not house.snapshot.step, "what the camera saw")
        house.finger.until(partial(played, house, 14), "14 moves")
        assert record.confirmed == []
        assert not [m for m in record.by_hands if confirms(m)], "nor did the hands have to"
        table.append(record.row("Fae before a camera"))


def round_of_fate(house: Evening, chance: Random) -> None:
    """Move every hero, undo, move it elsewhere, and end the turn."""
    step = house.until(lambda shown: shown.position.phase == "heroes").position.step
    while house.until(lambda shown: shown.stage in ("heroes", "guide")).position.step == step:
        carry(house, chance)
        house.press("undo")
        house.until(lambda shown: shown.can_redo)
        carry(house, chance)
        end_turn(house)


def carry(house: Evening, chance: Random) -> None:
    """Move a hero elsewhere, after the monsters' turn or after a camera has seen the table."""
    shown = house.until(lambda shown: shown.together or shown.done == len(shown.steps))
    if shown.stage == "guide" and shown.together:
        house.app.tell(AllDone(shown.game))
    shown = house.until(lambda shown: shown.stage == "heroes")
    hero = shown.position.heroes[shown.position.turn]
    target = chance.choice(sorted(fate.reach(shown.position, hero.id)))
    board = house.screen.ids.board
    house.finger.until(lambda: board.zoom == 1, "the whole board")
    house.finger.drag(board.middle(hero.hex), board.middle(target))
    house.until(lambda shown: shown.position.heroes[shown.position.turn].hex == target, f"on {target}")


@pytest.mark.slow
def test_fate_by_touch(open_window: Any, tmp_path: Path, table: list[str]) -> None:
    chance = Random(3)
    with evening(open_window, tmp_path, seed=3) as house:
        record = Record(house)
        begin_fate(house)
        go_on(house, "heroes")  # the table is set up
        record.begin()
        for _ in range(2):
            round_of_fate(house, chance)
        assert house.snapshot.position.step == 3
        assert record.confirmed == []
        table.append(record.row("Fate by touch"))


def fate_table(played: SimulatedGame) -> Camera:
    """Simulated hands that follow the app and touch nothing, as fast as pictures are drawn."""
    twin = SimulatedFateTable(played.table or {}, played.seed, markers=True)

    def acts() -> Iterator[Acts]:
        while True:
            shown = played.latest()
            yield (todo(twin, shown) if isinstance(shown, FateSnapshot) else ()) or PAUSE

    return SimulatedCamera(twin, acts(), fps=FPS)


@pytest.mark.slow
def test_fate_before_a_camera(open_window: Any, tmp_path: Path, table: list[str]) -> None:
    chance = Random(3)
    with evening(open_window, tmp_path, seed=3) as house:
        house.app._simulated = fate_table
        record = Record(house)
        house.app.begin("fate", GameConfig(PEOPLE, ("bjorn", "alva")), "simulated")
        house.on("fate_play")
        house.finger.until(lambda: house.snapshot.stage == "heroes", "the set-up, done by hands")
        record.begin()
        round_of_fate(house, chance)
        house.finger.until(lambda: house.snapshot.stage == "heroes", "the monsters' turn, done by hands")
        assert house.snapshot.position.step == 2
        assert record.confirmed == []
        table.append(record.row("Fate before a camera"))
