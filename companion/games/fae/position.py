"""A position of Fae as a compact frozen value, and its construction from a set-up.

A group (all druids on one space) is one integer: bits 0-5 its size, then four bits per colour in the
order of COLOURS. Two groups merge by adding them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.games.base import N_, Sentence, Space, Table, rule_error
from companion.games.fae.board import (
    COLOURS,
    DRUIDS_PER_COLOUR,
    NEIGHBOURS,
    REGIONS,
    RITUAL_CARDS,
    SPACES,
)

MAX_MOVING = 6
"""Maximum size of a group that may move (E-011, E-014)."""

SIZE = 0b111111
_SHIFTS = {colour: 6 + 4 * i for i, colour in enumerate(COLOURS)}
_SHIFT_ITEMS = tuple(_SHIFTS.items())


def pack(counts: Mapping[str, int]) -> int:
    """Pack a group with the given number of druids of each colour, 0..12 each."""
    return sum(n + (n << _SHIFTS[colour]) for colour, n in counts.items())


def unpack(group: int) -> dict[str, int]:
    """Return the number of druids of each colour in a group; colours with at least one only."""
    return {colour: n for colour, shift in _SHIFT_ITEMS if (n := group >> shift & 0b1111)}


class Move(NamedTuple):
    """All druids of `source` go to `target`.

    `rituals` is the order chosen for the spaces this isolates, needed only when there are several;
    with fewer cards left than spaces, its first spaces get the cards (E-021, E-040).
    """

    source: int
    target: int
    rituals: tuple[int, ...] = ()


MOVES = tuple(Move(source, target) for source in SPACES for target in NEIGHBOURS[source])
"""All moves between adjacent spaces; a set of them is an integer with bit i for MOVES[i]."""


class Position(NamedTuple):
    """Groups of druids, the score, and the player to move.

    `groups` is indexed by space (index 0 unused), `scores` by colour in the order of COLOURS,
    `ritual_cards` by player. `done` holds the spaces that had their ritual. `occupied` (bit n for
    space n) and `open_moves` (bit i for MOVES[i] is legal) follow from the rest.
    """

    groups: tuple[int, ...]
    scores: tuple[int, ...]
    ritual_cards: tuple[int, ...]
    cards_used: int
    done: frozenset[int]
    turn: int
    occupied: int
    open_moves: int

    @property
    def players(self) -> int:
        """Number of players, 2..4."""
        return len(self.ritual_cards)


def size(p: Position, space: int) -> int:
    """Number of druids on a space."""
    return p.groups[space] & SIZE


def contents(p: Position, space: int) -> dict[str, int]:
    """Number of druids of each colour on a space; colours with at least one only."""
    return unpack(p.groups[space])


def table(p: Position) -> Table:
    """Return the required contents of the table in this position."""
    return {space: unpack(group) for space, group in enumerate(p.groups) if group}


def scores(p: Position) -> dict[str, int]:
    """Score of each colour on the track."""
    return dict(zip(COLOURS, p.scores, strict=True))


def start(druids: Mapping[int, str], players: int) -> Position:
    """Return the opening position with one druid per space (E-001, E-002, E-004).

    `druids` maps space to colour. Raises RuleError `bad_setup` naming every region, space and colour
    that is wrong.
    """
    problems, spaces = _setup_problems(druids)
    if problems:
        raise rule_error("bad_setup", problems, spaces)
    return position({space: {colour: 1} for space, colour in druids.items()}, players=players)


def _setup_problems(druids: Mapping[int, str]) -> tuple[list[Sentence], list[Space]]:
    problems = [_no_such_space(space) for space in druids if space not in SPACES]
    concerned: list[Space] = []
    for region, spaces in REGIONS.items():
        for space in spaces:
            colour = druids.get(space)
            if colour is None:
                problems.append(
                    Sentence(
                        N_("Region {region}: expected one druid on space {space}, found none."),
                        {"region": region, "space": space},
                    )
                )
                concerned.append(space)
            elif colour not in COLOURS:
                problems.append(_no_such_colour(space, colour))
                concerned.append(space)
        for colour in COLOURS:
            here = [space for space in spaces if druids.get(space) == colour]
            if not here:
                problems.append(
                    Sentence(
                        N_("Region {region}: expected one {colour} druid, found none."),
                        {"region": region, "colour": colour},
                    )
                )
            elif len(here) > 1:
                problems.append(
                    Sentence(
                        N_("Region {region}: expected one {colour} druid, found {n} on spaces {spaces}."),
                        {"region": region, "colour": colour, "n": len(here), "spaces": listed(here)},
                    )
                )
                concerned += here
    return problems, concerned


def position(
    druids: Mapping[int, Mapping[str, int]],
    *,
    players: int,
    scores: Mapping[str, int] | None = None,
    ritual_cards: Sequence[int] | None = None,
    cards_used: int | None = None,
    turn: int = 0,
    done: Collection[int] | None = None,
) -> Position:
    """Return any position; omitted arguments are as at the start of a game.

    `ritual_cards` is indexed by player. Without `cards_used` it is their sum; with `cards_used` alone
    nobody holds a card. Isolated groups count as `done` whether listed or not (E-020).
    Raises RuleError `bad_setup` naming everything that contradicts the rules.
    """
    scores = scores or {}
    cards = tuple(ritual_cards or [0] * players)
    used = sum(cards) if cards_used is None else cards_used
    listed_done = frozenset(done or ())
    problems = list(_position_problems(druids, players, scores, cards, used, turn, listed_done))
    if ritual_cards is not None and not problems and used != sum(cards):
        problems.append(
            Sentence(
                N_("Expected as many cards used as the players hold, {held}; found {used}."),
                {"held": sum(cards), "used": used},
            )
        )
    if problems:
        raise rule_error("bad_setup", problems)
    groups = [0] * (len(SPACES) + 1)
    for space, counts in druids.items():
        groups[space] = pack(counts)
    isolated = frozenset(
        space for space in SPACES if groups[space] and not any(groups[n] for n in NEIGHBOURS[space])
    )
    for space in sorted(listed_done - isolated):
        if groups[space]:
            raise rule_error(
                "bad_setup",
                [
                    Sentence(
                        N_(
                            "Space {space} is marked as having had its ritual; expected it empty or isolated."
                        ),
                        {"space": space},
                    )
                ],
                [space],
            )
    return Position(
        groups=tuple(groups),
        scores=tuple(scores.get(colour, 0) for colour in COLOURS),
        ritual_cards=cards,
        cards_used=used,
        done=listed_done | isolated,
        turn=turn,
        occupied=sum(1 << space for space in SPACES if groups[space]),
        open_moves=0 if used == len(RITUAL_CARDS) else _open_moves(groups),
    )


def _open_moves(groups: Sequence[int]) -> int:
    return sum(
        1 << i
        for i, (source, target, _) in enumerate(MOVES)
        if 0 < groups[source] & SIZE <= MAX_MOVING and groups[target]
    )


def _position_problems(
    druids: Mapping[int, Mapping[str, int]],
    players: int,
    scores: Mapping[str, int],
    cards: Sequence[int],
    used: int,
    turn: int,
    done: Collection[int],
) -> Iterable[Sentence]:
    if not 2 <= players <= 4:
        yield Sentence(N_("Expected 2, 3 or 4 players, found {n}."), {"n": players})
    elif not 0 <= turn < players:
        yield Sentence(
            N_("Expected the turn of a player 0 to {last}, found {n}."), {"last": players - 1, "n": turn}
        )
    if len(cards) != players:
        yield Sentence(
            N_("Expected ritual cards for each of the {players} players, found {n}."),
            {"players": players, "n": len(cards)},
        )
    for space in [*druids, *done]:
        if space not in SPACES:
            yield _no_such_space(space)
    total = dict.fromkeys(COLOURS, 0)
    for space, counts in druids.items():
        for colour, n in counts.items():
            if colour not in total:
                yield _no_such_colour(space, colour)
            elif n < 0:
                yield Sentence(
                    N_("Space {space}: expected 0 or more {colour} druids, found {n}."),
                    {"space": space, "colour": colour, "n": n},
                )
            else:
                total[colour] += n
    for colour, n in total.items():
        if n > DRUIDS_PER_COLOUR:
            yield Sentence(
                N_("Expected at most {limit} {colour} druids, found {n}."),
                {"limit": DRUIDS_PER_COLOUR, "colour": colour, "n": n},
            )
    for colour, score in scores.items():
        if colour not in total:
            yield Sentence(
                N_("Scores: expected the colours {expected}, found {found!r}."),
                {"expected": listed(COLOURS), "found": colour},
            )
        elif score < 0:
            yield Sentence(
                N_("Expected a score of 0 or more for {colour}, found {n}."), {"colour": colour, "n": score}
            )
    if not 0 <= used <= len(RITUAL_CARDS) or any(n < 0 for n in cards):
        yield Sentence(
            N_("Expected 0 to {limit} ritual cards used, found {n}."), {"limit": len(RITUAL_CARDS), "n": used}
        )


def _no_such_space(space: object) -> Sentence:
    return Sentence(
        N_("Expected a space from 1 to {last}, found {found!r}."), {"last": SPACES[-1], "found": space}
    )


def _no_such_colour(space: int, colour: object) -> Sentence:
    return Sentence(
        N_("Space {space}: expected one of {expected}, found {found!r}."),
        {"space": space, "expected": listed(COLOURS), "found": colour},
    )


def listed(items: Iterable[object]) -> str:
    """Join the items with commas for a sentence."""
    return ", ".join(map(str, items))
