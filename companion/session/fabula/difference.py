"""Difference between the cards on a table and a position, and the steps that remove it.

Kinds: "bandit", tapped "bandit/tapped", under another card "blade@bandit". Cards that a camera need not see
are no difference: attached cards, cards on the stack, and tokens, which any object may represent.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.games.base import N_, Kind, Sentence, Space, Table
from companion.games.fabula.position import Permanent, Player, Position
from companion.session.fabula import words

TAPPED, UNDER = "/tapped", "@"
UNKNOWN, BACK = "unknown", "back"


_NO: Counter[Kind] = Counter()


class ZoneDifference(NamedTuple):
    """Extra and missing cards of a battle zone.

    `unsure`: upright cards, by name, that may be restored or new, because the tapped one may be unrecognised
    or unseen. `hidden`: cards, by name, that are expected upright and not seen so; they may be tapped by now.
    """

    extra: Counter[Kind]
    missing: Counter[Kind]
    unsure: Counter[Kind]
    hidden: Counter[Kind]

    @property
    def empty(self) -> bool:
        """True if there is no difference."""
        return not self.extra and not self.missing

    def minus(self, other: "ZoneDifference") -> "ZoneDifference":
        """Return the differences that `other` lacks.

        A turned card remains one card, even if it was missing before; in that case it may also be a new one.
        """
        turned = self.turned - other.turned
        again = Counter(kind.removesuffix(TAPPED) for kind in turned & other.missing if _across(kind))
        missing = (self.missing - other.missing) | turned
        return self._replace(extra=self.extra - other.extra, missing=missing, unsure=self.unsure | again)

    def left(self, before: "ZoneDifference") -> "ZoneDifference":
        """Return the differences that existed before.

        A card to be removed that is now turned is still the same card.
        """
        over = before.extra - self.extra
        turned = turned_all(over) & (self.extra - before.extra - turned_all(self.missing))
        extra = (self.extra & before.extra) + turned
        return self._replace(extra=extra, missing=self.missing & before.missing)

    def still(self, before: "ZoneDifference") -> "ZoneDifference":
        """Return the differences that existed before; of a turned card both parts or neither.

        If an action removed such a card, the card on the table is not a new one.
        """
        pairs = self.turned & before.turned
        now, then = self.but_turned, before.but_turned
        extra = (now.extra & then.extra) + turned_all(pairs)
        return self._replace(extra=extra, missing=(now.missing & then.missing) + pairs)

    def but(
        self, turned: Counter[Kind], extra: Counter[Kind] = _NO, missing: Counter[Kind] = _NO
    ) -> "ZoneDifference":
        """Return the difference without these cards; `turned`: kinds in their expected orientation."""
        extra, missing = extra + turned_all(turned), missing + turned
        return self._replace(extra=self.extra - extra, missing=self.missing - missing)

    @property
    def turned(self) -> Counter[Kind]:
        """Expected kinds that are missing because their cards are turned."""
        return self.missing & turned_all(self.extra)

    @property
    def but_turned(self) -> "ZoneDifference":
        """Cards that were added or removed."""
        return self.but(self.turned)

    @property
    def tapped(self) -> Counter[Kind]:
        """Cards that are tapped and should not be."""
        return Counter({kind: n for kind, n in self.turned.items() if not _across(kind)})

    @property
    def restored(self) -> Counter[Kind]:
        """Cards that are upright and should be tapped."""
        return plain({kind: n for kind, n in self.turned.items() if _across(kind)})

    @property
    def laid(self) -> Counter[Kind]:
        """Cards that were added upright."""
        return Counter({kind: n for kind, n in self.but_turned.extra.items() if not _across(kind)})

    @property
    def gone(self) -> Counter[Kind]:
        """Cards that were removed, by name."""
        return plain(self.but_turned.missing)


NONE = ZoneDifference(Counter(), Counter(), Counter(), Counter())


class TableDifference(NamedTuple):
    """Difference between a table and a position, by player.

    `differences`: of the battle zone. `piles`: visible card of the discard pile, or "". `under`: cards under
    the player's cards that the position does not attach there, "blade@bandit".
    """

    differences: tuple[ZoneDifference, ZoneDifference]
    piles: tuple[Kind, Kind]
    under: tuple[Counter[Kind], Counter[Kind]]

    def minus(self, other: "TableDifference") -> "TableDifference":
        """Return the differences that `other` lacks."""
        (a, b), (c, d) = self.differences, other.differences
        under = (self.under[0] - other.under[0], self.under[1] - other.under[1])
        return self._replace(differences=(a.minus(c), b.minus(d)), under=under)

    def but(self, player: Player, left: ZoneDifference = NONE) -> "TableDifference":
        """Return the difference with a player's side replaced by `left`."""
        a, b = self.differences
        return self._replace(differences=(left, b) if player == 0 else (a, left))

    def but_under(self, player: Player, kind: Kind) -> "TableDifference":
        """Return the difference without a card under one of a player's cards."""
        a, b = (under - Counter([kind] if n == player else []) for n, under in enumerate(self.under))
        return self._replace(under=(a, b))

    def left(self, before: "TableDifference") -> "TableDifference":
        """Return the differences of `before` that the players still have to repair."""
        (a, b), (c, d) = self.differences, before.differences
        return self._replace(differences=(a.left(c), b.left(d)), under=self._under_both(before))

    def still(self, before: "TableDifference") -> "TableDifference":
        """Return the differences of `before` that are still new."""
        (a, b), (c, d) = self.differences, before.differences
        return self._replace(differences=(a.still(c), b.still(d)), under=self._under_both(before))

    def _under_both(self, other: "TableDifference") -> tuple[Counter[Kind], Counter[Kind]]:
        return self.under[0] & other.under[0], self.under[1] & other.under[1]


