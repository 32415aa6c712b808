"""State machine of a game of Fate: touches and pictures in, snapshots out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, cast

from companion.errors import CompanionError
from companion.games import fate
from companion.games.base import N_, Space, Table
from companion.games.fate.acts import Act, Correct, EndTurn, MonsterAttack
from companion.games.fate.hero_action import find_hero
from companion.games.fate.hero_turn import answers as answers_attack
from companion.games.fate.position import Face, Hero, Position
from companion.games.fate.possible import is_turn_done
from companion.games.fate.script import LETTER
from companion.session.base import Bots, GameConfig, SessionContext
from companion.session.events import Illegal, Why
from companion.session.fate import bot, choices, corrections, decisions
from companion.session.fate import chance as luck
from companion.session.fate.asking import RunningDialogs
from companion.session.fate.changes import Change, changes
from companion.session.fate.dialogs.corrected import corrected
from companion.session.fate.dialogs.offered import Offer, offered
from companion.session.fate.dice_pool import DicePool
from companion.session.fate.event_hand import EventHands
from companion.session.fate.guide_progress import GuideProgress
from companion.session.fate.interpret import FateInterpreter
from companion.session.fate.kept_cards import kept
from companion.session.fate.pending import HERO_PHASES, PendingAnswers
from companion.session.fate.snapshot import FateChoice, FateSnapshot, GuideEntry, Stage
from companion.session.fate.snapshot_builder import snapshot
from companion.session.fate.step import FateStep, apply_move, in_turn
from companion.session.fate.table_state import TableState, adopted, recognised, table, table_state
from companion.session.timeline import refusal
from companion.session.view import Choice, Way
from companion.session.watched import WatchedSession
from companion.table.observation import Observation
from companion.table.verdict import Played, Settled, Verdict


class FateSession(WatchedSession[FateStep, Act]):
    """One game from a set-up of the script format; the players set up the table first.

    Without a camera, acts of heroes count as done at the table, and playing on counts as having put undone
    pieces back. All changes by monsters wait for one confirmation if `together`. A hero's turn without any
    decision left ends automatically if players can be asked, unless a lesson goes on: it explains the end.

    An act of a bot counts at once; with a camera its steps are open until hands have done them. Decisions of
    the monsters' turn that concern only heroes of bots are answered at once, too.
    """

    def __init__(
        self,
        setup: Mapping[str, Any],
        context: SessionContext,
        stored_as: int | None = None,
        bots: Bots = MappingProxyType({}),
    ) -> None:
        """Begin a new game, or resume the stored one. Raises RuleError `bad_setup`."""
        start = FateStep(fate.RULES.read_setup(setup))
        super().__init__(fate.RULES, fate.RULES.seats(setup), context, bots)
        self.interpreter = FateInterpreter()
        self.paused = False
        self.dice_pool = DicePool()
        self.dialogs = RunningDialogs(self.hand)
        self._offers: tuple[object, dict[str, tuple[Offer, ...]]] = (None, {})
        self._hands = EventHands()
        self.pending = PendingAnswers(context)
        self._checked = False
        self._closing = False
        self._guided = True
        self._back = False
        self.guide = GuideProgress(TableState(), table_state(start.position), setting_up=True)
        if not context.at_table:
            self.guide.at = len(self.guide.steps)
        if stored_as is None:
            self._begin(setup, start)
        else:
            self._resume(stored_as, start)
            self.paused = self.position.phase not in HERO_PHASES

    @classmethod
    def begin(cls, config: GameConfig, context: SessionContext) -> "FateSession":
        """Begin a game; a written set-up overrides the roles (heroes). Raises RuleError `bad_setup`."""
        seats = [
            {"name": name, "hero": hero} for name, hero in zip(config.players, config.roles, strict=False)
        ]
        setup = config.setup or {"players": seats, **config.options}
        return cls(setup if "position" in setup else {LETTER: True, **setup}, context, bots=config.bots)

    @classmethod
    def resume(cls, game: int, context: SessionContext) -> "FateSession":
        """Go on with a stored game. Raises StorageError."""
        assert context.journal
        return cls(context.journal.game(game).setup, context, game)

    @property
    def position(self) -> Position:
        """Position after the acts that count."""
        return self.timeline.current.position

    @property
    def assumed_table(self) -> Table:
        """Assumed table after the guide steps done."""
        return table(self.guide.assumed_table.pieces)

    @property
    def steps(self) -> Sequence[GuideEntry]:
        """Steps that the players still have to do."""
        return self.guide.left

    @property
    def put_back(self) -> int:
        """Number of optional steps to the expected table after an undo.

        The game does not wait for them.
        """
        return super().put_back if self._back else 0

    @property
    def settled_table(self) -> Table | None:
        """As `assumed_table`: pictures are only compared with it."""
        return self.assumed_table

    @property
    def expected(self) -> Table | None:
        """As `assumed_table`: open guide steps are not expected yet."""
        return self.assumed_table

    @property
    def over(self) -> bool:
        """True if the game has ended and the players have done its last steps."""
        return self.stage == "over"

    @property
    def rolls(self) -> bool:
        """True if the app rolls dice."""
        return self.pending.dice == "app"

    @property
    def together(self) -> bool:
        """True if the monsters' turn is played to its end before its steps are shown: no camera watches."""
        return not self._context.watched

    @property
    def setting_up(self) -> bool:
        """True until a hero has acted at a real table."""
        acted = (step.position.phase == "heroes" for step in self.timeline.steps[: self.timeline.at])
        return self._context.at_table and not any(acted)

    @property
    def stage(self) -> Stage:
        """The stage that the table waits for."""
        phase = self.position.phase
        hands = bool(self.guide.left) and not self.put_back and (self._guided or phase != "heroes")
        if hands and not self.together:
            return "guide"
        if (phase in HERO_PHASES or self.together) and self._decision():
            return "choice"
        if hands and (phase in HERO_PHASES or self.paused or not self.timeline.at):
            return "guide"
        if phase == "die" and self._context.watched and not self._checked:
            return "check"
        if self._closing and self.interpreter.differences:
            return "repair"
        if phase in HERO_PHASES:
            return "heroes" if phase == "heroes" else "over"
        return "choice" if self._decision() else "monsters"

    @property
    def choice(self) -> FateChoice | None:
        """The open choice; optional while a hero acts."""
        match self.stage:
            case "check" | "repair" as stage:
                spaces = tuple(difference.space for difference in self.interpreter.differences)
                return choices.table_check(spaces, wrong=bool(spaces), beginning=stage == "check")
            case "choice":
                return self._decision()
            case "heroes":
                return choices.seen_move(self.position, self.interpreter.differences)
        return None

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> FateSnapshot:
        """Return the view of a seat, or of the shared screen with None; `problem`: last error."""
        return snapshot(self, self._common(game, problem, seat), seat)

    def bot_to_move(self, number: int | None = None) -> bool:
        """Return whether a bot's hero acts after `number` acts, or now; nothing else is open then."""
        at = self.timeline.at if number is None else number
        acts = self.timeline.steps[at].position.phase == "heroes" and super().bot_to_move(number)
        return acts and (number is not None or self.stage == "heroes")

    def known_to_bot(self, seat: int) -> tuple[int, ...]:
        """Return the event cards that the app holds for a bot. Raises RuleError `no_secret` for a person."""
        if not 0 <= seat < len(self.players) or self.players[seat] not in self.bots:
            hand: tuple[int, ...] = self.secret(seat)
            return hand
        return self._hands.of(self.position, seat, self.past)

    def hand(self, hero_id: str) -> tuple[int, ...] | None:
        """Return the event cards that the app keeps for a hero; None if they lie in people's hands."""
        seat = next((n for n, hero in enumerate(self.position.heroes) if hero.id == hero_id), None)
        return (
            None if self._context.at_table or seat is None else self._hands.of(self.position, seat, self.past)
        )

    def submit(self, move: Act) -> None:
        """Play an act. Raises RuleError when it is not legal now, `bots_turn` when the app plays the hero."""
        if self.bot_to_move() and not isinstance(move, Correct):
            raise refusal("bots_turn", N_("The app plays this hero now."))
        self._play_by_hand(move)
        self.paused = False
        self._go_on()

    def choices(self, seat: int | None = None) -> Sequence[Choice]:
        """Return what a seat may decide: the open question of its act, else for the table and its hero.

        Anybody decides for the table, but not on a bot's behalf.
        """
        if self.over or (seat is not None and self.players[seat] in self.bots):
            return ()
        owner = self.asking(seat)
        return [*(self._questions(owner) if owner is not None else self._open(seat))]

    def asking(self, seat: int | None) -> str | None:
        """Return the owner of the dialog whose question a seat sees; None if there is none."""
        owners = ["", self._acting().id] if seat is None else [self.position.heroes[seat].id]
        return next((owner for owner in owners if self.dialogs.question(owner)), None)

    def choose(self, index: int, dice: Sequence[Face] = ()) -> None:
        """Answer the choice of the table; `dice`: typed faces."""
        self.paused = False
        self._answer(index, tuple(dice))
        self._go_on()

    def _questions(self, owner: str) -> Iterator[Choice]:
        """Return the open question of a dialog."""
        ask = self.dialogs.question(owner)
        assert ask
        takers: dict[str, Callable[[Way], object]] = {
            "ask": partial(self._continue, owner),
            "enough": partial(self._continue, owner),
            "roll": lambda _: self._play_known(owner, self.dialogs.roll(owner, self._rolled)),
            "cancel": lambda _: self.dialogs.cancel(owner),
        }
        hero = find_hero(self.position, owner) if owner else None
        for decision in decisions.questions(self.position, hero, ask, self.rolls):
            yield Choice(decision, takers[decision.id])

    def _continue(self, owner: str, way: Way) -> None:
        self._play_known(owner, self.dialogs.answer(owner, way))

    def _open(self, seat: int | None) -> Iterator[Choice]:
        yield from self._of_table()
        acting, position = self._acting(), self.position
        seats = sorted(range(len(position.heroes)), key=lambda one: one != position.turn)
        for number in seats if seat is None else (seat,):
            hero = position.heroes[number]
            if hero.player in self.bots:
                continue
            active = hero is acting and position.phase == "heroes" and self.stage in ("heroes", "repair")
            for offer in self._offered(hero, active):
                decision = decisions.offer(position, hero, offer)
                owner = "" if seat is None and not active else hero.id
                yield Choice(decision, partial(self._begin_act, owner, offer))
        if position.phase != "over":
            things = decisions.correctable(position) if seat is None else (position.heroes[seat].id,)
            owner = "" if seat is None else position.heroes[seat].id
            yield Choice(decisions.correct(things), partial(self._correct, owner))

    def _of_table(self) -> Iterator[Choice]:
        """Return what anybody may decide for the table."""
        stage, choice = self.stage, self.choice
        if choice:
            ways = decisions.option_ways(choice)
            takers: dict[str, Callable[[Way], object]] = {
                "choose": lambda way: self.choose(ways.index(way)),
                "any_order": lambda _: self._in_any_order(),
                "roll": lambda _: self.choose(0),
                "dice": lambda way: self.choose(len(choice.options) - 1, cast(tuple[Face, ...], way)),
            }
            yield from (Choice(one, takers[one.id]) for one in decisions.choice(choice))
        elif stage == "monsters":
            yield Choice(decisions.GO_ON, lambda _: self._resume_monsters())
        if self.guide.left and not self.put_back and stage in ("guide", "heroes", "repair", "check"):
            if self.guide.changes:
                yield from self._of_changes()
                return
            film = stage in ("guide", "repair")
            done = decisions.NEXT if film else decisions.DONE
            if self.setting_up:
                done = decisions.THERE if self.guide.left[0].what == "come" else decisions.DONE
            yield Choice(done, lambda _: self._step_done())
            if film:
                yield Choice(decisions.ALL, lambda _: self.all_done())
                if self.guide.at:
                    yield Choice(decisions.BACK, lambda _: self._set_progress(self.guide.at - 1))

    def _of_changes(self) -> Iterator[Choice]:
        """Return what anybody may decide while the changes of the monsters' turn are listed."""
        yield Choice(decisions.turn_of(self._acting()), lambda _: self._step_done())
        if self._context.at_table and (tick := decisions.tick(self.guide.changes)):
            yield Choice(tick, lambda way: self.guide.tick([int(str(way[0]))]))
        if self.guide.at:
            back, to = (decisions.AGAIN, 0) if self.together else (decisions.BACK, self.guide.at - 1)
            yield Choice(back, lambda _: self._set_progress(to))

    def _offered(self, hero: Hero, active: bool) -> tuple[Offer, ...]:
        """Return what is offered to a hero; kept until the position is another one."""
        position, key = self.position, f"{hero.id} {active}"
        if self._offers[0] is not position:
            self._offers = position, {}
        found = self._offers[1]
        if key not in found:
            found[key] = offered(position, hero, active)
        return found[key]

    def _begin_act(self, owner: str, offer: Offer, way: Way) -> None:
        self._play_known(owner, self.dialogs.begin(owner, offer.begin(), way))

    def _correct(self, owner: str, way: Way) -> None:
        self._play_known(owner, self.dialogs.begin(owner, corrected(self.position, str(way[0]))))

    def _play_known(self, owner: str, acts: Sequence[Act]) -> None:
        """Play the acts of a dialog that is at its end."""
        for act in acts:
            self.submit(act)

    def _step_done(self) -> None:
        self._set_progress(self.guide.at + 1)
        self._go_on()

    def _resume_monsters(self) -> None:
        self.paused = False
        self._go_on()

    def _in_any_order(self) -> None:
        self.pending.in_any_order()
        self._resume_monsters()

    def _acting(self) -> Hero:
        return self.position.heroes[self.position.turn]

    def all_done(self) -> None:
        """Count all steps as done."""
        if self.guide.left:
            self._set_progress(len(self.guide.steps))
        self._go_on()

    def undo(self, moves: int = 1) -> None:
        """Undo acts, also after the end; an answer that makes no act yet is undone first.

        Without a camera, one act is undone with all automatic ones after it. Raises RuleError
        `nothing_to_undo`.
        """
        if moves != 1:
            super().undo(moves)
        elif not self.pending.take_back():
            super().undo(self.pending.acts_until_decision(self.timeline, -1))

    def redo(self, moves: int = 1) -> None:
        """Redo acts; one act as `undo` takes it back. Raises RuleError `nothing_to_redo`."""
        super().redo(moves if moves != 1 else self.pending.acts_until_decision(self.timeline, 1))

    def roll(self, dice: int) -> None:
        """Fill up the dice pool of a hero's act to `dice` dice; existing ones are kept."""
        missing = dice - len(self.dice_pool.faces)
        if self.rolls and missing > 0 and self.position.phase == "heroes":
            faces = self.dice_pool.faces + luck.dice(self._context.chance, missing)
            self.timeline.store("dice", {"faces": list(faces)})
            self.dice_pool.faces = faces

    def _take_picture(self, observation: Observation) -> None:
        while (done := self.guide.ticked(observation)) > self.guide.at:
            self._set_progress(done)
            self._go_on()
        if seen := self.guide.seen(observation):
            self.guide.tick(seen)
        super()._take_picture(observation)

    def _bot_plays(self, move: Act) -> None:
        """Play a bot's act; with a camera, the guide leads the hands that make it."""
        self._commit(move)
        if not self._context.watched and self.position.phase in HERO_PHASES and self.guide.left:
            self._set_progress(len(self.guide.steps))
        self.paused = False
        self._go_on()

    def _nearest_decision(self, number: int) -> int:
        """Return the nearest number of acts, fewer if possible, after which a person decides."""
        steps = self.timeline.steps
        if not self.bots or not 0 <= number < len(steps):
            return number
        ways = (*range(number, -1, -1), *range(number, len(steps)))
        return next((n for n in ways if self._person_decides(n)), number)

    def _person_decides(self, number: int) -> bool:
        position = self.timeline.steps[number].position
        return self.pending.needs_decision(position) and not self.bot_to_move(number)

    def _interpret(self, observation: Observation) -> Verdict[Act]:
        return self.interpreter.interpret(self.position, observation, self.assumed_table, self.guide.passing)

    def _on_settled(self, settled: Settled) -> None:
        if self.guide.left:
            return
        self._closing = False
        if self.stage == "check":
            self._checked = True
            self._go_on()

    def _on_wait(self, why: Why, spaces: tuple[Space, ...]) -> None:
        """The snapshot marks unsure spaces; the game continues."""

    def _on_played(self, played: Played[Act]) -> None:
        raise AssertionError("a picture of Fate never tells an act for sure")

    def _on_wrong(self, illegal: Illegal, observation: Observation) -> None:
        """The snapshot marks differences; a choice settles them when the monsters move."""

    def _on_unrepaired(self, observation: Observation) -> None:
        """Guide steps are still open: nothing to do."""

    def _rolled(self, dice: int) -> tuple[Face, ...]:
        self.roll(dice)
        return self.dice_pool.faces

    def _apply_move(self, move: Act) -> FateStep:
        return apply_move(self.position, move)

    def _commit(self, move: Act, after: FateStep | None = None) -> None:
        after = after or self._apply_move(move)
        if self.put_back:
            self._set_progress(len(self.guide.steps))
        super()._commit(move, after)

    def _ending(self) -> Mapping[str, Any] | None:
        return {"result": self.position.result}

    def _decision(self) -> FateChoice | None:
        found = self.pending.choice(self.timeline.current)
        return found if found is None or self._context.at_table else kept(found, self.hand)

    def _go_on(self) -> None:
        """Continue the monster turn until steps or decisions are needed.

        The Rune Stone is moved together with the monsters, and all attacks are shown at once.
        """
        while not self.paused:
            if (index := self._bots_answer()) is not None:
                self._answer(index)
            elif self.stage == "monsters" or self._nothing_to_move():
                self._play_or_ask(self.pending.forced(self.position))
            else:
                return

    def _nothing_to_move(self) -> bool:
        decided = self.position.phase in ("walk", "attacks") and not self._decision()
        return decided and not any(step.acts for step in self.guide.left)

    def _play_by_hand(self, act: Act) -> None:
        """Play an act of the players; end a hero's turn that has no decision left, but not in a lesson."""
        by_hero = in_turn(self.position, act)
        self._commit(act)
        ends = by_hero and not isinstance(act, Correct | EndTurn) and self._context.interactive
        if ends and not self.learning and is_turn_done(self.position):
            self._commit(EndTurn())
        if by_hero and not self._context.watched and self.guide.left:
            self._set_progress(len(self.guide.steps))

    def _play_or_ask(self, act: Act) -> None:
        """Play an act; if prevention is to be decided, store the rolled dice before they are shown."""
        new_roll = isinstance(act, MonsterAttack) and act != self.pending.taken.attack
        if isinstance(act, MonsterAttack) and new_roll and choices.prevention(self.position, act):
            self.timeline.store("rolled", fate.act_object(act))
            self.pending.rolled(act)
        else:
            self._commit(act)

    def _answer(self, index: int, dice: tuple[Face, ...] = ()) -> None:
        choice = self.choice
        assert choice
        if choice.what == "table":
            self._settle_table(index)
            return
        act = self.pending.answer(self.position, choice, index, dice)
        if act and choice.what == "seen":
            self._accept_seen(self.interpreter.table)
            self._play_by_hand(act)
        elif act:
            self._play_or_ask(act)

    def _bots_answer(self) -> int | None:
        """Return the answer of bots to the open choice; None if people answer."""
        choice = self.choice if self.bots and self.stage == "choice" else None
        return bot.answer(self, choice) if choice else None

    def _settle_table(self, index: int) -> None:
        """Apply the decision on the table: 0 the screen is right, 1 the table, 2 nothing is wrong."""
        if not self.interpreter.differences or index == 2:
            self._checked, self._closing = True, False
            self.interpreter.differences = ()
            return
        acts = corrections.towards(self.position, self.interpreter.table or {}) if index == 1 else ()
        self._accept_seen(self.interpreter.table)
        for act in acts:
            self._commit(act)

    def _accept_seen(self, seen: Table | None) -> None:
        """Store and assume the seen table, as the players confirmed it."""
        assert seen is not None
        assumed = {str(space): dict(counts) for space, counts in seen.items() if counts}
        self.timeline.store("table", {"table": assumed})
        self._assume_seen(seen)

    def _set_progress(self, steps: int) -> None:
        self.timeline.store("hands", {"at": steps})
        self.guide.at = steps

    def _replay_event(self, kind: str, payload: Mapping[str, Any]) -> None:
        match kind:
            case "hands":
                self.guide.at = min(payload["at"], len(self.guide.steps))
            case "table":
                self._assume_seen(payload["table"])
            case "dice":
                self.dice_pool.faces = tuple(payload["faces"])
            case "rolled":
                attack = fate.read_act(payload)
                assert isinstance(attack, MonsterAttack)
                self.pending.rolled(attack)

    def _on_committed(self, move: Act) -> None:
        timeline = self.timeline
        before, after = timeline.steps[timeline.at - 1].position, timeline.current
        base = self.guide.assumed_table
        by_hero = in_turn(before, move)
        by_person = by_hero and not (self._context.watched and self._is_bot(before))
        if isinstance(move, Correct):
            base = adopted(base, table_state(before), table_state(after.position))
        elif by_person:  # the players track their heroes' values themselves
            base = table_state(after.position)._replace(pieces=base.pieces)
        self.dice_pool.played(timeline.at, move)
        self.dialogs.forget()
        self.pending.played(move, after.happenings)
        self._guided, self._back = not by_person, False
        if not answers_attack(before, move):
            self._closing = before.phase not in HERO_PHASES and after.position.phase in HERO_PHASES
        attack = isinstance(move, MonsterAttack) and next(
            m.kind for m in before.monsters if m.id == move.monster
        )
        wanted, causes = table_state(after.position), (after.happenings, attack or "", self.setting_up)
        goes_on = self.guide.left and not by_hero and not isinstance(move, Correct)
        guide = self.guide.then(wanted, *causes) if goes_on else GuideProgress(base, wanted, *causes)
        if before.phase not in HERO_PHASES and after.position.phase == "heroes" and (rows := self._changes()):
            guide = guide.checked(rows, self._context.at_table)
        self._guide(guide)

    def _changes(self) -> tuple[Change, ...]:
        """Return what has changed since a hero acted last; nothing before the first turn of the heroes."""
        steps = self.timeline.steps[: self.timeline.at]
        last = next((step.position for step in reversed(steps) if step.position.phase == "heroes"), None)
        if last is None:
            return ()
        return changes(table_state(last), table_state(self.position), self._context.at_table)

    def _on_undo_redo(self) -> None:
        self.dice_pool.rewind(self.timeline.at)
        self.dialogs.forget()
        self.pending.forget()
        self._guided, self._closing = True, False
        self._back = True
        self.paused = self.position.phase not in HERO_PHASES
        self._guide(GuideProgress(self.guide.assumed_table, table_state(self.position)))
        if not self._context.at_table:
            self.guide.at = len(self.guide.steps)

    def _is_bot(self, position: Position) -> bool:
        return position.heroes[position.turn].player in self.bots

    def _assume_seen(self, seen: Table) -> None:
        wanted = table_state(self.position)
        self._guided = True
        assumed = self.guide.assumed_table._replace(pieces=recognised(seen, wanted.pieces))
        self._guide(GuideProgress(assumed, wanted))

    def _guide(self, guide: GuideProgress) -> None:
        """Set the guide and drop the last comparison."""
        self.guide = guide
        self.interpreter.forget()
        if self.position.phase != "die":
            self._checked = False
