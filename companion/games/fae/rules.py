"""Rules of Fae: legal moves, their effects, and the end of the game."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, combinations
from operator import getitem
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import N_, Chance, Reason, Sentence, Table, rule_error
from companion.games.fae.board import (
    ACROSS_LAKE,
    COLOURS,
    NEIGHBOURS,
    RITUAL_CARDS,
    SPACES,
    TERRAIN_OF,
    RitualCard,
)
from companion.games.fae.illegal import mistakes
from companion.games.fae.position import (
    MAX_MOVING,
    MOVES,
    SIZE,
    Move,
    Position,
    contents,
    listed,
    pack,
    scores,
    size,
    start,
    table,
    unpack,
)
from companion.games.fae.text import dump, load

__all__ = [
    "FinalScore", "Move", "Position", "Ritual", "apply", "changed", "check_spirits", "contents", "dump",
    "explain", "finished", "illegal_move", "isolated_by", "legal", "load", "mistakes", "needs_order",
    "random_legal", "removed", "resolve", "result", "rituals", "scores", "size", "start", "table",
]  # fmt: skip


class Ritual(NamedTuple):
    """One resolved ritual (E-022 to E-028).

    `card` is the value of the card taken, `removed` the disrupted druids, `value` the points of every colour
    in `scored` (0 if nobody scores), `player` the index of the mover, who keeps the card.
    """

    space: int
    card: int
    cursed: bool
    blessed: bool
    removed: Mapping[str, int]
    value: int
    scored: tuple[str, ...]
    player: int


class FinalScore(NamedTuple):
    """Points per player, cards included, and the indices of the players who win or share the victory."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


_BIT_OF = {(move.source, move.target): 1 << i for i, move in enumerate(MOVES)}
_EVERY_MOVE = (1 << len(MOVES)) - 1


def _without(*moves: Move) -> int:
    return _EVERY_MOVE & ~sum(_BIT_OF[m.source, m.target] for m in moves)


_EMPTIED = tuple(_without(*(m for m in MOVES if space in m[:2])) for space in (0, *SPACES))
"""Moves that remain possible once a space is empty, by space."""
_STUCK = tuple(_without(*(m for m in MOVES if space == m.source)) for space in (0, *SPACES))
"""Moves that remain possible once too many druids are on a space, by space."""
_AROUND = tuple(sum(1 << n for n in NEIGHBOURS[space]) for space in (0, *SPACES))
_BESIDE = tuple(tuple((n, _AROUND[n]) for n in NEIGHBOURS[space]) for space in (0, *SPACES))
_ONE_OF_EACH = pack(dict.fromkeys(COLOURS, 1)) & ~SIZE
_COLOURS_IN = {
    pack(dict.fromkeys(colours, 1)) & ~SIZE: tuple(map(COLOURS.index, colours))
    for n in range(len(COLOURS) + 1)
    for colours in combinations(COLOURS, n)
}
"""Indices of the colours in a set of them, which has the lowest bit of each colour."""


def _bonus(card: RitualCard, space: int) -> int | None:
    if TERRAIN_OF[space] in card.cursed:
        return None
    return card.value if TERRAIN_OF[space] in card.blessed else 0


