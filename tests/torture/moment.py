"""Many screens decide in the same moment: of all decisions made in one state, one counts.

The window, six phones at their own connections and two buttons answer one state of a game at once: moves of
whose turn it is, the same from phones of other seats, decisions that the rules refuse, keys of the hands, or
all of them undo. After each moment the game is one decision further or not at all, that decision is one that
its sender might make, undo took back one move, and everybody who came too late was told so.
"""

import math
import random
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.app.controller.app import App
from companion.session.messages import Message, Undo
from hardware.presses import ButtonPress
from tests.app.phones.raw_client import RawPhone
from tests.torture.phones import DECIDE, GAMES, Evening, table
from tests.torture.tally import Tally

PHONES = 6
UNDO_SHARE = 0.15
NEXT, UNDO = ButtonPress("next", "short"), ButtonPress("undo", "short")
WAIT_S = 20.0
TURNS = ("fae", "fairytile")
"""Games in which one player decides at a time, and each decision is one move."""


def torture(times: int, seed: int = 1, most_s: float = math.inf) -> Tally:
    """Try so many moments, in games of each kind in turn; none begins after `most_s` seconds."""
    tally, chance = Tally("moments"), random.Random(seed)
    end_s = time.monotonic() + most_s
    with TemporaryDirectory() as folder, ExitStack() as stack:
        apps = {name: stack.enter_context(table(Path(folder) / name, seed)) for name in GAMES}
        while tally.tried < times and time.monotonic() < end_s:
            for name in GAMES:
                crowd = Crowd(apps[name], name, chance)
                try:
                    for _ in range(max(1, times // (4 * len(GAMES)))):
                        if crowd.over or tally.tried >= times:
                            break
                        with tally.trying(f"{name}, state {crowd.shown.at}"):
                            tally.note(crowd.moment())
                finally:
                    crowd.end()
    return tally


class Handled(NamedTuple):
    """A message, and what the game's thread did with it: numbers of the states before and after."""

    message: Message
    before: int
    after: int


class Observer:
    """Notes all that an app's game is told, and by whose phone, while it is entered."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.handled: list[Handled] = []
        self.by_phone: list[str] = []
        self.answered, self.idle = threading.Semaphore(0), threading.Event()

    def __enter__(self) -> "Observer":
        thread: Any = self._app._thread
        phones: Any = self._app.phones
        handle, tell = thread._handle, phones.tell

        def noted(message: Message) -> bool:
            before = thread._at
            done: bool = handle(message)
            self.handled.append(Handled(message, before, thread._at))
            if type(message).__name__ == "_ShowAgain":  # it was posted last
                self.idle.set()
            return done

        def told(device: str, *about: Any) -> bool:
            try:
                done: bool = tell(device, *about)
                self.by_phone.append(phones.seat(device))
                return done
            finally:
                self.answered.release()

        thread._handle, phones.tell = noted, told
        return self

    def __exit__(self, *_: object) -> None:
        del self._app._thread._handle, self._app.phones.tell  # those of the class again


class Crowd(Evening):
    """A game with six phones, the window and two buttons."""

    def __init__(self, app: App, name: str, chance: random.Random) -> None:
        super().__init__(app, name, chance)
        self.crowd: list[tuple[str, RawPhone]] = list(self.seats.items())
        while len(self.crowd) < PHONES:
            player = self.players[len(self.crowd) % len(self.players)]
            self.crowd.append((player, self._sit(app.phones.invite(player)[0])))

    def _heard(self, phone: RawPhone, message: Any) -> None:
        """The wire is searched elsewhere."""

    @property
    def shown(self) -> Any:
        """What the game shows."""
        return self.app.latest()

    @property
    def over(self) -> bool:
        """True at the end."""
        return bool(self.shown.over)

    def moment(self) -> str:
        """Let all decide at once; return what was decided."""
        before: Any = self.shown
        self.app.peripherals.clock_s = lambda: time.monotonic() + 10.0 * before.at  # the state is no news
        for _, phone in self.crowd:
            self._reads(phone)
            phone.errors.clear()
        undo = ("", {"do": "undo"}, Undo(before.game))
        undoes = before.can_undo and self.chance.random() < UNDO_SHARE
        decisions = [undo] if undoes else [one for _ in range(3) for one in DECIDE[self.name](self, before)]
        acts: list[Callable[[], object]] = [
            partial(phone.tell, self.chance.choice(decisions)[1], before.at) for _, phone in self.crowd
        ]
        acts.append(partial(self.app.tell, replace(self.chance.choice(decisions)[2], at=before.at)))
        acts += [partial(self.app.peripherals._pressed, UNDO if undoes else NEXT)] * 2
        self.chance.shuffle(acts)
        with Observer(self.app) as seen:
            _at_once(acts)
            self._settle(seen)
        self._check(before, seen, {player for player, _, _ in decisions if not undoes})
        steps = (type(one.message).__name__ for one in seen.handled if one.before != one.after)
        return next(steps, "nothing")

    def _reads(self, phone: RawPhone) -> None:
        shown = self.shown
        phone.until(lambda: phone.latest and phone.latest["at"] == shown.at)

    def _settle(self, seen: Observer) -> None:
        """Wait until the server has taken what the phones sent, and the game all that was posted."""
        for _ in self.crowd:
            assert seen.answered.acquire(timeout=WAIT_S)
        self.app._thread.show_again()
        assert seen.idle.wait(WAIT_S)

    def _check(self, before: Any, seen: Observer, players: set[str]) -> None:
        after: Any = self.shown
        steps = [one for one in seen.handled if one.before != one.after]
        assert len(steps) <= 1 and after.at - before.at == len(steps), steps
        if not steps:
            assert after.decides_as(before), "something changed without a step"
            return
        step = steps[0].message
        assert step.at == before.at, "a decision for another state was taken"
        if self.name in TURNS and players:
            assert {*seen.by_phone} <= players, f"{seen.by_phone} decided for {players}"
        if self.name in TURNS:
            moves = (-1,) if isinstance(step, Undo) else (0, 1)  # 0: rituals are ordered, hands confirm
            assert after.played - before.played in moves, type(step)


def _at_once(acts: list[Callable[[], object]]) -> None:
    """Run all on threads of their own that begin together."""
    gate = threading.Barrier(len(acts))
    failed: list[BaseException] = []

    def run(act: Callable[[], object]) -> None:
        try:
            gate.wait()
            act()
        except BaseException as error:  # told to who waits for the threads
            failed.append(error)

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed
