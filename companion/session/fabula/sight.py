"""What a camera saw of a duel beside what should lie there: what players did, and what hands have to mend.

Cards are seen by name, in zones such as "near battle"; a tapped one is the kind "bandit/tapped". Which player
is near is told by their bases. What a camera cannot know, a target or a base that is attacked, is asked for.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.games.base import N_, Kind, Sentence, Space, Table
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.rules import explain
from companion.session.fabula import words
from companion.session.fabula.asks import Asks

TAPPED = "/tapped"
UNKNOWN = "unknown"
BACK = "back"


class Seen(NamedTuple):
    """What a picture tells: an action that is complete; allies that were tapped, whose goal is not known;
    a card that was laid, whose targets are not known; and what hands have to do where nothing explains it.
    """

    action: Mapping[str, Any] | None = None
    tapped: tuple[Id, ...] = ()
    laid: str = ""
    steps: tuple[Sentence, ...] = ()


NOTHING = Seen()


def near_player(position: Position, table: Table) -> Player:
    """Who sits near: where more of one's own bases lie; who begins where that is open."""
    scores = []
    for player in (0, 1):
        own = Counter(position.names.get(base.id, "") for base in position.bases if base.owner == player)
        seen = Counter[Kind]()
        for zone in ("centre", "outskirts"):
            seen.update(_kinds(table, f"near {zone}"))
        scores.append(sum((own & _plain(seen)).values()))
    return 0 if scores[0] >= scores[1] else 1


def look(position: Position, asks: Asks, decider: Player, table: Table) -> Seen:
    """What a settled picture tells about a duel that is at this point."""
    near = near_player(position, table)
    side = {near: "near", 1 - near: "far"}
    wrong = [_battle(position, player, table, side[player]) for player in (0, 1)]
    own, other = wrong[decider], wrong[1 - decider]
    if not other.empty:
        return Seen(steps=_steps(position, wrong))
    if own.empty:
        return _discarded(position, asks, decider, table, side[decider]) or NOTHING
    return _done(position, asks, decider, own) or Seen(steps=_steps(position, wrong))


class _Difference(NamedTuple):
    """How a battle zone differs: kinds that are too much, and those that are missing."""

    extra: Counter[Kind]
    missing: Counter[Kind]

    @property
    def empty(self) -> bool:
        return not self.extra and not self.missing


def _battle(position: Position, player: Player, table: Table, side: str) -> _Difference:
    wanted = Counter(
        position.names[p.id] + TAPPED * p.tapped for p in position.battle if p.controller == player
    )
    found = Counter(_kinds(table, f"{side} battle"))
    doubtful = sum(n for kind, n in found.items() if kind.startswith((UNKNOWN, BACK)))
    found = Counter({kind: n for kind, n in found.items() if not kind.startswith((UNKNOWN, BACK))})
    extra, missing = found - wanted, wanted - found
    while doubtful and missing:  # a card that is seen, but not which: it may be the one that is missing
        kind = next(iter(missing))
        missing -= Counter([kind])
        doubtful -= 1
    return _Difference(extra, missing)


def _kinds(table: Table, space: Space) -> Mapping[Kind, int]:
    return table.get(space, {})


def _plain(kinds: Counter[Kind]) -> Counter[Kind]:
    plain = Counter[Kind]()
    for kind, n in kinds.items():
        plain[kind.removesuffix(TAPPED)] += n
    return plain


def _done(position: Position, asks: Asks, player: Player, found: _Difference) -> Seen | None:
    """What the player who decides did in the battle zone."""
    if _plain(found.extra) == _plain(found.missing):
        tapped = [kind.removesuffix(TAPPED) for kind in found.extra.elements() if kind.endswith(TAPPED)]
        restored = [kind for kind in found.extra.elements() if not kind.endswith(TAPPED)]
        if tapped and not restored and asks in ("attack", "influence", "block", "defend"):
            return Seen(tapped=tuple(_ids(position, player, tapped, tapped=False)))
        if restored and not tapped and asks == "restore":
            return _legal(position, {"restore": list(_ids(position, player, restored, tapped=True))})
        return None
    if found.missing or found.extra.total() != 1 or asks not in ("act", "answer"):
        return None
    (name,) = found.extra
    return None if name.endswith(TAPPED) else _played(position, player, name)


def _discarded(position: Position, asks: Asks, player: Player, table: Table, side: str) -> Seen | None:
    """A manoeuvre that was laid onto the discard pile."""
    top = next(iter(_kinds(table, f"{side} discard")), "")
    pile = position.sides[player].discard
    known = position.names.get(pile[-1], "") if pile else ""
    card = position.cards.get(top)
    if not card or top == known or card.type != "manoeuvre" or asks not in ("act", "answer"):
        return None
    return _played(position, player, top)


def _played(position: Position, player: Player, name: str) -> Seen | None:
    hand = position.sides[player].hand
    known = next((id_ for id_ in hand if position.names.get(id_) == name), None)
    hidden = next((id_ for id_ in hand if id_ not in position.names), None)
    if known is None and hidden is None:
        return None
    written: dict[str, Any] = {"play": known or hidden}
    if known is None:
        written["shows"] = {hidden: name}
    if position.cards[name].targets:
        return Seen(laid=name)
    return _legal(position, written)


def _legal(position: Position, written: Mapping[str, Any]) -> Seen | None:
    return Seen(action=written) if explain(position, read_action(written)) is None else None


def _ids(position: Position, player: Player, names: list[str], *, tapped: bool) -> Iterator[Id]:
    """The permanents of these names, each once."""
    left = Counter(names)
    for permanent in position.battle:
        name = position.names[permanent.id]
        if permanent.controller == player and permanent.tapped == tapped and left[name]:
            left[name] -= 1
            yield permanent.id


def _steps(position: Position, wrong: list[_Difference]) -> tuple[Sentence, ...]:
    """What makes the table as it should be, a sentence a card."""
    return tuple(step for player, found in enumerate(wrong) for step in _mend(position, player, found))


def _mend(position: Position, player: Player, found: _Difference) -> Iterator[Sentence]:
    extra, missing = found.extra.copy(), found.missing.copy()
    filled = {"player": position.sides[player].name}
    for kind in list(extra.elements()):
        plain, turned = kind.removesuffix(TAPPED), kind.endswith(TAPPED)
        other = plain if turned else plain + TAPPED
        if missing[other]:
            missing[other] -= 1
            extra[kind] -= 1
            pattern = N_("{player}: restore {card}.") if turned else N_("{player}: tap {card}.")
            yield Sentence(pattern, {**filled, "card": _name(position, plain)})
    for kind in (+extra).elements():
        pattern = N_("{player}: take {card} off the table.")
        yield Sentence(pattern, {**filled, "card": _name(position, kind.removesuffix(TAPPED))})
    for kind in (+missing).elements():
        pattern = N_("{player}: lay {card} into the battle zone.")
        yield Sentence(pattern, {**filled, "card": _name(position, kind.removesuffix(TAPPED))})


def _name(position: Position, name: str) -> object:
    card = position.cards.get(name)
    return words.named(name, card) if card else name
