"""The simulated players of a duel: they lay and tap cards, and touch what no camera can see."""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Any, Literal, TypeAlias

from companion.app.fabula.spots import Spots
from companion.errors import RuleError
from companion.games import fabula
from companion.games.fabula.actions import Action, Attack, Block, Defend, Discard, Influence, Next, Pass, Play
from companion.games.fabula.advice import advise
from companion.games.fabula.position import Id, Position
from companion.session.fabula.answers import answer
from companion.session.fabula.explanations import NEXT, Written
from companion.session.fabula.session import IDLE
from companion.session.fabula.snapshot import FabulaSnapshot, asked
from companion.session.messages import Confirm, Message
from companion.session.view import Answer
from companion.simulation.base import Latest, Tell
from companion.simulation.player import PAUSE, Acts, SimulatedPlayer, movements_to, wait
from vision.fabula.simulated import SimulatedFabulaTable

PATIENCE = 6
"""Number of rests players wait for the app to see something before they touch the screen."""
Way: TypeAlias = Literal["camera", "tap", "touch"]
"""Source of a decision: the camera alone, one tap that the app asked for, or touches only."""
WAYS: tuple[Way, ...] = ("camera", "tap", "touch")
DECLARED = (Attack, Block, Influence, Defend)


class DuelPlayers(SimulatedPlayer[FabulaSnapshot]):
    """Both players.

    `ways` counts how the app came to know decisions, by what was decided; `meant` are all actions that change
    anything, as they were meant.
    """

    snapshot = FabulaSnapshot

    def __init__(self, table: SimulatedFabulaTable, latest: Latest, tell: Tell, chance: Random) -> None:
        super().__init__(table, latest, tell, chance)
        self._spots = Spots()
        self._hands: dict[Id, str] = {}
        self.ways: Counter[tuple[str, Way]] = Counter()
        self.meant: list[dict[str, Any]] = []

    def acts(self) -> Iterator[Acts]:
        """Yield what hands do until the duel is over."""
        while self._shown() is None:
            yield PAUSE
        while not (shown := self._now()).over:
            yield from self._turn(shown)
        yield self._made(shown.position)
        yield PAUSE

    def counted(self, way: Way) -> int:
        """Return the number of decisions that the app learnt in this way."""
        return sum(n for (_, found), n in self.ways.items() if found == way)

    def right(self, position: Position) -> bool:
        """Return whether the table shows a position."""
        return not self._left(position)

    def _made(self, position: Position) -> Acts:
        """Return the movements after which the table shows a position, or a pause."""
        return self._left(position) or PAUSE

    def _left(self, position: Position) -> Acts:
        return movements_to(self._table, self._spots.table(position))

    def _now(self) -> FabulaSnapshot:
        shown = self._shown()
        assert shown is not None
        return shown

    def _turn(self, shown: FabulaSnapshot) -> Iterator[Acts]:
        """One decision: the table is made as it should be, then something is done."""
        yield self._made(shown.position)
        shown = self._now()
        if shown.over:
            return
        match shown.asks:
            case "bases":
                own = {
                    player: tuple(id_ for id_ in shown.bases if id_.startswith(f"{player}/"))
                    for player in shown.players
                }
                laid = shown.position._replace(phase="restoration", names=shown.bases)
                self.meant.append({"place": own})
                centres = [Answer(shown.game, f"bases {player}", ids[:1]) for player, ids in own.items()]
                yield from self._show(shown, "bases", laid, centres)
            case "search":
                yield from self._touch(shown, "search", "tap", Answer(shown.game, "nothing", ()))
            case "mulligan":
                yield from self._touch(shown, "mulligan", "tap", Confirm(shown.game))
            case _:
                yield from self._act(shown)

    def _act(self, shown: FabulaSnapshot) -> Iterator[Acts]:
        action = self._chosen(shown.position, shown)
        if action is None or _idle(action):
            yield from self._pass(shown, action)
            return
        if isinstance(action, Discard):  # one after the other, as a camera sees them
            action = Discard(action.discard[:1])
        after = self._after(shown.position, action)
        if after is None:
            return
        written = self._written(shown.position, action)
        self.meant.append(written)
        what = next(iter(fabula.action_object(action)))
        usual: Way = "tap" if what == "choose" else "touch"
        yield from self._show(shown, what, after, [written], usual)

    def _pass(self, shown: FabulaSnapshot, action: Action | None) -> Iterator[Acts]:
        """Decide nothing: the next action may show it to the camera, else one tap says so."""
        fought = self._after(shown.position, Next()) if shown.asks == "fight" else None
        if fought is not None and not fought.result:
            alive = {permanent.id for permanent in fought.battle}
            left = tuple(p for p in shown.position.battle if p.id in alive)
            if left != shown.position.battle:
                buried = shown.position._replace(battle=left)
                yield from self._show(shown, "fight", buried, [Confirm(shown.game)], usual="tap")
                return
        position, skipped = shown.position, [shown.asks]
        while skipped[-1] in IDLE and not position.stack:
            found = self._after(position, Next())
            if found is None or found.turn != position.turn or fabula.decider(found) != shown.decider:
                break
            position, action = found, self._chosen(found, shown)
            if asked(position) in ("discard", "over"):
                break
            if action is not None and not _idle(action):
                if _shows(action) and skipped[-1] not in ("attack", "fight"):
                    after = self._after(position, action)
                    if after is not None and not self._spots.full(after):
                        self.meant.append(self._written(position, action))
                        what = next(iter(fabula.action_object(action)))
                        act = self._written(position, action)
                        if (yield from self._show(shown, what, after, [act], usual=None)):
                            return
                        self.meant.pop()
                break
            skipped.append(asked(position))
        else:
            position = shown.position
        end = len(skipped) > 1 and (action is None or _idle(action))
        end = end and any(one.id == "end_turn" for one in shown.decisions)
        message = Answer(shown.game, "end_turn", ()) if end else Confirm(shown.game)
        yield from self._touch(shown, "end of turn" if end else shown.asks, "tap", message)

    def _show(
        self,
        shown: FabulaSnapshot,
        what: str,
        after: Position,
        touches: Sequence[Message | Written],
        usual: Way | None = "touch",
    ) -> Generator[Acts, None, bool]:
        """Make the table as it is after an action; touch what the app does not see, if that is `usual`.

        Returns whether the app knows the action then.
        """
        made = () if self._spots.full(after) else self._left(after)
        if made:
            yield made
            for _ in range(PATIENCE):
                now, seen = self._now(), self._now().seen
                asks = seen.tapped or seen.laid or seen.choices
                only_phase = shown.asks != what == now.asks  # the app knows that the phase came, not more
                if now.played > shown.played and not (asks or only_phase):
                    self.ways[what, "camera"] += 1
                    return True
                answers = isinstance(touches[-1], Confirm) or what in ("activate", "restore")
                if NEXT in seen.choices and not answers:
                    yield from self._touch(now, "which", "tap", Confirm(now.game))
                    continue
                if asks and not seen.held:
                    yield from self._touch(now, what, _taps(touches[-1]), touches[-1])
                    return True
                yield PAUSE
        if usual is None:
            return False
        self.ways[what, usual] += 1
        for message in touches:
            before = self._now()
            self._send(message)
            yield from self._wait(before)
        return True

    def _send(self, touch: Message | Written) -> None:
        """Touch the screen; an action is answered in what it offers now."""
        self._tell(touch if isinstance(touch, Message) else answer(self._now(), touch))

    def _touch(self, shown: FabulaSnapshot, what: str, way: Way, touch: Message | Written) -> Iterator[Acts]:
        self.ways[what, way] += 1
        self._send(touch)
        yield from self._wait(shown)

    def _wait(self, shown: FabulaSnapshot) -> Iterator[Acts]:
        """Until the screen shows something new."""
        yield from wait(lambda: self._now().played != shown.played, 3 * PATIENCE)

    def _known(self, shown: FabulaSnapshot) -> Position:
        """The position as who decides knows it: cards are drawn off a deck that nobody has seen."""
        position, names = shown.position, dict(shown.position.names)
        self._swap(position)
        for player, side in enumerate(position.sides):
            left = dict(shown.unseen[player])
            for id_, name in self._hands.items():
                if id_ in side.hand and id_ not in names and left.get(name):
                    left[name] -= 1
            for id_ in side.hand:
                if id_ in names:
                    continue
                if left.get(self._hands.get(id_, ""), -1) < 0:
                    pool = [name for name, n in left.items() for _ in range(n)]
                    self._hands[id_] = self._chance.choice(pool)
                    left[self._hands[id_]] -= 1
        own = {id_: self._hands[id_] for id_ in position.sides[shown.decider].hand if id_ not in names}
        return position._replace(names={**names, **own})

    def _swap(self, position: Position) -> None:
        """The app cannot know which id a card of a hand is: the one that it took is another card's."""
        for id_ in [id_ for id_ in self._hands if id_ in position.names]:
            mine, name = self._hands.pop(id_), position.names[id_]
            same = [
                other
                for other, held in self._hands.items()
                if held == name and other.split("/")[0] == id_.split("/")[0]
            ]
            if mine != name and same:
                self._hands[same[0]] = mine

    def _chosen(self, position: Position, shown: FabulaSnapshot) -> Action | None:
        """Return the action of the decider in a position that follows the one shown."""
        names = {**self._known(shown).names, **position.names}
        known = position._replace(names=names)
        if position.result or fabula.decider(known) != shown.decider:
            return None
        found = advise([known], shown.decider, 0, 0, self._chance, lambda: True)
        return found[0].move if found else None

    def _after(self, position: Position, action: Action) -> Position | None:
        try:
            return fabula.apply(position, fabula.read_action(self._written(position, action)))
        except RuleError:
            return None

    def _written(self, position: Position, action: Action) -> dict[str, Any]:
        """Return the action as written, with the cards that it shows to others."""
        written = fabula.action_object(action)
        ids: tuple[Id, ...] = ()
        if isinstance(action, Play):
            ids = (action.play,)
        elif isinstance(action, Discard):
            ids = action.discard
        if hidden := [id_ for id_ in ids if id_ not in position.names]:
            written["shows"] = {id_: self._hands[id_] for id_ in hidden}
        return written


