"""Fairy Tile for a phone: the kingdom, the books and the story for everybody, the page for its seat."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games import fairytile
from companion.games.base import N_, Sentence, Translations, player_name, rule_error
from companion.games.fairytile.acts import read_act
from companion.games.fairytile.board import Cell, FaceUpTile, TileFace, cell_text, tile_cells
from companion.games.fairytile.goals import figures_of, place_of
from companion.games.fairytile.judge import fulfilled
from companion.games.fairytile.placements import placements
from companion.games.fairytile.position import (
    UNKNOWN,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
    TurnPage,
)
from companion.games.fairytile.words import NAMES, PLACE_NAMES, goal_sentence, parts
from companion.session.fairytile import words
from companion.session.fairytile.messages import PlayFairyAct, TellPage
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message
from companion.session.seat_form import NO_DECISION, SeatForm, refuse_others

_HINTS = {
    "from": N_("Touch a figure or the tile, or turn a page."),
    "again": N_("With magic you may go on a second adventure."),
    "drawn": N_("Which tile was drawn?"),
    "place": N_("Touch a place for the tile."),
    "nowhere": N_("This tile fits nowhere."),
    "turn_page": N_("It goes under your book; you get magic for a later turn."),
    "out": N_("Only if you can never fulfil your page. You are out, the others play on."),
}
"""Sentences beside the keys of the page, by what they are about."""
_TITLES = {
    "next": N_("Next tile"),
    "moves": N_("Moves"),
    "here": N_("Lay it"),
    "turned": N_("Turn it"),
    "back": N_("Back"),
    "tell": N_("Tell"),
    "end_turn": N_("End turn"),
    "turn_page": N_("Turn a page"),
    "out": N_("I give up"),
}
"""Texts of the keys and titles of the page that the screen has, too."""


def public(snapshot: FairySnapshot, tr: Translations) -> dict[str, Any]:
    """Return what everybody may see; cells are written "q,r", sides of a cell by the clock."""
    position = snapshot.position
    person = bool(snapshot.turn) and snapshot.turn not in snapshot.bots
    goes = person and snapshot.may_go
    return {
        "names": {place: tr.gettext(name) for place, name in PLACE_NAMES.items()},
        "cells": [
            {"cell": cell_text(cell), "terrain": land.terrain, "river": list(land.river)}
            for cell, land in sorted(position.kingdom.cells.items())
        ],
        "figures": [
            {
                "figure": figure,
                "name": tr.gettext(NAMES[figure]),
                "cell": cell_text(cell),
                "way": tr.gettext(words.ASKED[figure]),
                "targets": sorted(map(cell_text, fairytile.reachable(position, figure))) if goes else [],
            }
            for figure, cell in position.figure_cells.items()
        ],
        "top": _lands(position.box.face(position.stack[0])) if position.stack else None,
        "stack_left": position.stack_left,
        "tiles": [_tile(position, tile) for tile in _tiles(position)] if goes else [],
        "may": {
            "magic": goes and snapshot.with_magic,
            "tell": person and snapshot.may_tell,
            "turn_page": person and snapshot.may_turn,
            "out": person and snapshot.may_turn and snapshot.stuck,
            "end_turn": person and snapshot.may_end,
        },
        "keys": {key: tr.gettext(text) for key, text in _TITLES.items()},
        "said": {key: tr.gettext(text) for key, text in _HINTS.items()},
        "books": [
            {
                "player": player_name(tr, player),
                "left": len(position.books[seat]),
                "told": list(position.told_pages[seat]),
                "magic": position.magic[seat],
                "out": seat in position.out,
                "wins": seat == position.winner,
            }
            for seat, player in enumerate(snapshot.players)
        ],
        "told": _told(snapshot, tr),
        "suggested": _suggested(snapshot),
        "wrong": _wrong(snapshot, tr),
    }


def secret(snapshot: FairySnapshot, tr: Translations) -> dict[str, Any] | None:
    """Return the page in the seat's hand: its goal, the parts of it, and if it can be told now."""
    if snapshot.secret is None or snapshot.seat is None:
        return None
    position, page = snapshot.position, next(iter(snapshot.secret), UNKNOWN)
    if snapshot.over or page not in position.box.goals:
        return {"page": UNKNOWN, "goal": tr.gettext("You have no page.")}
    goal, more = position.box.goals[page], len(position.books[snapshot.seat]) - 1
    mine = snapshot.seat == position.turn and snapshot.may_tell
    return {
        "page": page,
        **_picture(position, page),
        "goal": goal_sentence(goal).say(tr),
        "parts": [
            {"text": part.sentence.say(tr), "holds": part.holds} for part in parts(goal, position.moment)
        ],
        "holds": mine and fulfilled(goal, position.moment),
        "number": tr.gettext("Page {number}").format(number=page),
        "more": tr.ngettext("{n} more in your book", "{n} more in your book", more).format(n=more),
    }


