"""Who goes on by a touch of the board; no widgets here."""

from companion.games.fate.hero_action import ACTIONS
from companion.games.fate.position import Hero
from companion.session.fate.snapshot import FateSnapshot


def following(snapshot: FateSnapshot) -> Hero | None:
    """The hero whose turn a touch begins; None where another one is to act.

    That is the next one where both actions of a turn are taken, and the first one while all that hands do
    at once is shown: nobody waits for them.
    """
    position = snapshot.position
    if position.phase != "heroes":
        return None
    acting, *others = position.heroes[position.turn :]
    if snapshot.stage == "guide" and snapshot.together:
        return acting
    taken = snapshot.stage == "heroes" and len(acting.actions) >= ACTIONS
    return next(iter(others), None) if taken else None


def mover(snapshot: FateSnapshot) -> Hero | None:
    """Whom a finger may carry to another hex: the hero whose turn it is, or the following one."""
    position = snapshot.position
    if snapshot.stage != "heroes" or position.phase != "heroes":
        return following(snapshot)
    acting = position.heroes[position.turn]
    moves = len(acting.actions) < ACTIONS and "move" not in acting.actions
    return acting if moves else following(snapshot)
