"""What people may decide in Fae, and why a space may not be touched."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.games import fae
from companion.games.base import N_, Reason, Sentence
from companion.games.fae.board import NEIGHBOURS
from companion.session.fae import words
from companion.session.view import PRESS, Decision, Path, Picks, Thing, Way

DONE = Decision("done", Sentence(N_("Done")), PRESS)
NONE = Decision("none", Sentence(N_("No druid was moved")), PRESS)
_MOVE = N_("Touch a group of druids, then a place with a check mark.")
_WAS_IT, _WHICH = N_("Was it this move, {player}?"), N_("Which move was it, {player}?")
_ORDER = N_("{player}, choose the order of the rituals.")


def move(position: fae.Position, doubted: Sequence[fae.Move] = ()) -> Decision:
    """Return the choice of a legal move: the group, then where it goes."""
    ways = dict.fromkeys(one[:2] for one in fae.legal(position))
    for one in doubted:
        ways.pop(one[:2], None)
    return Decision("move", Sentence(_MOVE), Path(tuple(ways)), partial(_why_not, position))


def which(player: str, moves: Sequence[fae.Move]) -> Decision:
    """Return the question which move was made, or whether it was the only one in doubt."""
    text = Sentence(_WAS_IT if len(moves) == 1 else _WHICH, {"player": player})
    return Decision("which", text, Path(tuple(one[:2] for one in moves)))


def order(player: str, spaces: Way) -> Decision:
    """Return the choice of the order of rituals."""
    return Decision("order", Sentence(_ORDER, {"player": player}), Picks(spaces, len(spaces), len(spaces)))


def done_at(suggested: fae.Move) -> Decision:
    """Return the confirmation of the app's move; a touch of its target means it, too."""
    return replace(DONE, form=Path(((), (suggested.target,))))


def _why_not(position: fae.Position, chosen: Way, thing: Thing) -> Reason | None:
    """Return why a group stays, or does not go to a space; None for a touch that begins another move."""
    space = int(thing)
    if chosen:
        reason = fae.explain(position, fae.Move(int(chosen[0]), space))
        if reason is None or (reason.code == "not_adjacent" and fae.size(position, space)):
            return None
    else:
        tried = (fae.explain(position, fae.Move(space, other)) for other in NEIGHBOURS[space])
        reason = next((one for one in tried if one and one.code == "too_many_druids"), None)
    return reason and replace(reason, text=Sentence(words.REASONS[reason.code]))
