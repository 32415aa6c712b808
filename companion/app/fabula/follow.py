"""The duel that a camera follows: actions of the rules that explain what became of the cards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error, say
from companion.games.documents import parse
from companion.games.fabula.action_codec import action_object, read_action
from companion.games.fabula.actions import Action, Attach, Attack, Block, Next, Play, Restore
from companion.games.fabula.decisions import decider
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.rules import apply
from companion.games.fabula.script import play
from companion.games.fabula.setup import BESIDE, read_setup
from companion.session.events import Event
from companion.session.fabula.events import ActionAsked, ActionSeen, DuelStands
from vision.fabula.cards import BACK
from vision.fabula.changes import Change
from vision.fabula.layout import PlacedCard, Side

PHASES_ON = 6
"""So many phases may have passed without anything to see."""
_MISFIT = N_("{path}: {why}")


class Follower:
    """Carries a position along with what is seen; what has several explanations is asked, and left open."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._sides: dict[Side, Player] | None = None

    @classmethod
    def from_file(cls, path: Path, gettext: Callable[[str], str] = str) -> "Follower":
        """From a written duel or its setup object. Raises RuleError `bad_start` naming file and place."""
        try:
            document = parse(path.read_text("utf-8-sig", errors="surrogateescape"))
            if "setup" not in document:
                document = {"setup": document}
            if problem := play(document, gettext)["error"]:
                raise _misfit(path, f"action {problem['action']}: {problem['message']}")
            beside = {key: document[key] for key in BESIDE if key in document}
            position = read_setup(document["setup"], beside)
            for number, written in enumerate(document.get("actions", document.get("moves", []))):
                position = apply(position, read_action(written, f"actions[{number}]"))
        except RuleError as error:
            if error.code == "bad_start":
                raise
            raise _misfit(path, say(error, gettext)) from error
        return cls(position)

    def settle(self, cards: Sequence[PlacedCard], changes: Sequence[Change], frame: str) -> Iterator[Event]:
        """The actions that explain the changes to a table."""
        sides = self._sides = self._sides or self._seats(cards)
        for found in self._explanations(changes, sides):
            reached = [(steps, self._after(steps)) for steps in found]
            legal = [(steps, after) for steps, after in reached if after is not None]
            if len(legal) == 1:
                steps, after = legal[0]
                yield from self._told(steps, frame)
                self.position = after
            elif legal:
                yield ActionAsked([action_object(steps[-1]) for steps, _ in legal], frame=frame)

    def end(self) -> Event:
        """How the duel stands."""
        p = self.position
        winner = p.sides[p.result.winner].name if p.result else None
        result = {"winner": winner, "reason": p.result.reason} if p.result else None
        status = "finished" if p.result else "playing"
        standing = {"turn": p.sides[p.turn].name, "turn_number": p.turn_number, "phase": p.phase}
        return DuelStands({"status": status, **standing, "result": result})

    def _told(self, steps: Sequence[Action], frame: str) -> Iterator[Event]:
        position = self.position
        for action in steps:
            player = position.sides[decider(position)].name
            yield ActionSeen(player, action_object(action), frame=frame)
            position = apply(position, action)

    def _seats(self, cards: Sequence[PlacedCard]) -> dict[Side, Player]:
        """Who sits where: where more of one's bases lie; who begins is near where that is open."""
        names = [
            {self.position.names.get(base.id) for base in self.position.bases if base.owner == player}
            for player in range(2)
        ]
        seen = [
            card for card in cards if card.zone in ("centre", "outskirts") and card.id not in (None, BACK)
        ]
        first_near = sum(
            (card.id in names[0]) == (card.side == "near") for card in seen if card.id in names[0] ^ names[1]
        )
        apart = sum(card.id in names[0] ^ names[1] for card in seen)
        near = 0 if 2 * first_near >= apart else 1
        return {"near": near, "far": 1 - near}

    def _explanations(
        self, changes: Sequence[Change], sides: Mapping[Side, Player]
    ) -> Iterator[list[list[Action]]]:
        """For every group of changes the actions that each alone may explain it, phases before them among
        it.
        """
        for player in (self.position.turn, 1 - self.position.turn):
            mine = [change for change in changes if sides[change.side] == player]
            if restored := self._permanents(
                player, [each.card for each in mine if each.what == "restored"], True
            ):
                yield self._later(Restore(restored))
            for change in mine:
                if change.what == "appeared":
                    yield [steps for action in self._played(player, change) for steps in self._later(action)]
            if tapped := self._permanents(
                player, [each.card for each in mine if each.what == "tapped"], False
            ):
                yield self._tapped(player, tapped)

    def _played(self, player: Player, change: Change) -> Iterator[Action]:
        """A card came to the table from its player's hand; equal cards are the same."""
        held = [
            id_ for id_ in self.position.sides[player].hand if self.position.names.get(id_) == change.card
        ]
        for id_ in held[:1]:
            yield Play(id_)
            for host in self.position.battle:
                if change.to is not None and self.position.names.get(host.id) == change.to:
                    yield Attach(id_, host.id)

    def _permanents(self, player: Player, names: Sequence[str], tapped: bool) -> tuple[Id, ...]:
        """Permanents of these names that a player has tapped, or not; none when some are not there."""
        found: list[Id] = []
        for name in names:
            fits = (
                permanent.id
                for permanent in self.position.battle
                if permanent.controller == player
                and permanent.tapped == tapped
                and self.position.names.get(permanent.id) == name
                and permanent.id not in found
            )
            if (id_ := next(fits, None)) is None:
                return ()
            found.append(id_)
        return tuple(found)

    def _tapped(self, player: Player, allies: Sequence[Id]) -> list[list[Action]]:
        """Allies attack some base, or stand in the way of some attacker."""
        if player != self.position.turn:
            attackers = self.position.combat.attacks
            return [[Block(dict.fromkeys(allies, attacker))] for attacker in attackers]
        bases = [base.id for base in self.position.bases if base.controller != player and not base.destroyed]
        return [steps for base in bases for steps in self._later(Attack(dict.fromkeys(allies, base)))]

    def _later(self, action: Action) -> list[list[Action]]:
        """The action now, or after as few phases as it takes; nothing when it cannot be."""
        for phases in range(PHASES_ON):
            steps: list[Action] = [*[Next()] * phases, action]
            if self._after(steps) is not None:
                return [steps]
        return []

    def _after(self, steps: Sequence[Action]) -> Position | None:
        position = self.position
        try:
            for action in steps:
                position = apply(position, action)
        except RuleError:
            return None
        return position


def _misfit(path: Path, why: str) -> RuleError:
    return rule_error("bad_start", [Sentence(_MISFIT, {"path": str(path), "why": why})])
