"""Random legal games of Fairy Tile."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import Chance
from companion.games.fairytile.outlook import hopeless
from companion.games.fairytile.position import (
    UNKNOWN,
    Act,
    Box,
    FinishTurn,
    GiveUp,
    Position,
    Tell,
    TurnPage,
    page_in_hand,
)
from companion.games.fairytile.rules import adventures, fulfilling, tellable
from companion.games.fairytile.sets import sample_pages, sample_tiles
from companion.games.fairytile.setup import MOST_IN_STACK, deal_size, start_side

START = (("0,0", 3), ("1,0", 5), ("0,1", 1))
"""How the starting tiles lie where their white corner is that of the sample."""
_TURNS_PAGE = 0.1
_FULFILS = 0.6
_SECOND = 0.5
"""How often a random player turns a page, does at once what fulfils the page in hand, or does a second
adventure where both are open."""


def deal(chance: Chance, players: int) -> list[list[int]]:
    """Books of the sample pages, all dealt equally (FT-026)."""
    return deal_pages(chance, players, Box(sample_tiles(), sample_pages()))


def deal_pages(chance: Chance, players: int, box: Box) -> list[list[int]]:
    """Books of the pages of a box, as many as were agreed on (FT-026, A04)."""
    each = deal_size(box, players)
    pages = chance.sample(sorted(box.pages), each * players)
    return [list(pages[seat * each : (seat + 1) * each]) for seat in range(players)]


def opening(chance: Chance, names: Sequence[str]) -> dict[str, Any]:
    """A written set-up of the sample by chance, books and stack open."""
    books = deal(chance, len(names))
    return {
        "players": list(names),
        "start": start_object(),
        "stack": shuffled(chance, sample_tiles()),
        "books": dict(zip(names, books, strict=True)),
    }


def start_object() -> list[list[Any]]:
    """The starting tiles of the sample as they lie."""
    starting = [name for name in sample_tiles() if start_side(sample_tiles(), name)]
    return [[name, at, turn] for name, (at, turn) in zip(starting, START, strict=True)]


def shuffled(chance: Chance, tiles: Mapping[str, Mapping[Any, Any]]) -> list[list[str]]:
    """The stack by chance, each tile with any side up (FT-024)."""
    others = [name for name in tiles if not start_side(tiles, name)]
    drawn = chance.sample(others, min(len(others), MOST_IN_STACK))
    return [[name, chance.choice(sorted(tiles[name]))] for name in drawn]


def next_move(p: Position, chance: Chance) -> Act:
    """A legal act; pages that nobody has named yet are any that fit."""
    if p.done:
        return _after_an_adventure(p, chance)
    if chance.random() < _TURNS_PAGE:
        return TurnPage()
    return _adventure(p, chance)


def _after_an_adventure(p: Position, chance: Chance) -> Act:
    page = _page(p, chance)
    if page != UNKNOWN and tellable(p, page):
        return Tell(page)
    if p.magic[p.turn] and len(p.done) == 1 and chance.random() < _SECOND:
        return _adventure(p, chance)
    return FinishTurn()


def _adventure(p: Position, chance: Chance) -> Act:
    found = adventures(p)
    page = _page(p, chance)
    if not p.done and page != UNKNOWN and hopeless(p, page):
        return GiveUp()
    if not found:
        return TurnPage()
    if page != UNKNOWN and chance.random() < _FULFILS:
        found = fulfilling(p, page, found) or found
    return chance.choice(found)


def _page(p: Position, chance: Chance) -> int:
    known = page_in_hand(p, p.turn)
    if known != UNKNOWN or p.dealt:
        return known
    used_pages = {page for pages in p.told_pages for page in pages}
    return chance.choice(sorted(p.box.pages.keys() - used_pages))
