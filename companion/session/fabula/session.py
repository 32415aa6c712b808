"""The state machine of a duel at a table: touches and pictures in, snapshots out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from companion.errors import CompanionError
from companion.games import fabula
from companion.games.base import N_, Sentence, Space
from companion.games.fabula import keys, values
from companion.games.fabula.actions import Action, Adjust, Concede, Discard, Next, Pass, Place, Play
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.session.base import Bots, GameConfig, SessionContext
from companion.session.events import Illegal, Why
from companion.session.fabula import automatic_pass, by_hand, hidden, offers
from companion.session.fabula.decisions import Asks, asked
from companion.session.fabula.interpret import FabulaInterpreter, laid_bases
from companion.session.fabula.snapshot import FabulaSnapshot, snapshot
from companion.session.fabula.step import apply_move
from companion.session.fabula.stop_settings import Stop, Wishes
from companion.session.sealed import Sealed
from companion.session.timeline import Step, refusal
from companion.session.view import PRESS, Choice, Decision, Way
from companion.session.watched import WatchedSession
from companion.table.compare import SURE
from companion.table.observation import Observation
from companion.table.verdict import Played, Settled, Verdict, Wait


class FabulaSession(WatchedSession[Step[Position], Action]):
    """One duel.

    Positions of the timeline hold public knowledge only: no hand, no order of a deck. If the app keeps the
    hands (`in_app`), the order of each deck is sealed and the app names a card that is shown; otherwise its
    player does. `own_hands`: players who hold their cards themselves while the app plays the other side.
    Automatic actions follow at once (`automatic_pass`). `placing`: bases placed so far, in memory only until
    both players have placed theirs; after a restart they place them again.
    """

    def __init__(
        self,
        setup: Mapping[str, Any],
        context: SessionContext,
        bots: Bots = MappingProxyType({}),
        *,
        in_app: bool = True,
        friendly: bool = False,
        stored_as: int | None = None,
    ) -> None:
        """Begin a new duel, or resume the stored one; in a `friendly` one, opening hands hold cheap allies.

        Raises RuleError `bad_setup`, `bad_deck`.
        """
        fabula.RULES.read_setup(setup)
        self.setup = hidden.written(setup)
        super().__init__(fabula.RULES, fabula.RULES.seats(setup), context, bots)
        self.wishes: dict[str, Wishes] = {player: Wishes() for player in self.players}
        self.placing: dict[str, tuple[Id, ...]] = {}
        self.interpreter = FabulaInterpreter()
        self._in_app, self._friendly = in_app, friendly
        start = Step(fabula.RULES.read_setup(self.setup))
        if stored_as is None:
            self._begin(self.setup, start)
        else:
            self._resume(stored_as, start)

    @classmethod
    def begin(cls, config: GameConfig, context: SessionContext) -> "FabulaSession":
        """Begin a duel with a written set-up, or with the decks chosen as roles."""
        on_table = config.options.get("hands", "app") != "app"
        mixed = on_table and context.watched and bool(config.bots)
        setup = hidden.chosen(config, mixed) if config.setup is None else config.setup
        in_app = not on_table or bool(config.bots)
        return cls(setup, context, config.bots, in_app=in_app, friendly=config.lesson)

    @classmethod
    def resume(cls, game: int, context: SessionContext) -> "FabulaSession":
        """Go on with a stored duel. Raises StorageError."""
        assert context.journal
        return cls(context.journal.game(game).setup, context, in_app=False, stored_as=game)

    @property
    def in_app(self) -> bool:
        """True if the app keeps the hands of people."""
        return self.sealed is not None and not self.own_hands

    @property
    def own_hands(self) -> tuple[str, ...]:
        """Players who hold their cards themselves while the app keeps the others'."""
        return tuple(self.setup.get("own_hands", ()))

    def keeps(self, seat: Player) -> bool:
        """Return whether the app keeps the hand of a seat."""
        return self.sealed is not None and self.players[seat] not in self.own_hands

    @property
    def position(self) -> Position:
        """Public position after the actions that count."""
        return self.timeline.current.position

    @property
    def unseen(self) -> tuple[Mapping[str, int], ...]:
        """By player, the cards of the deck list that no player has seen yet."""
        return hidden.unseen(self.setup, self.position)

    @property
    def bases(self) -> Mapping[Id, str]:
        """The bases of both decks, in the order of their lists."""
        names = self.timeline.steps[0].position.names
        return {base.id: names[base.id] for base in self.position.bases}

    @property
    def asks(self) -> Asks:
        """The decision that is open now."""
        return "search" if self.searching else asked(self.position)

    @property
    def decider(self) -> Player:
        """Index of the deciding player; people place their bases one after the other."""
        position = self.position
        if self.asks == "bases":
            laid = {*self.placing, *self.bots}
            return next((n for n, name in enumerate(self.players) if name not in laid), 0)
        return position.stack[-1].controller if self.asks == "search" else decider(position)

    def seen_by(self, position: Position, seat: Player | None) -> Position:
        """Return a position with the names that a seat may see."""
        seen = fabula.RULES.view(position, seat)
        held = {id_ for n, side in enumerate(position.sides) if not self.keeps(n) for id_ in side.hand}
        # known cards that went back to a hand
        known = {id_: name for id_, name in position.names.items() if id_ in held}
        seen = seen._replace(names={**seen.names, **known})
        if seat is None or not self.keeps(seat):
            return seen
        return hidden.with_hand(seen, seat, self.ordered(seat))

    def ordered(self, seat: Player) -> Sequence[str]:
        """Return the shuffled deck of a seat; for internal use only."""
        assert self.sealed
        return hidden.order(self.setup, self.players[seat], self.sealed.look(seat))

    def past(self, seat: int) -> Sequence[Position]:
        """Return the positions up to now, in order, as a seat may see them."""
        steps = self.timeline.steps[: self.timeline.at + 1]
        return [self.seen_by(step.position, seat) for step in steps]

    def secret(self, seat: int) -> Any:
        """Return the hand of a seat as [id, name] pairs.

        After the end of the duel it is the number that shuffled the deck.

        Raises RuleError `no_secret` if the app does not keep the hand.
        """
        if self.own_hands and not self.keeps(seat):
            raise refusal("no_secret", N_("Expected secrets to be dealt, found none."))
        number = super().secret(seat)
        if self.finished:
            return number
        position = self.position  # the window asks while the game goes on
        names = self.seen_by(position, seat).names
        return [[id_, names[id_]] for id_ in position.sides[seat].hand]

    def snapshot(
        self, game: int, problem: CompanionError | None = None, seat: int | None = None
    ) -> FabulaSnapshot:
        """Return the view of a seat, or of the shared screen with None; `problem`: last error."""
        common = self._common(game, problem, seat)
        common["own_hands"] = self.own_hands
        if seat is not None and self.sealed:
            common["secret"] = self.secret(seat) if self.keeps(seat) else None
        return snapshot(self, common, seat)

    def submit(self, move: Action) -> None:
        """Play an action of people. Raises RuleError if it is not legal."""
        self._commit(move)
        self._go_on()

    def confirm(self) -> None:
        """Play the usual action: pass, declare nothing or go to the next phase; never a discard."""
        if self.position.phase == "bases":
            self.submit(Place(dict(self.placing)))
        elif not self.finished and asked(self.position) != "discard":
            self.submit(automatic_pass.usual(self.position, self._waits_for_other()))

    def end_turn(self) -> None:
        """Continue without further declarations until the other's turn or a decision."""
        turn, player = self.position.turn_number, self.position.turn
        for _ in range(_MAX_AUTOMATIC_ACTIONS):
            idle = asked(self.position) in IDLE and decider(self.position) == player
            if self.finished or self.position.turn_number != turn or not idle:
                return
            self.confirm()

    def place(self, player: str, bases: Sequence[Id]) -> None:
        """Place the bases of a player; both sides are turned over together (FB-023)."""
        if player not in self.players or self.position.phase != "bases":
            raise refusal("wrong_phase", N_("The bases lie on their places."))
        apply_move(self.position, Place({player: tuple(bases)}))
        self.placing[player] = tuple(bases)
        if len(self.placing) == len(self.players) - len(self.bots):
            self.submit(Place(dict(self.placing)))

    def bot_to_move(self, number: int | None = None) -> bool:
        """Return whether a bot decides after `number` moves, or now; people place bases first."""
        step = self.timeline.steps[self.timeline.at if number is None else number]
        if step.position.phase == "bases" and len(self.bots) < len(self.players):
            return False
        return super().bot_to_move(number)

    def undo(self, moves: int = 1) -> None:
        """Undo actions; a single one with all automatic ones. Raises RuleError `nothing_to_undo`."""
        super().undo(self._with_automatic_ones(-1) if moves == 1 else moves)

    def redo(self, moves: int = 1) -> None:
        """Redo actions; a single one as `undo` takes it back. Raises RuleError `nothing_to_redo`."""
        super().redo(self._with_automatic_ones(1) if moves == 1 else moves)

    def _with_automatic_ones(self, direction: int) -> int:
        """Return the number of actions until a person decided, or decides again."""
        return automatic_pass.actions_until_decision(self.timeline, self.needs_decision, direction)

    def needs_decision(self, position: Position) -> bool:
        """Return whether a player has to decide in a position, or wants to."""
        return automatic_pass.needs_decision(position, self.wishes, self._least_costs(position))

    @property
    def searching(self) -> bool:
        """True if a player has to name the card that a search in a deck on the table has found."""
        position = self.position
        if not position.passes or not (search := automatic_pass.found_by_search(position)):
            return False
        if self.keeps(search[0]):
            return False
        return not any(id_ in position.names for id_ in search[1])

    def choices(self, seat: int | None = None) -> Sequence[Choice]:
        """Return what a seat may decide: what is asked of it, and what is no part of the play."""
        if self.finished or (seat is not None and self.players[seat] in self.bots):
            return ()
        if self.asks == "bases":
            return [*self._bases(seat)]
        found: list[Choice] = []
        by_person = self.players[self.decider] not in self.bots
        if by_person and seat in (None, self.decider):
            found += self._searched() if self.asks == "search" else self._asked(seat)
        return [*found, *self._aside(seat, by_person)] if self.asks != "mulligan" else found

    def _bases(self, seat: int | None) -> Iterator[Choice]:
        """Yield the choice of the centre of each person, or of a seat."""
        for number, player in enumerate(self.players):
            laid = self.placing.get(player, ())
            if player in self.bots or seat not in (None, number) or (laid and seat is None):
                continue
            decision = offers.centre(self.position, player, self.bases, seat is None, laid)
            if decision.ways:
                yield Choice(decision, partial(self._centre, player))

    def _centre(self, player: str, way: Way) -> None:
        own = [id_ for id_ in self.bases if id_.rpartition("/")[0] == player and id_ != way[0]]
        self.place(player, (str(way[0]), *own))

    def _searched(self) -> list[Choice]:
        search = automatic_pass.found_by_search(self.position)
        assert search
        player, _, find = search
        cards = self.position.cards
        fit = [(name, cards[name]) for name in self.unseen[player] if values.matches_print(find, cards[name])]
        named = Choice(offers.found(fit), lambda way: self._found(str(way[0])[1:]))
        nothing = Choice(offers.NOT_FOUND, lambda _: self._found(""))
        return [named, nothing] if fit else [nothing]

    def _asked(self, seat: int | None) -> list[Choice]:
        """Return the actions that are open, and the keys of who does nothing more."""
        now, seen = self.decider, self.interpreter.reading
        position = self.seen_by(self.position, seat)
        unseen, names = self.unseen[now], not self.keeps(now)
        of = offers.Asking(position, self.asks, now, seat, names, unseen, seen)
        found = [Choice(decision, partial(self._play, made)) for decision, made in offers.offers(of)]
        if passing := offers.passing(of):
            found.append(Choice(passing, lambda _: self.confirm()))
        if seen.turn_over:
            found.append(Choice(offers.TURN_OVER, lambda _: self.end_turn()))
        elif self._goes_on(of) and not (seen.choices or seen.laid):
            found.append(Choice(offers.END_TURN, lambda _: self.end_turn()))
        if of.asks == "answer":
            found.append(Choice(offers.PASS_TURN, lambda _: self._pass_turn()))
        return found

    def _goes_on(self, of: offers.Asking) -> bool:
        """Return whether more than the end of the turn would follow if nothing is done."""
        more = of.asks in ("restore", "act") and of.decider == of.position.turn
        return more and (of.asks == "restore" or keys.after_cards(of.position) != "end")

    def _play(self, made: Callable[[Way], Action], way: Way) -> None:
        self.submit(made(way))

    def _pass_turn(self) -> None:
        """Ask who decides no more in this turn."""
        player = self.players[self.decider]
        self.wishes[player] = self.wishes[player]._replace(passed=self.position.turn_number)
        self._go_on()

    def _aside(self, seat: int | None, by_person: bool) -> Iterator[Choice]:
        """Yield changes by hand, when to be asked, and giving up."""
        player = self.players[self.decider if seat is None else seat]
        if player in self.bots:
            return
        if by_person and seat in (None, self.decider):
            decision = by_hand.decision(self.position, player, self.sealed is None or bool(self.own_hands))
            yield Choice(decision, lambda way: self.submit(by_hand.action(self.position, way)))
        for stop, decision in offers.stops(self.wishes[player]):
            yield Choice(decision, partial(self._turn_stop, player, stop))
        text = Sentence(N_("{player} gives up"), {"player": player})
        concede = Decision("concede", text, PRESS, aside=True)
        yield Choice(concede, lambda _: self.submit(Concede(player)))

    def _turn_stop(self, player: str, stop: Stop, _: Way) -> None:
        """Ask a player at a stop, or no more."""
        wishes = self.wishes[player]
        self.wishes[player] = wishes._replace(stops=wishes.stops ^ {stop})

    def _found(self, card: str) -> None:
        """Take the card that a search has found, "" for none. Raises RuleError `not_asked`."""
        search = automatic_pass.found_by_search(self.position)
        if not self.searching or search is None:
            raise refusal("not_asked", N_("Expected an answer to a question, found no such question."))
        if card:
            self._commit(Adjust((), {search[1][0]: card}))
        self._commit(Pass())
        self._go_on()

    @property
    def repairing(self) -> bool:
        """Always False: the interpreter itself keeps the open repairs."""
        return False

    def _take_picture(self, observation: Observation) -> None:
        """Play the actions that a picture shows; ignored if the app keeps the hands."""
        for _ in range(_MAX_ACTIONS_A_PICTURE):
            played = self.timeline.at
            if self.in_app or self.finished or self.searching:
                return
            super()._take_picture(observation)
            if self.timeline.at == played:
                return

    def _interpret(self, observation: Observation) -> Verdict[Action]:
        if self.position.phase == "bases":
            people = [name for name in self.players if name not in self.bots]
            bases = laid_bases(self.position, dict(self.bases), observation.table, people)
            return Played(Place(bases), SURE) if bases else Wait("unfinished")
        bots = frozenset(n for n, name in enumerate(self.players) if name in self.bots)
        return self.interpreter.interpret(self.position, observation, self.unseen, bots)

    def _on_settled(self, settled: Settled) -> None:
        """Nothing to do: the cards are as expected."""

    def _on_wait(self, why: Why, spaces: tuple[Space, ...]) -> None:
        """Nothing to do: the screen shows the unfinished action."""

    def _on_played(self, played: Played[Action]) -> None:
        if played.move == Next():
            self.confirm()
        else:
            self.submit(played.move)

    def _on_wrong(self, illegal: Illegal, observation: Observation) -> None:
        """Nothing to do: the screen shows the repairs."""

    def _apply_move(self, move: Action) -> Step[Position]:
        return apply_move(self.position, move)

    def _deal(self) -> Sealed | None:
        secret, chance = self._rules.secret, self._context.chance
        if not self._in_app or not self._friendly or secret is None:
            return super()._deal() if self._in_app else None
        start = fabula.RULES.read_setup(self.setup)
        return Sealed(secret, [hidden.friendly(self.setup, start, name, chance) for name in self.players])

    def _bot_plays(self, move: Action) -> None:
        self.submit(move)

    def _ending(self) -> Mapping[str, Any]:
        result = self.position.result
        return {"result": self.players[result.winner], "reason": result.reason} if result else {}

    def _on_committed(self, move: Action) -> None:
        super()._on_committed(move)
        self.placing = {}
        self.interpreter.moved(self.position)

    def _commit(self, move: Action, after: Step[Position] | None = None) -> None:
        """Commit a move; if the app keeps the hands, publish the cards that it shows."""
        if after is None and self.sealed and (shows := self._to_show(move)):
            if isinstance(move, Play | Discard | Adjust):
                move = move._replace(shows={**shows, **move.shows})
            else:
                super()._commit(Adjust((), shows))
        super()._commit(move, after)

    def _on_undo_redo(self) -> None:
        self.placing = {}
        self.interpreter.undone(self.position)

    def _to_show(self, move: Action) -> dict[Id, str]:
        """Return the cards that a move shows or finds.

        The move must have the same result with all cards known as with public knowledge only.
        """
        public = self.position
        known = {
            f"{player}/{number}": name
            for seat, player in enumerate(self.players)
            if self.keeps(seat)
            for number, name in enumerate(self.ordered(seat), 1)
        }
        full = Duel(apply_move(public._replace(names={**known, **public.names}), move).position).zones()
        seen = {id_ for id_ in known if full.get(id_) in _OPEN_ZONES}
        if not isinstance(move, Play | Discard | Adjust):
            there = Duel(apply_move(public, move).position).zones()
            seen |= {id_ for id_ in known if full.get(id_) != there.get(id_)}
        seen -= public.names.keys()
        return {id_: known[id_] for id_ in sorted(seen)}

    def _go_on(self) -> None:
        """Play automatic actions until a player has to decide."""
        for _ in range(_MAX_AUTOMATIC_ACTIONS):
            if self.finished or self.searching or self.needs_decision(self.position):
                return
            self._commit(automatic_pass.usual(self.position, self._waits_for_other()))

    def _waits_for_other(self) -> bool:
        """Return whether the other player wants to be asked before the phase ends."""
        position = self.position
        other = 1 - position.turn
        return automatic_pass.wants(position, other, self.wishes, self._least_costs(position))

    def _least_costs(self, position: Position) -> tuple[int | None, ...]:
        """Return, by player, the cost of the cheapest manoeuvre possible in the hand, or None.

        A person alone against the app hides the hand from nobody at the table: there its cards count.
        """
        people = [seat for seat, name in enumerate(self.players) if name not in self.bots]
        costs = []
        for seat, rest in enumerate(hidden.unseen(self.setup, position)):
            cards = [position.cards[name] for name in rest]
            found = [card.cost for card in cards if card.type == "manoeuvre"]
            if people == [seat] and self.keeps(seat):
                found = automatic_pass.manoeuvre_costs(self.seen_by(position, seat), seat)
            costs.append(min(found, default=None))
        return tuple(costs)


IDLE = ("restore", "act", "attack", "fight", "influence", "end")
"""Decisions that may be skipped at the end of a turn."""
_MAX_ACTIONS_A_PICTURE = 12
"""Maximum number of actions that one picture leads to; games need fewer."""
_OPEN_ZONES = ("battle", "stack", "discard", "banished")
_MAX_AUTOMATIC_ACTIONS = 200
"""Maximum number of automatic actions in a row; games need far fewer, so it only stops an endless loop."""