def _shows(action: Action) -> bool:
    """Return whether cards are laid or tapped for an action, so that the camera can see it."""
    return isinstance(action, (*DECLARED, Play)) and not _idle(action)


def _idle(action: Action) -> bool:
    """Return whether an action changes nothing: a pass, or a declaration without cards."""
    return isinstance(action, Next | Pass) or (isinstance(action, DECLARED) and not action[0])


def _taps(touch: Message | Written) -> Way:
    """One tap says one thing: all allies to one base, or one target."""
    written = {} if isinstance(touch, Message) else dict(touch)
    goals = [
        value for key in ("attack", "block", "influence", "defend") for value in written.get(key, {}).values()
    ]
    return "tap" if len({*goals, *written.get("targets", ())}) <= 1 else "touch"


def astray(meant: Sequence[dict[str, Any]], moves: Sequence[dict[str, Any]], position: Position) -> int:
    """Return the number of actions that the app misunderstood; cards of one name are the same."""
    one, other = (list(_plainly(written, position)) for written in (meant, moves))
    return sum((Counter(one) - Counter(other)).values()) + sum((Counter(other) - Counter(one)).values())


def _plainly(written: Sequence[dict[str, Any]], position: Position) -> Iterator[str]:
    def name(id_: Id) -> str:
        known = action.get("shows", {}).get(id_) or position.names.get(id_, id_)
        last = id_.rpartition("/")[2][:1]
        return id_ if last in ("c", "o") else "token" if last == "t" else known

    for action in written:
        what = next((key for key in action if key not in ("next", "pass", "shows", "mulligan")), None)
        if what is None or not action[what] or what in ("block", "defend", "order"):
            value: Any = action.get(what) if what else None
            if what in ("block", "defend") and value:
                yield f"{what} {sorted((name(a), name(b)) for a, b in value.items())}"
            continue
        if what in ("attack", "influence"):
            yield f"{what} {sorted((name(a), b) for a, b in action[what].items())}"
        elif what in ("restore", "discard"):
            yield from (f"{what} {name(id_)}" for id_ in action[what])
        elif what == "place":
            yield f"place {sorted((p, list(ids)) for p, ids in action[what].items())}"
        elif what in ("play", "activate", "attach"):
            aims = [name(id_) for id_ in action.get("targets", ())]
            yield f"{what} {name(action[what])} {aims} {name(action.get('to', ''))}"
