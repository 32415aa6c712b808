"""Fae in words."""

from companion.games import fae
from companion.games.fae.board import COLOURS
from companion.session.fae import words
from companion.session.fae.describe import describe
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Message
from companion.session.view import Answer
from tests.playthroughs.transcript import View, first, places, some


def look(shown: FaeSnapshot, own: FaeSnapshot) -> View:
    """Return the view of a snapshot and of that for who decides."""
    assert shown.position is not None
    wrong = shown.illegal
    moves = fae.legal(shown.position) if shown.phase == "play" and shown.turn else []
    totals = (shown.result or {}).get("totals", {})
    points = ", ".join(f"{words.COLOURS[colour]} {shown.scores.get(colour, 0)}" for colour in COLOURS)
    cards = ", ".join(f"{player} {n}" for player, n in shown.ritual_cards.items())
    return View(
        decider=shown.turn or "nobody",
        own=f"spirit {own.secret}" if own.secret else "",
        wrong=f"{wrong.text} {list(wrong.spaces)}" if wrong else "",
        todo=first([f"{words.guide(step)} {list(places(step))}" for step in shown.todo]),
        may=(
            *some("moves", [arrow(move) for move in moves]),
            *some("answers", [arrow(move) for move in shown.doubt]),
            *((f"an order of {list(shown.choose)}",) if shown.choose else ()),
        ),
        log=tuple(
            (entry.number, str(line))
            for entry in shown.log
            for line in describe(entry.move, entry.before, entry.rituals, entry.player)
        ),
        score=f"{points}; ritual cards: {cards}",
        over=", ".join(f"{player} {n} ({shown.revealed[player]})" for player, n in totals.items()),
    )


def said(_: FaeSnapshot, message: Message) -> str:
    """Return a decision in words."""
    match message:
        case Answer(decision="move", answer=(source, target)):
            return f"{source} → {target}"
        case Answer(decision="which", answer=(source, target)):
            return f"it was {source} → {target}"
        case Answer(decision="order", answer=(*spaces,)):
            return f"rituals in this order: {spaces}"
    return ""


def arrow(move: fae.Move) -> str:
    """Return a move as its two spaces."""
    return f"{move.source} → {move.target}"
