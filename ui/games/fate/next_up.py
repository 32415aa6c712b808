"""Who goes on by a touch of the board; no widgets here."""

from companion.games.fate.hero_action import ACTIONS
from companion.games.fate.position import Hero
from companion.session.fate.snapshot import FateSnapshot


def following(snapshot: FateSnapshot) -> Hero | None:
    """The next hero, whose turn a touch begins where both actions of the turn are taken; None elsewhere."""
    position = snapshot.position
    if snapshot.stage != "heroes" or position.phase != "heroes":
        return None
    acting, *others = position.heroes[position.turn :]
    return next(iter(others), None) if len(acting.actions) >= ACTIONS else None


def mover(snapshot: FateSnapshot) -> Hero | None:
    """Whom a finger may carry to another hex: the hero whose turn it is, or the following one."""
    position = snapshot.position
    if snapshot.stage != "heroes" or position.phase != "heroes":
        return None
    acting = position.heroes[position.turn]
    moves = len(acting.actions) < ACTIONS and "move" not in acting.actions
    return acting if moves else following(snapshot)
