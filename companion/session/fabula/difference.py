"""How the cards on a table differ from a position, and what hands do so that they no longer do.

Kinds: "bandit", tapped "bandit/tapped", under another card "blade@bandit". What a camera need not see is no
difference: what is attached, what waits on the stack, and tokens, for which anything may stand.
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

    `unsure` are upright cards, by name, that may be restored ones or new ones: the one that lay across may
    be a card that is not recognised, or not seen. `hidden` are cards, by name, that should stand upright and
    are not seen to: they may lie across by now.
    """

    extra: Counter[Kind]
    missing: Counter[Kind]
    unsure: Counter[Kind]
    hidden: Counter[Kind]

    @property
    def empty(self) -> bool:
        """True if all is as it should be."""
        return not self.extra and not self.missing

    def without(self, other: "ZoneDifference") -> "ZoneDifference":
        """The differences that the other one lacks. A card that lies the other way now stays one card, also
        where it was missing before; there it may be a new one, too.
        """
        turned = self.turned - other.turned
        again = Counter(kind.removesuffix(TAPPED) for kind in turned & other.missing if _across(kind))
        missing = (self.missing - other.missing) | turned
        return self._replace(extra=self.extra - other.extra, missing=missing, unsure=self.unsure | again)

    def left(self, before: "ZoneDifference") -> "ZoneDifference":
        """The differences that were there before. A card that hands should take off and that lies the other
        way now is still the same one.
        """
        over = before.extra - self.extra
        turned = turned_all(over) & (self.extra - before.extra - turned_all(self.missing))
        extra = (self.extra & before.extra) + turned
        return self._replace(extra=extra, missing=self.missing & before.missing)

    def still(self, before: "ZoneDifference") -> "ZoneDifference":
        """The differences that were there before; of a card that was turned, both or nothing: if an
        action took it away, what lies there is no new card.
        """
        pairs = self.turned & before.turned
        now, then = self.but_turned, before.but_turned
        extra = (now.extra & then.extra) + turned_all(pairs)
        return self._replace(extra=extra, missing=(now.missing & then.missing) + pairs)

    def but(
        self, turned: Counter[Kind], extra: Counter[Kind] = _NO, missing: Counter[Kind] = _NO
    ) -> "ZoneDifference":
        """Without some cards: those `turned`, as they should lie, some too much, some missing."""
        extra, missing = extra + turned_all(turned), missing + turned
        return self._replace(extra=self.extra - extra, missing=self.missing - missing)

    @property
    def turned(self) -> Counter[Kind]:
        """Cards that are missing as they should lie, and lie the other way."""
        return self.missing & turned_all(self.extra)

    @property
    def but_turned(self) -> "ZoneDifference":
        """Cards that came and cards that were taken off."""
        return self.but(self.turned)

    @property
    def tapped(self) -> Counter[Kind]:
        """Cards that lie across and should not."""
        return Counter({kind: n for kind, n in self.turned.items() if not _across(kind)})

    @property
    def restored(self) -> Counter[Kind]:
        """Cards that stand upright and should not."""
        return plain({kind: n for kind, n in self.turned.items() if _across(kind)})

    @property
    def laid(self) -> Counter[Kind]:
        """Cards that came, upright."""
        return Counter({kind: n for kind, n in self.but_turned.extra.items() if not _across(kind)})

    @property
    def gone(self) -> Counter[Kind]:
        """Cards that were taken off, by name."""
        return plain(self.but_turned.missing)


NONE = ZoneDifference(Counter(), Counter(), Counter(), Counter())


