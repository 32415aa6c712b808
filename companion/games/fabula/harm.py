"""Damage, death, and the checks after every event (B26)."""

from companion.games.fabula import values
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Base, Id


def deal(duel: Duel, id_: Id, n: int) -> None:
    """Deal damage to an ally or a base, less prevention; deaths follow in `check`."""
    thing = duel.thing(id_)
    if thing is None or n <= 0:
        return
    changes = []
    for change in thing.changes:
        stopped = min(n, change.prevent)
        n -= stopped
        changes.append(change._replace(prevent=change.prevent - stopped))
    duel.set(id_, changes=tuple(changes), damage=thing.damage + n)
    if n:
        duel.happened("damaged", id_, thing.controller)


def destroy(duel: Duel, id_: Id) -> None:
    """Destroy a permanent, which dies, or a base, which keeps its place without abilities [B10]."""
    if id_ in duel.battle:
        duel.die(id_)
        return
    base = duel.bases.get(id_)
    if base is None or base.destroyed:
        return
    for other in duel.battle.values():
        if other.host == id_:
            duel.set(other.id, host="")
    duel.set(id_, destroyed=True, changes=())
    lose(duel, base)
    if base.centre and duel.options.centre_destroyed_wins:
        duel.finish(1 - base.owner, "centre_destroyed")


def lose(duel: Duel, base: Base) -> None:
    """Record that a base was destroyed or conquered; this may expose the owner's centre [B01]."""
    duel.happened("base_lost", base.id, base.controller)
    duel.happened("base_won", base.id, 1 - base.controller)
    fallen = sum(
        1
        for other in duel.bases.values()
        if other.owner == base.owner
        and not other.centre
        and (other.destroyed or other.controller != base.owner)
    )
    if fallen >= duel.format.exposed_after:
        duel.side(base.owner, exposed=True)


def check(duel: Duel) -> None:
    """Destroy allies without life and bases without resistance (FB-066, FB-068).

    Repeat this until nothing changes. Bases of the opponent of the player whose turn it is go first, so that
    the attacker wins before losing.
    """
    while not duel.result:
        at_risk = [
            thing.id for thing in duel.in_play() if thing.damage or thing.changes or duel.lasting("life")
        ]
        falling = [id_ for id_ in at_risk if id_ in duel.bases and values.resistance(duel, id_) <= 0]
        dying = [id_ for id_ in at_risk if duel.ally(id_) and values.life(duel, id_) <= 0]
        if not dying and not falling:
            return
        for id_ in (*sorted(falling, key=lambda id_: duel.bases[id_].owner == duel.turn), *dying):
            destroy(duel, id_)
