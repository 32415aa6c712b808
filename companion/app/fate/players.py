"""The simulated players of Fate: simple heroes, who sometimes err at the table."""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from companion.app.fate.hands import lies, todo
from companion.games.base import Space
from companion.games.fate.acts import (
    Act,
    Attack,
    EndTurn,
    Focus,
    Mend,
    Move,
    Practice,
    Prepare,
    Quest,
    TakeMarkers,
    Use,
)
from companion.games.fate.autoplay import ideas
from companion.games.fate.board import MONSTER_HEXES, NEIGHBOURS
from companion.games.fate.monsters import REGULAR
from companion.games.fate.position import GRIMHEIM, Hex
from companion.games.fate.rules import is_legal
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Confirm, Message
from companion.session.snapshot import Snapshot
from companion.session.view import Answer, Decision, Way, usual_answer
from companion.simulation.base import Latest, Tell
from companion.simulation.player import PAUSE, Acts, SimulatedPlayer, wait
from companion.table.guide import GuideStep
from vision.fate.simulated import SimulatedFateTable


class Panel:
    """The screen of the running app, for players in front of a camera.

    Pictures and touches wait in one queue: after a touch `latest` is None until the next picture was taken.
    """

    def __init__(self, latest: Latest, tell: Tell) -> None:
        self._latest, self._tell = latest, tell
        self._touched = False

    def latest(self) -> Snapshot | None:
        """Return the newest snapshot; None while nobody looks."""
        touched, self._touched = self._touched, False
        return None if touched else self._latest()

    def tell(self, message: Message) -> None:
        """Touch the screen, and look away until the next picture."""
        if self._latest():
            self._tell(message)
            self._touched = True


@dataclass
class HandsPlayed:
    """Record of the real game, and of how the app followed it.

    `moves` are the hexes to which heroes were moved at the table, in order. Of the mistakes `made`
    the app `found` or `missed` each. `asked` counts touches the camera should have spared the players,
    `invented` the differences it told where the table was right.
    """

    moves: list[Hex] = field(default_factory=list)
    steps: int = 0
    made: int = 0
    found: int = 0
    missed: int = 0
    asked: int = 0
    invented: set[tuple[int, Space]] = field(default_factory=set)


_KEYS: Mapping[type[Act], str] = {
    Attack: "attack",
    EndTurn: "end",
    Focus: "focus",
    Mend: "mend",
    Move: "move",
    Practice: "practice",
    Prepare: "prepare",
    Quest: "quest",
    TakeMarkers: "markers",
}


