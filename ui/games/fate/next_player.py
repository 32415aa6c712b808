"""Hero whose turn a touch of the board begins; no widgets here."""

from companion.games.fate.hero_action import ACTIONS
from companion.games.fate.position import Hero
from companion.session.fate.snapshot import FateSnapshot


def following(snapshot: FateSnapshot) -> Hero | None:
    """Hero whose turn a touch begins; None if another one must act first.

    That is the next one after both actions of a turn.
    """
    position = snapshot.position
    if position.phase != "heroes" or snapshot.thinking:
        return None
    acting, *others = position.heroes[position.turn :]
    taken = snapshot.stage == "heroes" and len(acting.actions) >= ACTIONS
    return next(iter(others), None) if taken else None


def mover(snapshot: FateSnapshot) -> Hero | None:
    """Hero that a finger may carry: the one to act, or the following one."""
    position = snapshot.position
    if snapshot.stage != "heroes" or snapshot.thinking or position.phase != "heroes":
        return following(snapshot)
    acting = position.heroes[position.turn]
    moves = len(acting.actions) < ACTIONS and "move" not in acting.actions
    return acting if moves else following(snapshot)
