"""JSON form of a game for the phone at a seat, and for onlookers.

A game with phones has a part `seat`, and a page `<game>.js` in its `phone` folder.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games import registry
from companion.games.base import N_, Sentence, Translations, player_name, rule_error, say
from companion.session import view_json
from companion.session.snapshot import Snapshot

_NOT_YOURS = N_("It is not your turn.")


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatForm:
    """Functions of a game; texts are in the language of the catalogue.

    `public(snapshot, tr)`: what everybody may see, made from the snapshot for no seat.
    `secret(snapshot, tr)`: what only the snapshot's seat may see beyond it, None if nothing.
    `secret_bytes(snapshot)`: size of the largest secret of the game as JSON, in any language and state. Every
    secret is padded to it, so that its length tells nothing; a larger one would show that it is larger.
    `words`: English texts that the page of the game says in every state, by the keys of its script.
    """

    public: Callable[[Any, Translations], Mapping[str, Any]]
    secret: Callable[[Any, Translations], Any] = lambda *_: None
    secret_bytes: Callable[[Any], int] = lambda _: 1024
    words: Mapping[str, str] = field(default_factory=dict)


def seat_form(game: str) -> SeatForm | None:
    """Return the seat form of a game; None if it has none. Raises other errors of `registry.load`."""
    return registry.load_optional("seat", SeatForm, game)


def common(snapshot: Snapshot, tr: Translations) -> dict[str, Any]:
    """Return the public fields that every game has."""
    return {
        "game": snapshot.name,
        "number": snapshot.game,
        "played": snapshot.played,
        "players": [
            {
                "name": name,
                "label": player_name(tr, name),
                "app": name in snapshot.bots,
                "turn": name == snapshot.turn,
                "won": name in snapshot.winners,
            }
            for name in snapshot.players
        ],
        "over": snapshot.over,
        "can_undo": snapshot.can_undo,
        "can_redo": snapshot.can_redo,
        "marks": view_json.marks(snapshot.marks),
        "story": view_json.story(snapshot.story, tr),
        "problem": say(snapshot.problem, tr) if snapshot.problem else "",
        **own(snapshot, tr),
    }


def own(snapshot: Snapshot, tr: Translations) -> dict[str, Any]:
    """Return the fields that each seat has for itself in a game without secrets."""
    return {
        "prompt": view_json.prompt(snapshot.prompt, tr),
        "decisions": view_json.decisions(snapshot.decisions, tr),
    }


def refuse_others(snapshot: Snapshot) -> None:
    """Refuse a decision of a seat that has not the turn. Raises RuleError `not_yours`."""
    if snapshot.seat is None or snapshot.players[snapshot.seat] != snapshot.turn:
        raise rule_error("not_yours", [Sentence(_NOT_YOURS)])