CLEAR = TableDifference((NONE, NONE), ("", ""), (Counter(), Counter()))


def near_player(position: Position, table: Table) -> Player:
    """Return the player on the near side: more own bases there; in a tie the first player."""
    scores = []
    for player in (0, 1):
        own = Counter(position.names.get(base.id, "") for base in position.bases if base.owner == player)
        seen = Counter[Kind]()
        for zone in ("centre", "outskirts"):
            seen.update(table.get(f"near {zone}", {}))
        scores.append(sum((own & plain(seen)).values()))
    return 0 if scores[0] >= scores[1] else 1


def bases_seen(position: Position, player: Player, table: Table, space: str) -> bool:
    """Return whether any base of a player lies on a side."""
    own = {position.names.get(base.id, "") for base in position.bases if base.owner == player}
    return any(own & plain(table.get(f"{space} {zone}", {})).keys() for zone in ("centre", "outskirts"))


def compare(position: Position, table: Table, near: Player) -> TableDifference:
    """Return the difference between table and position; `near`: player on the near side."""
    spaces = ["far", "far"]
    spaces[near] = "near"
    found = [Counter(table.get(f"{space} battle", {})) for space in spaces]
    (one, loose_one), (other, loose_other) = (_under(position, player, found[player]) for player in (0, 1))
    loose, under = loose_one + loose_other, one + other
    first, second = (_battle(position, player, found[player], loose, under) for player in (0, 1))
    piles = [next(iter(table.get(f"{space} discard", {})), "") for space in spaces]
    return TableDifference((first, second), (piles[0], piles[1]), (one, other))


def _under(position: Position, player: Player, zone: Counter[Kind]) -> tuple[Counter[Kind], Counter[str]]:
    """Take covered cards out of a zone.

    Return the unexpected ones, and the attached ones that were not seen, by name.
    """
    battle = {p.id: p for p in position.battle}
    attached = Counter(
        f"{position.names[p.id]}{UNDER}{position.names[p.host]}"
        for p in position.battle
        if p.host in battle and battle[p.host].controller == player
    )
    under: Counter[Kind] = Counter()
    for kind in [kind for kind in zone if UNDER in kind]:
        name, _, host = kind.removesuffix(TAPPED).partition(UNDER)
        n, card = zone.pop(kind), position.cards.get(name)
        if name == UNKNOWN or (card and card.type == "modification"):
            under[name + UNDER + host.removesuffix(TAPPED)] += n
        else:  # a card that is only partly covered
            zone[name + TAPPED * kind.endswith(TAPPED)] += n
    same = under & attached
    attached, under = attached - same, under - same
    for kind in [kind for kind in under if kind.startswith(UNKNOWN)]:
        host = kind.partition(UNDER)[2]
        for known in [known for known in attached if known.endswith(UNDER + host)]:
            n = min(under[kind], attached[known])
            under[kind] -= n
            attached[known] -= n
    return +under, Counter({kind.partition(UNDER)[0]: n for kind, n in (+attached).items()})


def _battle(
    position: Position, player: Player, found: Counter[Kind], loose: Counter[str], under: Counter[Kind]
) -> ZoneDifference:
    """Return the difference of a battle zone; `loose`: attached cards not seen elsewhere yet."""
    doubtful = Counter({kind: n for kind, n in found.items() if kind.startswith((UNKNOWN, BACK))})
    found = Counter({kind: n for kind, n in found.items() if not kind.startswith((UNKNOWN, BACK))})
    wanted = Counter(kind_of(position, p) for p in position.battle if p.controller == player and not p.host)
    extra, missing = found - wanted, wanted - found
    waiting = Counter(
        position.names.get(item.id, "")
        for item in position.stack
        if item.ability is None and item.controller == player
    )
    tokens = Counter(
        {kind: n for kind, n in missing.items() if position.cards[kind.removesuffix(TAPPED)].token}
    )
    for kind in list(extra.elements()):
        name = kind.removesuffix(TAPPED)
        for optional in (waiting, loose):
            if optional[name]:
                optional[name] -= 1
                extra[kind] -= 1
                break
    away = Counter[Kind]()
    for kind in tokens:
        other = kind.removesuffix(TAPPED) if kind.endswith(TAPPED) else kind + TAPPED
        away[kind] = max(0, tokens[kind] - extra[other])
        missing[kind] -= away[kind]
    for kind in under:  # the card is under another one now
        name = kind.partition(UNDER)[0]
        missing[name] -= min(missing[name], under[kind])
    return _with_doubtful(+extra, +missing, doubtful, away)