class FatePlayers(SimulatedPlayer[FateSnapshot]):
    """All players at one table; `mistakes` is the chance of an error per step.

    `guests` leave the heroes to people as soon as those act for one, and never go home.
    """

    snapshot = FateSnapshot
    _table: SimulatedFateTable

    def __init__(
        self, table: SimulatedFateTable, latest: Latest, tell: Tell, chance: Random,
        mistakes: float = 0.1, guests: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(table, latest, tell, chance, mistakes)
        self._guests, self._idle = guests, False
        self._turn: tuple[int, int, int] | None = None
        self.played = HandsPlayed()

    def acts(self) -> Iterator[Acts]:
        """Yield what hands do until the game is over."""
        while True:
            shown = self._shown()
            if shown is None:
                yield PAUSE
            elif shown.done < len(shown.steps):
                yield from self._step(shown)
            elif shown.stage == "over":
                yield PAUSE
                if not self._guests:
                    return
            elif self._idle or (self._guests and self._people_act(shown)):
                yield todo(self._table, shown) or PAUSE
            elif shown.stage == "heroes":
                yield from self._hero(shown)
            elif shown.stage in ("check", "repair"):
                yield from self._check(shown)
            elif shown.choice:
                self._tell(usual_answer(shown.game, shown.decisions[0], self._chance))
            else:
                self._tell(Confirm(shown.game))

    def _people_act(self, shown: FateSnapshot) -> bool:
        """Return whether somebody else has acted in this turn of a hero, or undone something."""
        last, position = self._turn, shown.position
        now = position.step, position.turn, shown.played
        self._turn = now if position.phase == "heroes" else None
        more = now[2] - last[2] if last and self._turn and last[:2] == now[:2] else 0
        self._idle = shown.can_redo or not 0 <= more <= 1
        return self._idle

    def _step(self, shown: FateSnapshot) -> Iterator[Acts]:
        """Do a step of the guide; the camera ticks it off."""
        step = shown.steps[shown.done].acts
        if not step:
            self._tell(Confirm(shown.game))
            return
        self.played.steps += 1
        if lies(self._table, shown.assumed_table) and (slip := self._slip(shown, step)):
            yield from self._erred(slip)
            return
        if acts := todo(self._table, shown):
            yield acts
        if not (yield from self._changed(shown, lambda now: (now.done, now.steps))):
            self.played.asked += 1
            self._tell(Confirm(shown.game))

    def _hero(self, shown: FateSnapshot) -> Iterator[Acts]:
        """The hero whose turn it is does something; moves are made at the table and seen."""
        if choice := _seen_move(shown):  # a picture came later than the players waited
            self._tell(Answer(shown.game, choice.id, choice.ways[0]))
            return
        if acts := todo(self._table, shown):
            yield acts
            return
        if shown.asked:
            self._tell(usual_answer(shown.game, shown.decisions[0], self._chance))
            return
        if self._chance.random() < self._mistakes / 3 and (slip := self._bump()):
            yield from self._erred(slip)
            return
        act, answer = beginning(shown, self._chance)
        if not isinstance(act, Move):
            self._tell(answer)
            return
        hero = shown.position.heroes[shown.position.turn]
        yield [GuideStep("move", hero.hex, act.to, {hero.id: 1}, hero.player)]
        self.played.moves.append(act.to)

        def seen() -> Decision | None:
            return _seen_move(self._shown())

        if (yield from wait(lambda: seen() is not None)) and (choice := seen()):
            self._tell(Answer(shown.game, choice.id, choice.ways[0]))
        elif (now := self._shown()) and _offers(now, answer):  # not if somebody has undone something
            self.played.asked += 1
            self._tell(answer)

    def _check(self, shown: FateSnapshot) -> Iterator[Acts]:
        """The camera compares the table before and after the monster turn."""
        if (yield from self._changed(shown, lambda now: now.stage)):
            return
        now = self._shown()
        if now and now.stage == shown.stage and now.choice:
            self.played.asked += 1
            (choice,) = (one for one in now.decisions if one.id == "choose")
            self._tell(Answer(now.game, choice.id, choice.ways[-1]))

    def _changed(
        self, shown: FateSnapshot, part: Callable[[FateSnapshot], object]
    ) -> Generator[Acts, None, bool]:
        """Wait for the screen to change in a part; count differences that it shows meanwhile."""

        def changed() -> bool:
            now = self._shown()
            if now is None or part(now) != part(shown):
                return True
            self._compare(now)
            return False

        return wait(changed)

    def _slip(self, shown: FateSnapshot, acts: Acts) -> Acts | None:
        """The acts with one done wrongly: onto the hex beside, or with another tile."""
        possible = [number for number, act in enumerate(acts) if act.act in ("move", "place")]
        if not possible or self._chance.random() >= self._mistakes:
            return None
        number = self._chance.choice(possible)
        act = acts[number]
        (kind,) = act.pieces
        if act.act == "place" and kind in REGULAR and self._chance.random() < 0.5:
            other = self._chance.choice([other for other in REGULAR if other != kind])
            wrong = replace(act, pieces={other: 1})
        else:
            left = [act for step in shown.steps[shown.done :] for act in step.acts]
            goal = str(act.target if act.act == "move" else act.space)
            beside = self._beside(goal, {space for act in left for space in (act.space, act.target)})
            if beside is None:
                return None
            wrong = replace(act, target=beside) if act.act == "move" else replace(act, space=beside)
        return [*acts[:number], wrong, *acts[number + 1 :]]

    def _bump(self) -> Acts | None:
        """A sleeve pushes a monster onto the hex beside."""
        lying = [(hex_, kind) for hex_, kind in self._table.kinds_by_hex.items() if kind in REGULAR]
        if not lying:
            return None
        hex_, kind = self._chance.choice(lying)
        beside = self._beside(hex_, set())
        return None if beside is None else [GuideStep("move", hex_, beside, {kind: 1})]

    def _beside(self, hex_: str, busy: set[Space | None]) -> str | None:
        taken = {*self._table.kinds_by_hex, *busy, GRIMHEIM}
        free = [h for h in NEIGHBOURS.get(hex_, ()) if h in MONSTER_HEXES and h not in taken]
        return self._chance.choice(free) if free else None

    def _erred(self, slip: Acts) -> Iterator[Acts]:
        """Do something wrong and wait for the app to point at it; who waits in vain says it is done."""
        self.played.made += 1
        before = self._shown()
        yield slip

        def touch() -> None:
            now = self._shown()
            if before and now and before.steps == now.steps and before.done == now.done:
                self._tell(Confirm(now.game))

        if (yield from wait(self._pointed_at, touch=touch)):
            self.played.found += 1
        else:
            self.played.missed += 1

    def _pointed_at(self) -> bool:
        now = self._shown()
        return now is not None and self._compare(now)

    def _compare(self, shown: FateSnapshot) -> bool:
        """Return whether the app points at a real mistake; count the differences it invented."""
        if shown.trouble:
            return False
        truth, expected = self._table.truth, shown.assumed_table
        right = [d.space for d in shown.differences if truth.get(str(d.space)) == expected.get(d.space)]
        self.played.invented |= {(len(shown.log), space) for space in right}
        return len(right) < len(shown.differences)


def _seen_move(shown: FateSnapshot | None) -> Decision | None:
    """Return the question if a move that the camera saw is meant, if it is open."""
    asked = shown.decisions if shown and shown.choice and shown.choice.what == "seen" else ()
    return next((one for one in asked if one.id == "choose"), None)


def beginning(shown: FateSnapshot, chance: Random) -> tuple[Act, Answer]:
    """Return the best idea of an automatic hero that the screen offers, and the decision that begins it.

    Without event cards, since nobody tells the app what is in the hand.
    """
    for act in ideas(shown.position, chance, ()):
        answer = _answer(shown, act)
        if _offers(shown, answer) and is_legal(shown.position, act):
            return act, answer
    raise AssertionError(shown.position)


def _answer(shown: FateSnapshot, act: Act) -> Answer:
    """Return the decision that begins an act."""
    way: Way = ()
    if isinstance(act, Attack):
        way = tuple(monster.hex for monster in shown.position.monsters if monster.id == act.monster)
    elif isinstance(act, Move):
        way = shown.position.heroes[shown.position.turn].hex, act.to
    elif isinstance(act, Use):
        return Answer(shown.game, f"use {act.card} {act.option}", way)
    return Answer(shown.game, _KEYS.get(type(act), ""), way)


def _offers(shown: FateSnapshot, answer: Answer) -> bool:
    return any(one.id == answer.decision for one in shown.decisions)