def decide(snapshot: FairySnapshot, written: Mapping[str, Any]) -> Message:
    """Read an act, or that the page in hand is told; all by whom has the turn.

    Raises RuleError `no_decision`, `not_yours`, `bad_setup`.
    """
    match dict(written):
        case {"do": "tell", **rest} if not rest:
            refuse_others(snapshot)
            return TellPage(snapshot.game)
        case {"do": "act", "act": act, **rest} if not rest:
            refuse_others(snapshot)
            match read_act(act):
                case PlaceTile(shows=None) | Move() | TurnPage() | GiveUp() | FinishTurn() as read:
                    return PlayFairyAct(snapshot.game, read)
    raise rule_error("no_decision", [Sentence(NO_DECISION)])


def _lands(face: TileFace) -> list[dict[str, Any]]:
    """Return parts A, B and C of an unturned tile."""
    return [{"terrain": land.terrain, "river": list(land.river)} for land in face.hexes]


def _tiles(position: Position) -> Iterator[FaceUpTile]:
    """Yield the tile on top of the stack; if it is not known, every side of the tiles not placed yet."""
    if position.stack:
        yield position.stack[0]
    elif position.hidden:
        placed = {tile.tile for tile in position.kingdom.placed_tiles}
        for name, sides in position.box.tiles.items():
            if name not in placed and not any(face.start for face in sides.values()):
                yield from (FaceUpTile(name, side) for side in sides)


def _tile(position: Position, tile: FaceUpTile) -> dict[str, Any]:
    """Return a tile and its spots, in groups that cover the same cells.

    A spot is the cell of part A, and its turns by 60 degrees clockwise. `tile` names it if it must be drawn.
    """
    face, groups = position.box.face(tile), dict[frozenset[Cell], list[list[Any]]]()
    for spot in placements(position.kingdom, face, position.box.options.free_placement_when_stuck):
        groups.setdefault(frozenset(tile_cells(*spot)), []).append([cell_text(spot.at), spot.turn])
    return {
        "tile": None if position.stack else list(tile),
        "lands": _lands(face),
        "spots": list(groups.values()),
    }


def _picture(position: Position, page: int) -> dict[str, Any]:
    goal = position.box.goals[page]
    return {"place": place_of(goal), "figures": figures_of(goal)[:3]}


def _told(snapshot: FairySnapshot, tr: Translations) -> list[dict[str, Any]]:
    """Return the told pages; after the end in the order of their numbers (FT-144)."""
    position = snapshot.position
    told = [(entry.act.page, entry.player) for entry in snapshot.log if isinstance(entry.act, Tell)]
    return [
        {
            "page": page,
            "player": player_name(tr, player),
            "text": words.story_text(tr, position.box, page)
            or goal_sentence(position.box.goals[page]).say(tr),
            **_picture(position, page),
        }
        for page, player in (sorted(told) if snapshot.over else told)
    ]


def _arrow(position: Position, act: object) -> list[str] | None:
    if not isinstance(act, Move):
        return None
    return [cell_text(position.figure_cells[act.figure]), cell_text(act.to)]


def _suggested(snapshot: FairySnapshot) -> dict[str, Any] | None:
    """Return what the app asks the players to do for it: an arrow, or the spot of the top tile."""
    match snapshot.suggested_move:
        case Move() as move:
            return {"arrow": _arrow(snapshot.position, move)}
        case PlaceTile(at, turn):
            return {"spot": [cell_text(at), turn]}
    return None


def _wrong(snapshot: FairySnapshot, tr: Translations) -> dict[str, Any] | None:
    found = snapshot.illegal
    if found is None:
        return None
    return {"cells": [str(cell) for cell in found.spaces]}


SEAT = SeatForm(public=public, secret=secret, decide=decide)
