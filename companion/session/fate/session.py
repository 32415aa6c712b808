"""The one state machine of a game of Fate at a table.

It is told what was touched, pressed and seen. Every change is in the journal before it counts, so an
error while storing leaves the game as it was and the same call can be repeated.
"""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from companion.errors import RuleError, StorageError
from companion.games import fate
from companion.games.base import N_, Sentence, Space, Table, rule_error
from companion.games.fate.acts import Act, Correct, MonsterAttack, Move
from companion.games.fate.happenings import Applied, Happening
from companion.games.fate.position import Face, Position
from companion.games.fate.script import read_setup
from companion.session.fate import chance as luck
from companion.session.fate import choices, corrections, log_text
from companion.session.fate.answers import answer, forced
from companion.session.fate.choices import NOTHING, Cards, Dice, Taken
from companion.session.fate.dice_pool import Tray
from companion.session.fate.guide_progress import FOLD, Hands
from companion.session.fate.offers import allowed
from companion.session.fate.snapshot import Choice, Difference, Stage
from companion.session.fate.table_state import Laid, adopted, laid, recognised, table
from companion.session.timeline import Line
from companion.storage.journal import Journal
from companion.table.compare import differences, folded
from companion.table.observation import Observation, Trouble

HERO_PHASES = ("heroes", "over")


class Stand(NamedTuple):
    """Where an act led: the position, what happened and what the log says about it."""

    position: Position
    happenings: tuple[Happening, ...] = ()
    told: tuple[Sentence, ...] = ()


