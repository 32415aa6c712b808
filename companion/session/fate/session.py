"""The one state machine of a game of Fate at a table: it is told what was touched, pressed and seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from companion.errors import CompanionError
from companion.games import fate
from companion.games.base import N_, Sentence, Space, Table
from companion.games.fate.acts import Act, Correct, Discard, MonsterAttack
from companion.games.fate.happenings import Happening
from companion.games.fate.hero_turn import answers as answers_attack
from companion.games.fate.position import Face, Position
from companion.games.fate.script import LETTER
from companion.session.base import Agreed, Surroundings
from companion.session.fate import chance as luck
from companion.session.fate import choices, corrections
from companion.session.fate.answers import answer, forced
from companion.session.fate.choices import NOTHING, Answered, Cards, Dice
from companion.session.fate.dice_pool import DicePool
from companion.session.fate.guide_progress import FOLD, GuideProgress
from companion.session.fate.log_text import log_sentences
from companion.session.fate.messages import AllDone, Back, Choose, PlayAct, Roll
from companion.session.fate.snapshot import Difference, FateChoice, FateSnapshot, Stage, snapshot
from companion.session.fate.table_state import TableState, adopted, recognised, table, table_state
from companion.session.messages import Confirm, Message, Seen
from companion.session.session import TimelineSession
from companion.session.timeline import Stand, refusal
from companion.table.compare import differences, folded
from companion.table.observation import Observation, Trouble

HERO_PHASES = ("heroes", "over")


@dataclass(frozen=True, slots=True)
class FateStand(Stand[Position]):
    """Where an act led: what happened on the way and what the log says about it."""

    happenings: tuple[Happening, ...] = ()
    log: tuple[Sentence, ...] = ()


def _in_turn(position: Position, act: Act) -> bool:
    """Whether an act is one of a hero's own turn, and no answer to the last attack of the monsters."""
    return position.phase == "heroes" and not answers_attack(position, act)