class TableDifference(NamedTuple):
    """A table beside a position: by player what differs and which card is seen on the discard pile; what lies
    under that player's cards and is not attached to them by the position, "blade@bandit".
    """

    differences: tuple[ZoneDifference, ZoneDifference]
    piles: tuple[Kind, Kind]
    under: tuple[Counter[Kind], Counter[Kind]]

    def without(self, other: "TableDifference") -> "TableDifference":
        """What is not in the other one."""
        (a, b), (c, d) = self.differences, other.differences
        under = (self.under[0] - other.under[0], self.under[1] - other.under[1])
        return self._replace(differences=(a.without(c), b.without(d)), under=under)

    def but(self, player: Player, left: ZoneDifference = NONE) -> "TableDifference":
        """Without what differs on a player's side, but what is `left` there."""
        a, b = self.differences
        return self._replace(differences=(left, b) if player == 0 else (a, left))

    def but_under(self, player: Player, kind: Kind) -> "TableDifference":
        """Without a card that lies under one of a player's."""
        a, b = (under - Counter([kind] if n == player else []) for n, under in enumerate(self.under))
        return self._replace(under=(a, b))

    def left(self, before: "TableDifference") -> "TableDifference":
        """Differences of before that hands have still to mend."""
        (a, b), (c, d) = self.differences, before.differences
        return self._replace(differences=(a.left(c), b.left(d)), under=self._under_both(before))

    def still(self, before: "TableDifference") -> "TableDifference":
        """Differences of before that are news."""
        (a, b), (c, d) = self.differences, before.differences
        return self._replace(differences=(a.still(c), b.still(d)), under=self._under_both(before))

    def _under_both(self, other: "TableDifference") -> tuple[Counter[Kind], Counter[Kind]]:
        return self.under[0] & other.under[0], self.under[1] & other.under[1]


CLEAR = TableDifference((NONE, NONE), ("", ""), (Counter(), Counter()))


def near_player(position: Position, table: Table) -> Player:
    """Who sits near: where more of one's own bases lie; who begins where that is open."""
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
    """What differs while `near` sits on the near side."""
    spaces = ["far", "far"]
    spaces[near] = "near"
    found = [Counter(table.get(f"{space} battle", {})) for space in spaces]
    (one, loose_one), (other, loose_other) = (_under(position, player, found[player]) for player in (0, 1))
    loose, under = loose_one + loose_other, one + other
    first, second = (_battle(position, player, found[player], loose, under) for player in (0, 1))
    piles = [next(iter(table.get(f"{space} discard", {})), "") for space in spaces]
    return TableDifference((first, second), (piles[0], piles[1]), (one, other))


def _under(position: Position, player: Player, zone: Counter[Kind]) -> tuple[Counter[Kind], Counter[str]]:
    """What lies under a player's cards and should not, taken out of the zone; then by name what is attached
    to them and was not seen there.
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
        else:  # it is only partly covered
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
    """What differs in a battle zone; `loose` are attached cards that are seen nowhere else yet."""
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
    for kind in under:  # it lies under another card now
        name = kind.partition(UNDER)[0]
        missing[name] -= min(missing[name], under[kind])
    return _with_doubtful(+extra, +missing, doubtful, away)


def _with_doubtful(
    extra: Counter[Kind], missing: Counter[Kind], doubtful: Counter[Kind], away: Counter[Kind]
) -> ZoneDifference:
    """Take cards that are seen, but not which, for the missing ones that lie the same way, then for others;
    `away` are tokens that need not be seen, and are not.

    A card that is seen lying the other way is not missing: it was turned, and no other card came.
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
    """The same card the other way."""
    return kind.removesuffix(TAPPED) if _across(kind) else kind + TAPPED


def turned_all(kinds: Mapping[Kind, int]) -> Counter[Kind]:
    """The same cards the other way."""
    return Counter({_turned(kind): n for kind, n in kinds.items()})


def kind_of(position: Position, permanent: Permanent) -> Kind:
    """A permanent as a camera sees it."""
    return position.names[permanent.id] + TAPPED * permanent.tapped


def plain(kinds: Mapping[Kind, int]) -> Counter[Kind]:
    """Kinds by their names alone."""
    found = Counter[Kind]()
    for kind, n in kinds.items():
        found[kind.removesuffix(TAPPED)] += n
    return found


def steps(
    position: Position, table: Table, near: Player, difference: TableDifference
) -> tuple[Sentence, ...]:
    """What makes the table as it should be, a sentence a card."""
    mended = [step for player in (0, 1) for step in _mend(position, player, difference.differences[player])]
    for player in (0, 1):
        space = "near" if player == near else "far"
        mended += _turn_down(position, player, table, space)
    return tuple(mended)


def _mend(position: Position, player: Player, found: ZoneDifference) -> Iterator[Sentence]:
    filled = {"player": position.sides[player].name}
    for pattern, kinds in (
        (N_("{player}: restore {card}."), found.tapped),
        (N_("{player}: tap {card}."), found.restored),
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
    """Bases that were destroyed and still lie face up."""
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
    """A card as sentences name it."""
    card = position.cards.get(name)
    return words.named(name, card) if card else name