def _with_doubtful(
    extra: Counter[Kind], missing: Counter[Kind], doubtful: Counter[Kind], away: Counter[Kind]
) -> ZoneDifference:
    """Assign unrecognised cards to missing ones of the same orientation, then to others.

    `away`: tokens that are not seen and need not be. A turned card is not missing, and no card was added for
    it.
    """
    turned = missing & turned_all(extra)
    lost, left = missing - turned, doubtful.copy()
    hidden = +away
    for same_way in (True, False):
        for kind in list(lost.elements()):
            fits = [d for d, n in left.items() if n and (not same_way or _across(d) == _across(kind))]
            if fits:
                left[fits[0]] -= 1
                lost[kind] -= 1
                hidden[kind] += not same_way
    hidden = Counter({kind: n for kind, n in (hidden + lost).items() if n and not _across(kind)})
    over = sum(n for kind, n in left.items() if _across(kind))
    unsure = [kind.removesuffix(TAPPED) for kind in turned.elements() if _across(kind)][:over]
    return ZoneDifference(extra, +lost + turned, Counter(unsure), hidden)


def _across(kind: Kind) -> bool:
    return kind.endswith(TAPPED)


def _turned(kind: Kind) -> Kind:
    """Return the same card in the other orientation."""
    return kind.removesuffix(TAPPED) if _across(kind) else kind + TAPPED


def turned_all(kinds: Mapping[Kind, int]) -> Counter[Kind]:
    """Return the same cards in the other orientation."""
    return Counter({_turned(kind): n for kind, n in kinds.items()})


def kind_of(position: Position, permanent: Permanent) -> Kind:
    """Return the kind of a permanent as a camera reports it."""
    return position.names[permanent.id] + TAPPED * permanent.tapped


def plain(kinds: Mapping[Kind, int]) -> Counter[Kind]:
    """Return the number of cards by name, without orientation."""
    found = Counter[Kind]()
    for kind, n in kinds.items():
        found[kind.removesuffix(TAPPED)] += n
    return found


def steps(
    position: Position, table: Table, near: Player, difference: TableDifference
) -> tuple[Sentence, ...]:
    """Return the repairs of the table, one sentence a card."""
    mended = [step for player in (0, 1) for step in _mend(position, player, difference.differences[player])]
    for player in (0, 1):
        space = "near" if player == near else "far"
        mended += _turn_down(position, player, table, space)
    return tuple(mended)


def _mend(position: Position, player: Player, found: ZoneDifference) -> Iterator[Sentence]:
    filled = {"player": position.sides[player].name}
    for pattern, kinds in (
        (N_("{player}: restore {card}."), found.tapped),
        (N_("{player}: turn {card} sideways."), found.restored),
    ):
        for kind in kinds.elements():
            yield Sentence(pattern, {**filled, "card": word(position, kind)})
    across = Counter({kind + TAPPED: n for kind, n in found.tapped.items()})
    buried = Counter(position.names.get(id_, "") for side in position.sides for id_ in side.discard)
    for kind in plain(found.extra - across - found.restored).elements():
        pattern = N_("{player}: take {card} off the table.")
        if buried[kind]:
            pattern = N_("{player}: put {card} on the discard pile.")
            buried[kind] -= 1
        yield Sentence(pattern, {**filled, "card": word(position, kind)})
    for kind in found.gone.elements():
        pattern = N_("{player}: lay {card} into the battle zone.")
        yield Sentence(pattern, {**filled, "card": word(position, kind)})


def _turn_down(position: Position, player: Player, table: Table, space: Space) -> Iterator[Sentence]:
    """Yield repairs of destroyed bases that are still face up."""
    if position.phase == "bases":
        return
    own = [base for base in position.bases if base.owner == player]
    for zone in ("centre", "outskirts"):
        here = [base for base in own if base.centre == (zone == "centre")]
        standing_bases = Counter(position.names[base.id] for base in here if not base.destroyed)
        destroyed_bases = Counter(position.names[base.id] for base in here if base.destroyed)
        seen = plain(table.get(f"{space} {zone}", {}))
        for name in ((seen - standing_bases) & destroyed_bases).elements():
            filled = {"player": position.sides[player].name, "card": word(position, name)}
            yield Sentence(N_("{player}: turn {card} face down."), filled)


def word(position: Position, name: str) -> object:
    """Return the name of a card for sentences."""
    card = position.cards.get(name)
    return words.named(name, card) if card else name