class FateSession(TimelineSession[FateStand, Act]):
    """One game from a set-up of the script format; hands lay the table first.

    Where no camera watches, what heroes do counts as done at the table.
    """

    def __init__(self, setup: Mapping[str, Any], around: Surroundings, stored_as: int | None = None) -> None:
        """A new game, or the one that is stored. Raises RuleError `bad_setup`."""
        start = FateStand(fate.RULES.read_setup(setup))
        super().__init__(fate.RULES, fate.RULES.seats(setup), around)
        self.differences: tuple[Difference, ...] = ()
        self.unsure: tuple[Space, ...] = ()
        self.trouble: Trouble | None = None
        self.paused = False
        self.dice_pool = DicePool()
        self._dice = cast(Dice, around.settings.get("dice", "app"))
        self._cards = cast(Cards, around.settings.get("cards", "app"))
        self._taken = NOTHING
        self._decided: tuple[FateStand, Answered, FateChoice | None] | None = None
        self._checked = False
        self._closing = False
        self._guided = True
        self._seen: Table | None = None
        self.guide = GuideProgress(TableState(), table_state(start.position))
        if stored_as is None:
            self._begin(setup, start)
        else:
            self._resume(stored_as, start)
            self.paused = self.position.phase not in HERO_PHASES

    @classmethod
    def begin(cls, agreed: Agreed, around: Surroundings) -> "FateSession":
        """A new game; a written set-up goes before roles, which are heroes. Raises RuleError `bad_setup`."""
        seats = [
            {"name": name, "hero": hero} for name, hero in zip(agreed.players, agreed.roles, strict=False)
        ]
        setup = agreed.setup or {"players": seats, **agreed.options}
        return cls(setup if "position" in setup else {LETTER: True, **setup}, around)

    @classmethod
    def resume(cls, game: int, around: Surroundings) -> "FateSession":
        """Go on with a stored game. Raises StorageError."""
        assert around.journal
        return cls(around.journal.game(game).setup, around, game)

    @property
    def position(self) -> Position:
        """The position after the acts that stand."""
        return self.timeline.stand.position

    @property
    def lying(self) -> Table:
        """What lies on the table as far as known, done steps included."""
        return table(self.guide.lying.pieces)

    @property
    def agreed(self) -> Table | None:
        """As `lying`: pictures are only compared with it."""
        return self.lying

    @property
    def expected(self) -> Table | None:
        """As `lying`: steps that wait for hands are not expected yet."""
        return self.lying

    @property
    def over(self) -> bool:
        """Not before hands have done what the last act asks for."""
        return self.stage == "over"

    @property
    def rolls(self) -> bool:
        """Whether the app rolls dice."""
        return self._dice == "app"

    @property
    def stage(self) -> Stage:
        """What the table waits for."""
        phase = self.position.phase
        if self.guide.left and (self._guided or phase != "heroes"):
            return "guide"
        if phase in HERO_PHASES and self._decision():
            return "choice"
        if phase == "die" and not self._checked:
            return "check"
        if self._closing and self.differences:
            return "repair"
        if phase in HERO_PHASES:
            return "heroes" if phase == "heroes" else "over"
        return "choice" if self._decision() else "monsters"

    @property
    def choice(self) -> FateChoice | None:
        """What the players decide now; while a hero acts it is only an offer."""
        match self.stage:
            case "check" | "repair" as stage:
                spaces = tuple(difference.space for difference in self.differences)
                return choices.table_check(spaces, wrong=bool(spaces), beginning=stage == "check")
            case "choice":
                return self._decision()
            case "heroes":
                return choices.seen_move(self.position, self.differences)
        return None

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> FateSnapshot:
        """What a seat may see, or everybody with None; `problem` is what the last message met."""
        return snapshot(self, self._common(game, problem, seat), seat)

    def act(self, act: Act) -> None:
        """Play an act. Raises RuleError when it is not legal now."""
        by_hero = _in_turn(self.position, act)
        self._play(act)
        if by_hero and not self._around.watched and self.guide.left:
            self._done(len(self.guide.steps))
        self.paused = False
        self._go_on()

    def choose(self, index: int, dice: Sequence[Face] = ()) -> None:
        """Answer the choice. Raises RuleError `not_asked`, or as the act it plays."""
        choice = self.choice
        if choice is None or not 0 <= index < len(choice.options):
            raise refusal("not_asked", N_("Expected an answer to a question, found no such question."))
        self.paused = False
        if choice.what == "table":
            self._settle_table(index)
        else:
            taken, chance = self._taken, self._around.chance
            found = answer(self.position, taken, choice, index, tuple(dice), chance, self._dice)
            if isinstance(found, Answered):
                self._taken = found
            else:
                if choice.what == "seen":
                    self._believe(self._seen)
                self._play_or_ask(found)
        self._go_on()

    def confirm(self) -> None:
        """The next thing is done: a guide step, else the default answer, else the monsters go on."""
        if self.guide.left:
            self._done(self.guide.at + 1)
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
        if not self.guide.at:
            raise refusal("first_step", N_("This is the first step; undo takes the act back."))
        self._done(self.guide.at - 1)

    def all_done(self) -> None:
        """People do all steps by themselves."""
        if self.guide.left:
            self._done(len(self.guide.steps))
        self._go_on()

    def undo(self, moves: int = 1) -> None:
        """Take acts back, also after the end, first an answer that makes no act yet.

        Raises RuleError `nothing_to_undo`.
        """
        if moves != 1 or not self._asked_again():
            super().undo(moves)

    def roll(self, dice: int) -> None:
        """Have so many dice of the app lie there for a hero's act; those that do stay as they are."""
        missing = dice - len(self.dice_pool.faces)
        if self.rolls and missing > 0 and self.position.phase == "heroes":
            faces = self.dice_pool.faces + luck.dice(self._around.chance, missing)
            self.timeline.store("dice", {"faces": list(faces)})
            self.dice_pool.faces = faces

    def observe(self, observation: Observation) -> None:
        """Take one picture into account: steps done are ticked off, differences are told."""
        self.trouble = observation.trouble
        if observation.trouble:
            return
        while (done := self.guide.ticked(observation)) > self.guide.at:
            self._done(done)
            self._go_on()
        expected = self.lying
        self.differences, self.unsure = differences(expected, observation, FOLD)
        busy = self.guide.spaces
        self.differences = tuple(d for d in self.differences if d.space not in busy)
        seen = folded(observation.table, FOLD)
        doubted = any(dict(seen.get(s, {})) != dict(expected.get(s, {})) for s in self.unsure)
        self._seen = {**seen, **{s: expected.get(s, {}) for s in self.unsure}}
        if self.differences or doubted or self.guide.left:
            return
        self._closing = False
        if self.stage == "check":
            self._checked = True
            self._go_on()

    def _take(self, message: Message) -> None:
        match message:
            case Seen(_, observation):
                self.observe(observation)
            case PlayAct(_, act):
                self.act(act)
            case Choose(_, index, dice):
                self.choose(index, dice)
            case Confirm():
                self.confirm()
            case Back():
                self.back()
            case AllDone():
                self.all_done()
            case Roll(_, dice):
                self.roll(dice)

    def _led_to(self, move: Act) -> FateStand:
        position, happenings = fate.apply(self.position, move)
        return FateStand(position, happenings, log_sentences(self.position, move, happenings))

    def _ending(self) -> Mapping[str, Any] | None:
        return {"result": self.position.result}

    def _asked_again(self) -> bool:
        """Whether there was an answer that made no act yet; it is forgotten."""
        answered = self._taken != NOTHING and not self._taken.rolled
        if answered:
            self._taken = NOTHING
        return answered

    def _decision(self) -> FateChoice | None:
        """What is to be decided, worked out once for each stand and answer."""
        stand, taken = self.timeline.stand, self._taken
        if self._decided is None or self._decided[0] is not stand or self._decided[1] is not taken:
            found = choices.choice(stand.position, taken, self._dice, self._cards)
            self._decided = stand, taken, found
        return self._decided[2]

    def _go_on(self) -> None:
        """The monster turn goes on by itself until hands or decisions are needed.

        The Rune Stone is moved together with the monsters.
        """
        while not self.paused and (self.stage == "monsters" or self._only_stone()):
            self._play_or_ask(forced(self.position, self._taken, self._around.chance))

    def _only_stone(self) -> bool:
        decided = self.position.phase == "walk" and not self._decision()
        return decided and not any(step.acts for step in self.guide.left)

    def _play_or_ask(self, act: Act) -> None:
        """Dice that lie are stored before anybody sees them where prevention is still to be decided."""
        new_roll = isinstance(act, MonsterAttack) and act != self._taken.attack
        if isinstance(act, MonsterAttack) and new_roll and choices.prevention(self.position, act):
            self.timeline.store("rolled", fate.act_object(act))
            self._taken = Answered(attack=act, rolled=True)
        else:
            self._play(act)

    def _settle_table(self, index: int) -> None:
        """What people decided about the table: 0 the screen is right, 1 the table, 2 nothing is wrong."""
        if not self.differences or index == 2:
            self._checked, self._closing, self.differences = True, False, ()
            return
        seen, wanted = self._seen, table_state(self.position).pieces
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
        self.timeline.store("table", {"table": lying})
        self._see(seen)

    def _done(self, steps: int) -> None:
        self.timeline.store("hands", {"at": steps})
        self.guide.at = steps

    def _again(self, kind: str, payload: Mapping[str, Any]) -> None:
        match kind:
            case "hands":
                self.guide.at = min(payload["at"], len(self.guide.steps))
            case "table":
                self._see(payload["table"])
            case "dice":
                self.dice_pool.faces = tuple(payload["faces"])
            case "rolled":
                attack = fate.read_act(payload)
                assert isinstance(attack, MonsterAttack)
                self._taken = Answered(attack=attack, rolled=True)

    def _played(self, move: Act) -> None:
        timeline = self.timeline
        before, after = timeline.stands[timeline.at - 1].position, timeline.stand
        base = self.guide.lying
        in_turn = _in_turn(before, move)
        if isinstance(move, Correct):
            base = adopted(base, table_state(before), table_state(after.position))
        elif in_turn:  # heroes' books are kept by their players
            base = table_state(after.position)._replace(pieces=base.pieces)
        self.dice_pool.played(timeline.at, move)
        if not isinstance(move, Discard):  # what was asked or rolled stays
            self._taken = NOTHING
        self._guided = not in_turn
        if not answers_attack(before, move):
            self._closing = before.phase not in HERO_PHASES and after.position.phase in HERO_PHASES
        attack = isinstance(move, MonsterAttack) and next(
            m.kind for m in before.monsters if m.id == move.monster
        )
        self._guide(base, after.happenings, attack or "")

    def _shifted(self) -> None:
        self.dice_pool.stand(self.timeline.at)
        self._taken = NOTHING
        self._guided, self._closing = True, False
        self.paused = self.position.phase not in HERO_PHASES
        self._guide(self.guide.lying)

    def _see(self, seen: Table) -> None:
        self._guided = True
        self._guide(self.guide.lying._replace(pieces=recognised(seen, table_state(self.position).pieces)))

    def _guide(self, start: TableState, happenings: tuple[Happening, ...] = (), attacker: str = "") -> None:
        """From now on hands have to make the table what the position says."""
        self.guide = GuideProgress(start, table_state(self.position), happenings, attacker)
        self.differences = ()
        self._seen = None
        if self.position.phase != "die":
            self._checked = False
