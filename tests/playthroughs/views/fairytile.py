"""Fairy Tile in words."""

from companion.games.base import ENGLISH
from companion.games.fairytile.board import FIGURES, cell_text
from companion.games.fairytile.words import NAMES
from companion.session.fairytile import words
from companion.session.fairytile.describe import describe
from companion.session.fairytile.seat import SEAT
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message
from companion.session.view import Answer
from tests.playthroughs.transcript import View, first, places, some

SAID = {"tell": "tell the page", "end_turn": "end the turn", "turn_page": "turn a page", "give_up": "give up"}


def look(shown: FairySnapshot, own: FairySnapshot) -> View:
    """Return the view of a snapshot and of that for who decides."""
    public, page = SEAT.public(shown, ENGLISH), SEAT.secret(own, ENGLISH)
    wrong, ways = shown.illegal, {one.id: one.ways for one in own.decisions}
    cells = {name: [str(to) for figure, to in ways.get("move", ()) if figure == name] for name in FIGURES}
    spots = ["{} turned {}".format(*str(spot).split("/")) for _, spot in ways.get("lay", ())]
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
            *(phrase for name in FIGURES for phrase in some(f"cells for {NAMES[name]}", cells[name])),
            *some("places for the tile", spots),
            *(str(one.text) for one in own.decisions if () in one.ways),
        ),
        log=tuple(
            (entry.number, str(line)) for entry in shown.log for line in describe(entry.act, entry.player)
        ),
        score="; ".join(books),
        over=f"{shown.winner or 'nobody'} wins" if shown.over else "",
    )


def said(shown: FairySnapshot, message: Message) -> str:
    """Return a decision in words."""
    at = {str(figure): cell_text(cell) for figure, cell in shown.position.figure_cells.items()}
    match message:
        case Answer(decision="move", answer=(str(figure), to)):
            return f"{figure} {at[figure]} → {to}"
        case Answer(decision="lay", answer=(_, spot)):
            return "tile at {} turned {}".format(*str(spot).split("/"))
        case Answer(decision=key):
            return SAID[key]
    return ""
