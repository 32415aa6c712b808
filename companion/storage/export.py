"""A game of the journal as a document in the script format, and back."""

from collections.abc import Iterable
from typing import Any

from companion.games.base import N_
from companion.storage.failure import failure
from companion.storage.journal import Journal, Json, StoredEvent


def line(events: Iterable[StoredEvent]) -> tuple[list[Json], int]:
    """The moves in script format, undone ones at the end, and how many of them stand."""
    moves: list[Json] = []
    at = 0
    for event in events:
        match event.kind:
            case "move":
                moves[at:] = [event.payload]
                at += 1
            case "undo":
                at -= event.payload["moves"]
            case "redo":
                at += event.payload["moves"]
    return moves, at


def spirits(events: Iterable[StoredEvent]) -> Json | None:
    """Who holds which spirit, by player's name; None before the reveal."""
    return next((event.payload["spirits"] for event in events if event.kind == "reveal"), None)


def players(setup: Json) -> tuple[str, ...]:
    """The players' names in a set-up of any game."""
    people = setup.get("players") or [hero["player"] for hero in setup["position"]["heroes"]]
    return tuple(person if isinstance(person, str) else person["name"] for person in people)


def ended(events: Iterable[StoredEvent]) -> bool:
    """Whether a game was noted to be over and nothing was taken back since."""
    over = False
    for event in events:
        over = event.kind == "end" or (over and event.kind != "undo")
    return over


def export(journal: Journal, game_id: int) -> dict[str, Any]:
    """The game as `companion script` reads it. Undone moves are left out, and so are the spirits
    until they were revealed. Raises StorageError `unknown_game`.
    """
    game = journal.game(game_id)
    events = journal.events(game_id)
    moves, at = line(events)
    setup = dict(game.setup)
    if revealed := spirits(events):
        setup["spirits"] = revealed
    return {"game": game.name, "setup": setup, "moves": moves[:at]}


def import_game(journal: Journal, document: Json) -> int:
    """Store a document of the script format as a new game and return its id.

    The caller has checked the moves against the rules. Spirits in the document are no secret any
    more, so they are stored as revealed. Raises StorageError `bad_document`.
    """
    for key, kind in (("game", str), ("setup", dict), ("moves", list)):
        if not isinstance(document.get(key), kind):
            raise failure("bad_document", _BAD, key=key, found=document.get(key))
    setup = dict(document["setup"])
    revealed = setup.pop("spirits", None)
    events = [("move", move) for move in document["moves"]]
    if revealed:
        events.append(("reveal", {"spirits": revealed}))
    return journal.record(document["game"], setup, events)


_BAD = N_('Expected a written game with "game", "setup" and "moves", found {found!r} as "{key}".')
