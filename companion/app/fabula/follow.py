"""The duel that a camera follows: actions of the rules that explain what became of the cards."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.app.fabula.seeing import table_of
from companion.errors import RuleError
from companion.games.base import ENGLISH, N_, Sentence, Translations, rule_error, say
from companion.games.documents import parse
from companion.games.fabula.action_codec import action_object, read_action
from companion.games.fabula.actions import Action
from companion.games.fabula.decisions import decider
from companion.games.fabula.position import Position
from companion.games.fabula.rules import apply
from companion.games.fabula.script import play
from companion.games.fabula.setup import BESIDE, read_setup
from companion.session.events import Event
from companion.session.fabula.describe import describe
from companion.session.fabula.events import ActionAsked, ActionSeen, DuelStands
from companion.session.fabula.explanations import NEXT, DuelReading, Written, candidates
from companion.session.fabula.interpret import FabulaInterpreter
from vision.fabula.layout import PlacedCard

MOST = 12
"""Maximum number of actions in one frame."""
_MISFIT = N_("{path}: {why}")


class Follower:
    """Follows a duel by its cards; if a change has several explanations, it asks and leaves it open."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._sight = FabulaInterpreter()
        self._sight.undone(position)
        self._asked: DuelReading | None = None

    @classmethod
    def from_file(cls, path: Path, tr: Translations = ENGLISH) -> "Follower":
        """From a written duel or its setup object. Raises RuleError `bad_start` naming file and place."""
        try:
            document = parse(path.read_text("utf-8-sig", errors="surrogateescape"))
            if "setup" not in document:
                document = {"setup": document}
            if problem := play(document, tr)["error"]:
                raise _misfit(path, f"action {problem['action']}: {problem['message']}")
            beside = {key: document[key] for key in BESIDE if key in document}
            position = read_setup(document["setup"], beside)
            for number, written in enumerate(document.get("actions", document.get("moves", []))):
                position = apply(position, read_action(written, f"actions[{number}]"))
        except RuleError as error:
            if error.code == "bad_start":
                raise
            raise _misfit(path, say(error, tr)) from error
        return cls(position)

    def settle(self, cards: Sequence[PlacedCard], frame: str) -> Iterator[Event]:
        """Yield the actions that explain a table; the first table is the start."""
        table = table_of(cards)
        for _ in range(MOST):
            seen = self._sight.look(self.position, None, table, 0.0)
            action = seen.action or seen.held or (NEXT if seen.turn_over else None)
            if action is None:
                break
            yield from self._accept(action, frame)
        else:
            return
        asked = seen._replace(steps=())
        if asked != self._asked and (open_ := candidates(self.position, asked)):
            yield ActionAsked(open_, [self._done(read_action(one))[1] for one in open_], frame=frame)
        self._asked = asked

    def end(self) -> Event:
        """Return the state of the duel."""
        p = self.position
        winner = p.sides[p.result.winner].name if p.result else None
        result = {"winner": winner, "reason": p.result.reason} if p.result else None
        status = "finished" if p.result else "playing"
        standing = {"turn": p.sides[p.turn].name, "turn_number": p.turn_number, "phase": p.phase}
        return DuelStands({"status": status, **standing, "result": result})

    def _accept(self, written: Written, frame: str) -> Iterator[Event]:
        action = read_action(written)
        player = self.position.sides[decider(self.position)].name
        self.position, said = self._done(action)
        yield ActionSeen(player, action_object(action), said, frame=frame)
        self._sight.moved(self.position)

    def _done(self, action: Action) -> tuple[Position, tuple[Sentence, ...]]:
        """Return the position after an action, and the sentences of it."""
        after = apply(self.position, action)
        return after, describe(action, self.position, after)


def _misfit(path: Path, why: str) -> RuleError:
    return rule_error("bad_start", [Sentence(_MISFIT, {"path": str(path), "why": why})])
