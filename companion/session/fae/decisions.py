"""Decisions of a game of Fae, and the reasons why a space may not be touched."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.games import fae
from companion.games.base import N_, Reason, Sentence
from companion.games.fae.board import NEIGHBOURS, SPACES
from companion.session.fae import words
from companion.session.fae.snapshot import CHOOSE
from companion.session.view import PRESS, Decision, Path, Picks, Thing, Way
from companion.session.words import DONE as SAID_DONE
from companion.session.words import GO_THERE, WAS_IT, WHICH

DONE = Decision("done", Sentence(SAID_DONE), PRESS)
NONE = Decision("none", Sentence(N_("No druid was moved")), PRESS)
_MOVE = N_("Touch druids, then where they go.")
_THEN = N_("Touch where the druids go.")


def move(position: fae.Position, doubted: Sequence[fae.Move] = ()) -> Decision:
    """Return the choice of a legal move that is not in doubt already: the group, then where it goes."""
    ways = _ways(fae.legal(position))
    rest = tuple(way for way in ways if way not in _ways(doubted)) if doubted else ways
    return Decision(
        "move",
        Sentence(_MOVE),
        Path(rest),
        Sentence(_THEN),
        partial(_why_not, position),
        key=Sentence(GO_THERE),
    )


def which(player: str, moves: Sequence[fae.Move]) -> Decision:
    """Return the question which move was made, or whether it was the only one in doubt."""
    ways = _ways(moves)
    text = Sentence(WAS_IT if len(ways) == 1 else WHICH, {"player": player})
    return Decision("which", text, Path(ways), Sentence(_THEN))


def order(player: str, spaces: Way) -> Decision:
    """Return the choice of the order of rituals."""
    text = Sentence(CHOOSE, {"player": player})
    return Decision("order", text, Picks(spaces, len(spaces), len(spaces)))


def done_at(suggested: fae.Move) -> Decision:
    """Return the confirmation of the app's move; a touch of its target means it, too."""
    return replace(DONE, form=Path(((), (suggested.target,))))


def _ways(moves: Sequence[fae.Move]) -> tuple[Way, ...]:
    """Return the spaces that are touched for moves, whatever order their rituals have."""
    return tuple(dict.fromkeys(move[:2] for move in moves))


def _why_not(position: fae.Position, chosen: Way, thing: Thing) -> Reason | None:
    """Return why a group stays, or does not go to a space; None for a touch that begins another move."""
    if not {thing, *chosen} <= {*SPACES}:
        return None
    space = int(thing)
    if chosen:
        reason = fae.explain(position, fae.Move(int(chosen[0]), space))
        if reason is None or (reason.code == "not_adjacent" and fae.size(position, space)):
            return None
    else:
        tried = (fae.explain(position, fae.Move(space, other)) for other in NEIGHBOURS[space])
        reason = next((one for one in tried if one and one.code == "too_many_druids"), None)
    return reason and replace(reason, text=Sentence(words.REASONS[reason.code]))
