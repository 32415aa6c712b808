"""Random legal games of Fairy Tile, for demos and tests."""

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
"""Cell and turn of the starting tiles, if their white corner is that of the sample."""
_TURNS_PAGE = 0.1
_FULFILS = 0.6
_SECOND = 0.5
"""Probabilities, 0..1, of a random player.

It turns a page, prefers acts that fulfil the page in hand, does a second adventure if it may."""


def deal(chance: Chance, players: int) -> list[list[int]]:
    """Deal books of the sample pages, all of the same size (FT-026)."""
    return deal_pages(chance, players, Box(sample_tiles(), sample_pages()))


def deal_pages(chance: Chance, players: int, box: Box) -> list[list[int]]:
    """Deal books of the pages of a box, of the size agreed on (FT-026, A04)."""
    each = deal_size(box, players)
    pages = chance.sample(sorted(box.pages), each * players)
    return [list(pages[seat * each : (seat + 1) * each]) for seat in range(players)]


def opening(chance: Chance, names: Sequence[str]) -> dict[str, Any]:
    """Return a random written set-up of the sample with open books and an open stack."""
    books = deal(chance, len(names))
    return {
        "players": list(names),
        "start": start_object(),
        "stack": shuffled(chance, sample_tiles()),
        "books": dict(zip(names, books, strict=True)),
    }


def start_object() -> list[list[Any]]:
    """Return the starting tiles of the sample as JSON: lists of tile, cell and turn."""
    starting = [name for name in sample_tiles() if start_side(sample_tiles(), name)]
    return [[name, at, turn] for name, (at, turn) in zip(starting, START, strict=True)]


def shuffled(chance: Chance, tiles: Mapping[str, Mapping[Any, Any]]) -> list[list[str]]:
    """Return a random stack as JSON, each tile with a random side up (FT-024)."""
    others = [name for name in tiles if not start_side(tiles, name)]
    drawn = chance.sample(others, min(len(others), MOST_IN_STACK))
    return [[name, chance.choice(sorted(tiles[name]))] for name in drawn]


def next_move(p: Position, chance: Chance) -> Act:
    """Choose a random legal act; a page that nobody has named yet is any page not told so far."""
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
