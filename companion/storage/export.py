"""Conversion of a journal's game to the script format and back."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.errors import RuleError
from companion.games import registry, strict
from companion.games.base import N_, Rules
from companion.storage.failure import failure
from companion.storage.journal import Journal, Json, StoredEvent, StoredGame


def installed(game: StoredGame) -> Rules[Any, Any]:
    """Return the rules of a stored game.

    Raises StorageError `not_installed`, or the error that keeps the game from being loaded.
    """
    try:
        registry.package(game.name)
    except RuleError as error:
        if error.code != "unknown_game":
            raise
        if game.name not in registry.left_out():
            expected = ", ".join(registry.registered())
            raise failure("not_installed", _STRANGE, id=game.id, expected=expected, found=game.name) from None
    if broken := registry.left_out().get(game.name):
        raise broken
    return registry.rules(game.name)


def players(game: StoredGame) -> tuple[str, ...]:
    """Players of a stored game.

    Raises StorageError `not_installed`, RuleError for a damaged set-up.
    """
    rules = installed(game)
    rules.read_setup(game.setup)
    return rules.seats(game.setup)


def line(events: Iterable[StoredEvent]) -> tuple[list[Json], int]:
    """Return the moves in script format, undone ones last, and the number of valid moves.

    Raises StorageError `bad_event`.
    """
    moves: list[Json] = []
    at = 0
    for event in events:
        match event.kind, event.payload:
            case "move", move:
                moves[at:] = [move]
                at += 1
            case "undo", {"moves": int(n)} if 0 <= n <= at:
                at -= n
            case "redo", {"moves": int(n)} if 0 <= n <= len(moves) - at:
                at += n
            case "undo" | "redo", payload:
                raise failure(
                    "bad_event", _BAD_EVENT, number=event.number, kind=event.kind, found=repr(payload)
                )
    return moves, at


def revealed(game: str, events: Iterable[StoredEvent]) -> Mapping[str, Any]:
    """The revealed secrets by player's name; empty before they were revealed."""
    secret = registry.rules(game).secret
    for event in events:
        if secret and event.kind == "reveal" and isinstance(found := event.payload.get(secret.key), dict):
            return found
    return {}


def ended(events: Iterable[StoredEvent], kinds: Collection[str]) -> bool:
    """Return True if an event of these kinds ended the game and nothing was undone since."""
    over = False
    for event in events:
        over = event.kind in kinds or (over and event.kind != "undo")
    return over


def export(journal: Journal, game_id: int) -> dict[str, Any]:
    """Export a game in the format of `companion script`.

    Undone moves are left out, and so are unrevealed secrets. Raises StorageError `unknown_game`,
    `game_spoiled`, `not_installed`, `bad_event`.
    """
    events, game = journal.events(game_id), journal.game(game_id)
    secret = installed(game).secret
    moves, at = line(events)
    setup = dict(game.setup)
    if secret and (found := revealed(game.name, events)):
        setup[secret.key] = found
    return {"game": game.name, "setup": setup, "moves": moves[:at]}


def check_importable(document: Json) -> None:
    """Raise StorageError `bad_document` for a document that cannot be stored without loss."""
    for key, kind in _IMPORTED.items():
        if not isinstance(document.get(key), kind):
            raise failure("bad_document", _BAD, key=key, found=document.get(key))
    for key in sorted(document.keys() - _IMPORTED.keys()):  # such as whole turns in place of moves
        raise failure("bad_document", _BESIDE, key=key)
    try:
        strict.check(document)
    except ValueError as error:
        raise failure("bad_document", _UNFIT, found=str(error)) from error


def import_game(journal: Journal, document: Json) -> int:
    """Store a document in script format as a new game and return its id.

    The caller has checked the moves against the rules. Secrets in the document are stored as revealed.
    Raises StorageError `bad_document`, RuleError `unknown_game`.
    """
    check_importable(document)
    secret = registry.rules(document["game"]).secret
    setup = dict(document["setup"])
    found = setup.pop(secret.key, None) if secret else None
    events = [("move", move) for move in document["moves"]]
    if secret and found:
        events.append(("reveal", {secret.key: found}))
    return journal.record(document["game"], setup, events)


_IMPORTED = {"game": str, "setup": dict, "moves": list}
_BAD = N_('Expected a written game with "game", "setup" and "moves", found {found!r} as "{key}".')
_BESIDE = N_(
    'Expected a written game with only "game", "setup" and "moves", found "{key}" beside them, which is not '
    'stored; write its content into "setup" or "moves".'
)
_UNFIT = N_("Expected a written game whose names can be written and read, found {found}.")
_BAD_EVENT = N_("Event {number}, {kind}: expected a number of moves that were played, found {found}.")
_STRANGE = N_(
    "Stored game {id} is of the game {found}, which is not installed; expected one of {expected}. It is kept."
)
