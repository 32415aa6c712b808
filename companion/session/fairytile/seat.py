"""Fairy Tile for a phone: the kingdom, the books and the story for everybody, the page for its seat."""

from typing import Any

from companion.games.base import N_, Translations, player_name
from companion.games.fairytile.board import TileFace, cell_text
from companion.games.fairytile.goals import figures_of, place_of
from companion.games.fairytile.placements import Spot
from companion.games.fairytile.position import (
    UNKNOWN,
    PlaceTile,
    Position,
    Tell,
)
from companion.games.fairytile.words import NAMES, PLACE_NAMES, goal_sentence, parts
from companion.session.fairytile import decisions, words
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.seat_form import SeatForm
from companion.session.view import Thing

_WORDS = {
    "page_key": N_("Page"),
    "page": N_("Your page"),
    "told": N_("told"),  # pages
    "magic": N_("magic"),
    "gone": N_("gave up"),
    "wins": N_("wins"),
    "holds": N_("has come true"),
    "lay": N_("Lay a tile"),
    "another": N_("Another place"),
    "spot": N_("Place"),
    "next": N_("Next tile"),
    "turned": N_("Turn it"),
    **PLACE_NAMES,
}


def public(snapshot: FairySnapshot, tr: Translations) -> dict[str, Any]:
    """Return what everybody may see; cells are written "q,r", sides of a cell by the clock."""
    position = snapshot.position
    lay = {way[0] for one in snapshot.decisions if one.id == "lay" for way in one.ways}
    return {
        "cells": [
            {"cell": cell_text(cell), "terrain": land.terrain, "river": list(land.river)}
            for cell, land in sorted(position.kingdom.cells.items())
        ],
        "figures": [
            {
                "figure": figure,
                "name": tr.gettext(NAMES[figure]),
                "cell": cell_text(cell),
            }
            for figure, cell in position.figure_cells.items()
        ],
        "top": _lands(position.box.face(position.stack[0])) if position.stack else None,
        "stack_left": position.stack_left,
        "tiles": [
            {"tile": thing, "lands": _lands(position.box.face(tile))}
            for thing, tile in decisions.tiles(position).items()
            if thing in lay
        ],
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
        "just_told": bool(snapshot.log) and isinstance(snapshot.log[-1].act, Tell),
        "lay_at": _lay_at(snapshot),
    }


def secret(snapshot: FairySnapshot, tr: Translations) -> dict[str, Any] | None:
    """Return the page in the seat's hand: its goal, the parts of it, and if it can be told now."""
    if snapshot.secret is None or snapshot.seat is None:
        return None
    position, page = snapshot.position, next(iter(snapshot.secret), UNKNOWN)
    if snapshot.over or page not in position.box.goals:
        return {"page": UNKNOWN, "goal": tr.gettext("You have no page.")}
    goal, more = position.box.goals[page], len(position.books[snapshot.seat]) - 1
    mine = any(one.id == decisions.TELL.id for one in snapshot.decisions)
    return {
        "page": page,
        **_picture(position, page),
        "goal": goal_sentence(goal).say(tr),
        "parts": [
            {"text": part.sentence.say(tr), "holds": part.holds} for part in parts(goal, position.moment)
        ],
        "holds": mine,
        "number": tr.gettext("Page {number}").format(number=page),
        "more": tr.ngettext("{n} more in your book", "{n} more in your book", more).format(n=more),
    }


def _lands(face: TileFace) -> list[dict[str, Any]]:
    """Return parts A, B and C of an unturned tile."""
    return [{"terrain": land.terrain, "river": list(land.river)} for land in face.hexes]


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


def _lay_at(snapshot: FairySnapshot) -> Thing | None:
    """Return the spot where the app asks the players to lay the top tile for it."""
    act = snapshot.suggested_move
    return decisions.spot_thing(Spot(act.at, act.turn)) if isinstance(act, PlaceTile) else None


SEAT = SeatForm(public=public, secret=secret, words=_WORDS)
