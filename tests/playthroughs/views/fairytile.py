"""Fairy Tile in words."""

from companion.games.base import ENGLISH
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import FinishTurn, GiveUp, Move, PlaceTile, TurnPage
from companion.session.fairytile import words
from companion.session.fairytile.describe import describe
from companion.session.fairytile.messages import PlayFairyAct, TellPage
from companion.session.fairytile.seat import SEAT
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message
from tests.playthroughs.transcript import View, first, places, some

ACTS = {FinishTurn: "end the turn", TurnPage: "turn a page", GiveUp: "give up"}


def look(shown: FairySnapshot, own: FairySnapshot) -> View:
    """Return the view of a snapshot and of that for who decides."""
    public, page = SEAT.public(shown, ENGLISH), SEAT.secret(own, ENGLISH)
    may, keys, wrong = public["may"], public["keys"], shown.illegal
    spots = [
        f"{spot[0]} turned {spot[1]}" for tile in public["tiles"] for alike in tile["spots"] for spot in alike
    ]
    books = [
        f"{b['player']} {len(b['told'])} told, {b['left']} left{', magic' * b['magic']}"
        for b in public["books"]
    ]
    holds = "can be told" if page and page.get("holds") else "cannot be told"
    return View(
        decider=shown.turn or "nobody",
        own=f"page {page['page']}, {holds}: {page['goal']}" if page else "",
        wrong=f"{wrong.text} {[*map(str, wrong.spaces)]}" if wrong else "",
        todo=first([f"{words.guide(step)} {list(places(step))}" for step in shown.todo]),
        may=(
            *(phrase for f in public["figures"] for phrase in some(f"cells for {f['name']}", f["targets"])),
            *some("places for the tile", spots),
            *(keys[key] for key in ("tell", "turn_page", "out", "end_turn") if may[key]),
        ),
        log=tuple(
            (entry.number, str(line)) for entry in shown.log for line in describe(entry.act, entry.player)
        ),
        score="; ".join(books),
        over=f"{shown.winner or 'nobody'} wins" if shown.over else "",
    )


def said(shown: FairySnapshot, message: Message) -> str:
    """Return a decision in words."""
    match message:
        case PlayFairyAct(_, Move(figure, to)):
            return f"{figure} {cell_text(shown.position.figure_cells[figure])} → {cell_text(to)}"
        case PlayFairyAct(_, PlaceTile(at, turn)):
            return f"tile at {cell_text(at)} turned {turn}"
        case PlayFairyAct(_, act):
            return ACTS[type(act)]
        case TellPage():
            return "tell the page"
    return ""