_BONUS = tuple((None, *(_bonus(card, space) for space in SPACES)) for card in RITUAL_CARDS)
"""Points that each card adds on each space, by card and space; None if it is cursed."""
_position = partial(tuple.__new__, Position)
"""Make a position of its fields, in half the time that its class takes."""
_BYTES = -(-len(MOVES) // 8)


def _subsets(moves: Sequence[Move]) -> tuple[tuple[Move, ...], ...]:
    """All subsets of moves; bit n of the index stands for move n."""
    found: list[tuple[Move, ...]] = [()]
    for move in moves:
        found += [(*fewer, move) for fewer in found]
    return tuple(found)


_MOVES_OF_BYTE = tuple(_subsets(MOVES[start : start + 8]) for start in range(0, len(MOVES), 8))
"""Moves of each value of each byte of a move set."""
_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_HALVES = tuple((8 << step, (1 << (8 << step)) - 1) for step in reversed(range((_BYTES - 1).bit_length())))
"""Widths in bits, from at least half of a move set down to a byte, each with the mask of that many bits."""


def legal(p: Position) -> list[Move]:
    """Return all legal moves by ascending source and target, one per pair; their rituals are left open."""
    return list(chain.from_iterable(map(getitem, _MOVES_OF_BYTE, p.open_moves.to_bytes(_BYTES, "little"))))


def random_legal(p: Position, chance: Chance) -> Move:
    """Return `chance.choice(legal(p))` without listing the moves. Raises IndexError if there is none."""
    moves = p.open_moves
    number, first = chance.choice(range(moves.bit_count())), 0
    for width, mask in _HALVES:  # find the set bit of that number by halving
        low = moves & mask
        count = low.bit_count()
        if number < count:
            moves = low
        else:
            number -= count
            moves >>= width
            first += width
    return MOVES[first + _BITS_OF_BYTE[moves][number]]


def finished(p: Position) -> bool:
    """Return whether the last card is used (E-040) or the player to move has no move (E-041)."""
    return not p.open_moves


def apply(p: Position, move: Move, outcome: Any = None) -> Position:
    """Return the position after `move`. Fae has no chance: `outcome` is not used.

    Raises RuleError with the code of `explain`.
    """
    return _moved(p, move)[0]


def resolve(p: Position, move: Move) -> tuple[Position, tuple[Ritual, ...]]:
    """Return the position after `move` without disrupted druids, and the rituals in the order held.

    Several rituals without an order are resolved by ascending space. Raises RuleError with the code of
    `explain`.
    """
    after, held = _moved(p, move)
    arrived = p.groups[move.source]
    return after, tuple(
        ritual_of(space, p.groups[space] + (arrived if space == move.target else 0), card, p.turn)
        for card, space in enumerate(held, p.cards_used)
    )


def _moved(p: Position, move: Move) -> tuple[Position, Sequence[int]]:
    """Return the position after `move` and the spaces of its rituals in the order held."""
    before, points, cards, used, done, turn, occupied, open_moves = p
    source, target, order = move
    if not open_moves & _BIT_OF.get((source, target), 0):
        _check(p, move)
    groups = list(before)
    groups[target] = merged = groups[target] + groups[source]
    groups[source] = 0
    occupied ^= 1 << source
    open_moves &= _EMPTIED[source]
    if merged & SIZE > MAX_MOVING:
        open_moves &= _STUCK[target]

    held: Sequence[int] = ()
    isolated = [n for n, neighbours in _BESIDE[source] if groups[n] and not occupied & neighbours]
    if isolated or order:
        if not _order_fits(isolated, order, used):
            _check(p, move)
        done = done.union(isolated)
        held = (order or isolated)[: len(RITUAL_CARDS) - used]  # E-040
        track = list(points)
        for card, space in enumerate(held, used):
            groups[space], value, scored = ritual_outcome(space, groups[space], card)
            if not groups[space]:
                occupied ^= 1 << space
            for colour in scored:
                track[colour] += value
        points = tuple(track)
        used += len(held)
        cards = (*cards[:turn], cards[turn] + len(held), *cards[turn + 1 :])
        if used == len(RITUAL_CARDS):
            open_moves = 0
    turn = (turn + 1) % len(cards)
    after = (tuple(groups), points, cards, used, done, turn, occupied, open_moves)
    return _position(after), held


def isolated_by(p: Position, source: int, target: int) -> tuple[int, ...]:
    """Return the spaces a legal move from `source` to `target` isolates, ascending (E-020, E-021)."""
    occupied = p.occupied ^ 1 << source
    return tuple(n for n, neighbours in _BESIDE[source] if p.groups[n] and not occupied & neighbours)


def needs_order(p: Position, move: Move) -> bool:
    """Return whether the mover still has to choose the order of the rituals of a legal move."""
    return not move.rituals and len(isolated_by(p, move.source, move.target)) > 1


def rituals(p: Position, move: Move) -> tuple[Ritual, ...]:
    """Return the rituals of a move, in order. Raises the RuleError of `apply`."""
    return resolve(p, move)[1]


def ritual_at(p: Position, space: int) -> Ritual | None:
    """Return the ritual `space` would have now, or None without druids there or without cards left."""
    if not p.groups[space] or p.cards_used == len(RITUAL_CARDS):
        return None
    return ritual_of(space, p.groups[space], p.cards_used, p.turn)


def _order_fits(isolated: Sequence[int], order: Sequence[int], used: int) -> bool:
    """Return whether an order names each space at most once, and enough of them for the cards left."""
    if not order:
        return True
    needed = min(len(isolated), len(RITUAL_CARDS) - used)
    return needed <= len(order) == len(set(order).intersection(isolated))


def ritual_outcome(space: int, group: int, card: int) -> tuple[int, int, tuple[int, ...]]:
    """Return the group that a ritual leaves, its value and the colours that score it, as indices of COLOURS.

    `card` is an index of RITUAL_CARDS. Searches call this often, so it works on the packed group.
    """
    bonus = _BONUS[card][space]
    if bonus is None:  # E-024
        return 0, 0, ()
    several = (group >> 1 | group >> 2 | group >> 3) & _ONE_OF_EACH
    single = group & ~several & _ONE_OF_EACH
    scored = several | single
    if scored == _ONE_OF_EACH:  # E-025
        group -= single + single.bit_count()
        scored = several
    return group, (group & SIZE) + bonus if scored else 0, _COLOURS_IN[scored]  # E-026


def ritual_of(space: int, group: int, card: int, player: int) -> Ritual:
    """Return the ritual of a group with a card, an index of RITUAL_CARDS."""
    left, value, scored = ritual_outcome(space, group, card)
    return Ritual(
        space,
        RITUAL_CARDS[card].value,
        TERRAIN_OF[space] in RITUAL_CARDS[card].cursed,
        TERRAIN_OF[space] in RITUAL_CARDS[card].blessed,
        unpack(group - left),
        value,
        tuple(COLOURS[i] for i in scored),
        player,
    )


def explain(p: Position, move: Move) -> Reason | None:
    """Return the reason why `move` is illegal, with the spaces concerned, or None if it is legal."""
    source, target, order = move
    unknown = tuple(space for space in (source, target) if space not in SPACES)
    if unknown:
        return Reason("unknown_space", unknown)
    if finished(p):
        return Reason("game_over", (), "E-040" if p.cards_used == len(RITUAL_CARDS) else "E-041")
    if source == target:
        return Reason("same_space", (source,), "E-011")
    if not p.groups[source]:
        return Reason("empty_source", (source,), "E-011")
    if (source, target) in ACROSS_LAKE:
        return Reason("across_lake", (source, target), "E-015")
    if target not in NEIGHBOURS[source]:
        return Reason("not_adjacent", (source, target), "E-011")
    if size(p, source) > MAX_MOVING:
        return Reason("too_many_druids", (source,), "E-014")
    if not p.groups[target]:
        return Reason("empty_target", (target,), "E-013")
    isolated = isolated_by(p, source, target)
    if not _order_fits(isolated, order, p.cards_used):
        return Reason("ritual_order", isolated, "E-021")
    return None


PATTERNS = {
    "unknown_space": N_("Expected spaces from 1 to {last}, found {source} and {target}."),
    "game_over": N_("The game is over: no move is expected, found {source} to {target}."),
    "same_space": N_("Expected a move to another space, found space {source} twice."),
    "empty_source": N_("Expected druids on space {source}, found none."),
    "across_lake": N_(
        "Spaces {source} and {target} only face each other over a lake; "
        "expected a move to one of {neighbours}."
    ),
    "not_adjacent": N_("Space {target} is not adjacent to {source}; expected a move to one of {neighbours}."),
    "too_many_druids": N_("Expected at most {limit} druids on the source space {source}, found {size}."),
    "empty_target": N_("Expected druids on space {target} to move to, found none."),
    "ritual_order": N_("Expected an order of the isolated spaces {isolated}, found {order}."),
}
"""Message for each code of `explain`."""


def illegal_move(p: Position, move: Move, reason: Reason) -> RuleError:
    """Build the error for an illegal move and its `reason`; it quotes the position."""
    source, target, order = move
    known = reason.code != "unknown_space"
    values = {
        "source": source,
        "target": target,
        "last": SPACES[-1],
        "limit": MAX_MOVING,
        "neighbours": listed(NEIGHBOURS[source]) if known else "",
        "size": size(p, source) if known else 0,
        "isolated": listed(isolated_by(p, source, target)) if known else "",
        "order": listed(order) or "-",
    }
    position_line = Sentence(N_("Position: {position}"), {"position": dump(p)})
    return rule_error(reason.code, [Sentence(PATTERNS[reason.code], values), position_line], reason.spaces)


def _check(p: Position, move: Move) -> None:
    reason = explain(p, move)
    if reason:
        raise illegal_move(p, move, reason)


def changed(p: Position, move: Move) -> Table:
    """Spaces a legal move changes before disrupted druids are removed: source empty, target merged."""
    return {move.source: {}, move.target: unpack(p.groups[move.source] + p.groups[move.target])}


def removed(p: Position, move: Move) -> Table:
    """Disrupted druids to take off after a legal move, by space."""
    return {ritual.space: ritual.removed for ritual in rituals(p, move) if ritual.removed}


def check_spirits(colours: Sequence[Any]) -> None:
    """Raise RuleError `bad_setup` unless every player has a different colour (E-003)."""
    if any(colour not in COLOURS for colour in colours) or len(set(colours)) < len(colours):
        raise _bad_spirits(len(colours), colours)


def _bad_spirits(players: int, found: Iterable[object]) -> RuleError:
    pattern = N_("Expected a different spirit of {expected} for each of {n} players, found {found}.")
    values = {"expected": listed(COLOURS), "n": players, "found": listed(map(str, found))}
    return rule_error("bad_setup", [Sentence(pattern, values)])


def result(p: Position, spirits: Mapping[int, str]) -> FinalScore:
    """Return the final score when the spirits, player index to colour, are revealed (E-042, E-043).

    Raises RuleError `bad_setup` unless every player has a different colour.
    """
    if set(spirits) != set(range(p.players)):
        raise _bad_spirits(p.players, spirits.values())
    check_spirits([spirits[player] for player in range(p.players)])
    on_track = scores(p)
    totals = tuple(on_track[spirits[player]] + p.ritual_cards[player] for player in range(p.players))
    best = max(zip(totals, (-n for n in p.ritual_cards), strict=True))
    winners = tuple(i for i in range(p.players) if (totals[i], -p.ritual_cards[i]) == best)
    return FinalScore(totals, winners)