class FateSession:
    """One game. Attributes without an underscore are for reading only.

    `setup` is the set-up object of the script format, `chance` rolls and draws where the app does. Where
    no camera watches, what heroes do counts as done at the table. Every method that changes the game
    raises StorageError when the journal cannot store it.
    """

    def __init__(
        self,
        setup: Mapping[str, Any],
        *,
        journal: Journal | None = None,
        chance: random.Random | None = None,
        dice: Dice = "app",
        cards: Cards = "app",
        watched: bool = True,
    ) -> None:
        """Begin a game; hands lay the table first. Raises RuleError `bad_setup`."""
        self.line: Line[Stand, Act] = Line(Stand(read_setup(setup)))
        self.journal = journal
        self.game_id = journal.create(fate.NAME, setup) if journal else None
        self.differences: tuple[Difference, ...] = ()
        self.unsure: tuple[Space, ...] = ()
        self.trouble: Trouble | None = None
        self.paused = False
        self.tray = Tray()
        self._chance = chance or random.SystemRandom()
        self._dice, self._cards, self._watched = dice, cards, watched
        self._taken = NOTHING
        self._checked = False
        self._closing = False
        self._guided = True
        self._seen: Table | None = None
        self._guide(Laid())

    @classmethod
    def resume(
        cls,
        journal: Journal,
        game_id: int,
        *,
        chance: random.Random | None = None,
        dice: Dice = "app",
        cards: Cards = "app",
        watched: bool = True,
    ) -> "FateSession":
        """Go on with a stored game: everything stored happens again. Raises StorageError."""
        session = cls(journal.game(game_id).setup, chance=chance, dice=dice, cards=cards, watched=watched)
        for event in journal.events(game_id):
            session._again(event.kind, event.payload)
        session.journal, session.game_id = journal, game_id
        session.paused = session.position.phase not in HERO_PHASES
        return session

    @property
    def position(self) -> Position:
        """The position after the acts that stand."""
        return self.line.position.position

    @property
    def rolls(self) -> bool:
        """Whether the app rolls dice."""
        return self._dice == "app"

    @property
    def stage(self) -> Stage:
        """What the table waits for."""
        phase = self.position.phase
        if self.hands.left and (self._guided or phase != "heroes"):
            return "guide"
        if phase == "die" and not self._checked:
            return "check"
        if self._closing and self.differences:
            return "repair"
        if phase in HERO_PHASES:
            return "heroes" if phase == "heroes" else "over"
        return "choice" if self._decision() else "monsters"

    @property
    def choice(self) -> Choice | None:
        """What the players decide now; while a hero acts it is only an offer."""
        match self.stage:
            case "check" | "repair" as stage:
                spaces = tuple(difference.space for difference in self.differences)
                return choices.table_check(spaces, wrong=bool(spaces), beginning=stage == "check")
            case "choice":
                return self._decision()
            case "heroes":
                return self._seen_move()
        return None

    def act(self, act: Act) -> None:
        """Play an act. Raises RuleError when it is not legal now."""
        by_hero = self.position.phase == "heroes"
        self._play(act)
        if by_hero and not self._watched and self.hands.left:
            self._done(len(self.hands.steps))
        self.paused = False
        self._go_on()

    def choose(self, index: int, dice: Sequence[Face] | None = None) -> None:
        """Answer the choice. Raises RuleError `not_asked`, or as the act it plays."""
        choice = self.choice
        if choice is None or not 0 <= index < len(choice.options):
            raise _refusal("not_asked", N_("Expected an answer to a question, found no such question."))
        self.paused = False
        if choice.what == "table":
            self._settle_table(index)
        else:
            taken, faces = self._taken, tuple(dice or ())
            found = answer(self.position, taken, choice, index, faces, self._chance, self._dice)
            if isinstance(found, Taken):
                self._taken = found
            else:
                if choice.what == "seen":
                    self._believe(self._seen)
                self._play_or_ask(found)
        self._go_on()

    def confirm(self) -> None:
        """The next thing is done: a guide step, else the default answer, else the monsters go on."""
        if self.hands.left:
            self._done(self.hands.at + 1)
        elif self.stage == "monsters":
            self.paused = False
        elif (choice := self.choice) and self.stage != "heroes":
            self.choose(choice.default)
            return
        self._go_on()

    def back(self) -> None:
        """The guide step before is to be done again, or the answer before. Raises RuleError `first_step`."""
        if self._asked_again():
            return
        if not self.hands.at:
            raise _refusal("first_step", N_("This is the first step; undo takes the act back."))
        self._done(self.hands.at - 1)

    def all_done(self) -> None:
        """People do all steps by themselves."""
        if self.hands.left:
            self._done(len(self.hands.steps))
        self._go_on()

    def undo(self, acts: int = 1) -> None:
        """Take acts back, also after the end, first an answer that makes no act yet.

        Raises RuleError `nothing_to_undo`.
        """
        if acts == 1 and self._asked_again():
            return
        if not 1 <= acts <= self.line.at:
            pattern = N_("Expected 1 to {most} moves to undo, found {found}.")
            raise _refusal("nothing_to_undo", pattern, most=self.line.at, found=acts)
        self._take_back(acts)

    def go_to(self, number: int) -> None:
        """Undo or redo until so many acts stand. Raises RuleError as `undo` and `redo`."""
        apart = number - self.line.at
        if apart > 0:
            self.redo(apart)
        elif number < 0:
            self.undo(-apart)
        elif apart:
            self._take_back(-apart)

    def _take_back(self, acts: int) -> None:
        self._store("undo", {"moves": acts})
        self._shift(-acts)

    def roll(self, dice: int) -> None:
        """Have so many dice of the app lie there for a hero's act; those that do stay as they are."""
        missing = dice - len(self.tray.faces)
        if self.rolls and missing > 0 and self.position.phase == "heroes":
            faces = self.tray.faces + luck.dice(self._chance, missing)
            self._store("dice", {"faces": list(faces)})
            self.tray.faces = faces

    def redo(self, acts: int = 1) -> None:
        """Acts that were undone count again. Raises RuleError `nothing_to_redo`."""
        most = len(self.line.moves) - self.line.at
        if not 1 <= acts <= most:
            pattern = N_("Expected 1 to {most} moves to redo, found {found}.")
            raise _refusal("nothing_to_redo", pattern, most=most, found=acts)
        self._store("redo", {"moves": acts})
        self._shift(acts)
        self._note_end()

    def observe(self, observation: Observation) -> None:
        """Take one picture into account: steps done are ticked off, differences are told."""
        self.trouble = observation.trouble
        if observation.trouble:
            return
        while (done := self.hands.ticked(observation)) > self.hands.at:
            self._done(done)
            self._go_on()
        expected = table(self.hands.lying.pieces)
        self.differences, self.unsure = differences(expected, observation, FOLD)
        busy = self.hands.spaces
        self.differences = tuple(d for d in self.differences if d.space not in busy)
        seen = folded(observation.table, FOLD)
        doubted = any(dict(seen.get(s, {})) != dict(expected.get(s, {})) for s in self.unsure)
        self._seen = {**seen, **{s: expected.get(s, {}) for s in self.unsure}}
        if self.differences or doubted or self.hands.left:
            return
        self._closing = False
        if self.stage == "check":
            self._checked = True
            self._go_on()

    def _asked_again(self) -> bool:
        """Whether there was an answer that made no act yet; it is forgotten."""
        answered = self._taken != NOTHING and not self._taken.rolled
        if answered:
            self._taken = NOTHING
        return answered

    def _decision(self) -> Choice | None:
        return choices.choice(self.position, self._taken, self._dice, self._cards)

    def _go_on(self) -> None:
        """The monster turn goes on by itself until hands or decisions are needed.

        The Rune Stone is moved together with the monsters.
        """
        while not self.paused and (self.stage == "monsters" or self._only_stone()):
            self._play_or_ask(forced(self.position, self._taken, self._chance))

    def _only_stone(self) -> bool:
        decided = self.position.phase == "walk" and not self._decision()
        return decided and not any(step.acts for step in self.hands.left)

    def _play_or_ask(self, act: Act) -> None:
        """Dice that lie are stored before anybody sees them where prevention is still to be decided."""
        new_roll = isinstance(act, MonsterAttack) and act != self._taken.attack
        if isinstance(act, MonsterAttack) and new_roll and choices.prevention(self.position, act):
            self._store("rolled", fate.act_object(act))
            self._taken = Taken(attack=act, rolled=True)
        else:
            self._play(act)

    def _seen_move(self) -> Choice | None:
        """A hero was seen somewhere else."""
        moved = [(d.space, d.seen) for d in self.differences if d.seen and d.expected is None]
        hero = self.position.heroes[self.position.turn]
        if len(self.differences) != 2 or len(moved) != 1 or moved[0][1] != hero.id:
            return None
        target = str(moved[0][0])
        acts: tuple[Act, ...] = (Move(target), Correct("hex", hero.id, value=target))
        acts = tuple(act for act in acts if allowed(self.position, act))
        return choices.moved(hero.id, target, acts) if acts else None

    def _settle_table(self, index: int) -> None:
        """What people decided about the table: 0 the screen is right, 1 the table, 2 nothing is wrong."""
        if not self.differences or index == 2:
            self._checked, self._closing, self.differences = True, False, ()
            return
        seen, wanted = self._seen, laid(self.position).pieces
        assert seen is not None
        acts = corrections.acts(recognised(seen, wanted), wanted) if index == 1 else ()
        corrections.check(self.position, acts)
        self._believe(seen)
        for act in acts:
            self._play(act)

    def _believe(self, seen: Table | None) -> None:
        """What was seen lies there, by the word of the players."""
        assert seen is not None
        lying = {str(space): dict(counts) for space, counts in seen.items() if counts}
        self._store("table", {"table": lying})
        self._see(seen)

    def _play(self, act: Act) -> None:
        applied = fate.apply(self.position, act)
        self._store("move", fate.act_object(act))
        self._count(act, applied)
        self._note_end()

    def _note_end(self) -> None:
        if self.position.result:
            with suppress(StorageError):  # only spares the list of stored games a look at the position
                self._store("end", {"result": self.position.result})

    def _done(self, steps: int) -> None:
        self._store("hands", {"at": steps})
        self.hands.at = steps

    def _store(self, kind: str, payload: Mapping[str, object]) -> None:
        if self.journal and self.game_id is not None:
            self.journal.append(self.game_id, kind, payload)

    def _again(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Something stored happens again."""
        match kind:
            case "move":
                act = fate.read_act(payload)
                self._count(act, fate.apply(self.position, act))
            case "undo":
                self._shift(-payload["moves"])
            case "redo":
                self._shift(payload["moves"])
            case "hands":
                self.hands.at = min(payload["at"], len(self.hands.steps))
            case "table":
                self._see(payload["table"])
            case "dice":
                self.tray.faces = tuple(payload["faces"])
            case "rolled":
                attack = fate.read_act(payload)
                assert isinstance(attack, MonsterAttack)
                self._taken = Taken(attack=attack, rolled=True)

    def _count(self, act: Act, applied: Applied) -> None:
        before = self.position
        base = self.hands.lying
        if isinstance(act, Correct):
            base = adopted(base, laid(before), laid(applied.position))
        elif before.phase == "heroes":  # heroes' books are kept by their players
            base = laid(applied.position)._replace(pieces=base.pieces)
        lines = log_text.told(self.position, act, applied.happenings)
        self.line.play(act, Stand(applied.position, applied.happenings, lines))
        self.tray.played(self.line.at, act)
        self._taken = NOTHING
        self._guided = before.phase != "heroes"
        self._closing = before.phase not in HERO_PHASES and applied.position.phase in HERO_PHASES
        attack = isinstance(act, MonsterAttack) and next(
            m.kind for m in before.monsters if m.id == act.monster
        )
        self._guide(base, applied.happenings, attack or "")

    def _shift(self, acts: int) -> None:
        self.line.shift(acts)
        self.tray.stand(self.line.at)
        self._taken = NOTHING
        self._guided, self._closing = True, False
        self.paused = self.position.phase not in HERO_PHASES
        self._guide(self.hands.lying)

    def _see(self, seen: Table) -> None:
        self._guided = True
        self._guide(self.hands.lying._replace(pieces=recognised(seen, laid(self.position).pieces)))

    def _guide(self, start: Laid, happenings: tuple[Happening, ...] = (), attacker: str = "") -> None:
        """From now on hands have to make the table what the position says."""
        self.hands = Hands(start, laid(self.position), happenings, attacker)
        self.differences = ()
        self._seen = None
        if self.position.phase != "die":
            self._checked = False


def _refusal(code: str, pattern: str, **values: object) -> RuleError:
    return rule_error(code, [Sentence(pattern, values)])
