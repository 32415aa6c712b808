"""Duels for the tests of the session: few cards, so that hands are alike now and then."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.base import Chance
from companion.games.fabula import RULES
from companion.games.fabula.autoplay import next_move
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.session import FabulaSession
from companion.session.messages import Confirm, Message
from companion.storage.journal import Journal
from tests.session.fabula_acts import PlaceBases, PlayAction

GAME = 7
PLAYERS = ("Ana", "Bo")
CARDS: dict[str, Any] = {
    "camp": {"type": "base", "colors": ["red"]},
    "hill": {"type": "base", "colors": ["yellow"]},
    "bandit": {"type": "ally", "colors": ["red"], "cost": 1, "offence": 4, "life": 3, "influence": 2},
    "bolt": {
        "type": "manoeuvre",
        "colors": ["red"],
        "cost": 1,
        "targets": [{"what": "ally", "whose": "enemy"}],
        "effects": [{"do": "damage", "n": 3}],
    },
    "seek": {
        "type": "manoeuvre",
        "colors": ["red"],
        "cost": 1,
        "effects": [{"do": "search", "on": "you", "look": 4, "find": {"what": "ally", "zone": "deck"}}],
    },
    "rob": {
        "type": "manoeuvre",
        "colors": ["red"],
        "cost": 1,
        "effects": [{"do": "discard", "on": "opponent", "n": 6}],
    },
    "oath": {"type": "manoeuvre", "colors": ["red"], "cost": 1, "text": "Do as you have sworn."},
    "blade": {
        "type": "modification",
        "colors": ["red"],
        "cost": 1,
        "attach_cost": 1,
        "abilities": [{"passive": [{"on": "host", "offence": 2}]}],
    },
}


def setup(*cards: str, players: Sequence[str] = PLAYERS) -> dict[str, Any]:
    """A set-up in which both have these cards, in this order."""
    deck = {"centre": "camp", "outskirts": ["hill", "camp", "hill", "camp"], "cards": list(cards)}
    return {
        "players": list(players),
        "cards": CARDS,
        "decks": dict.fromkeys(players, deck),
        "check_decks": False,
        "prepare": True,
    }


def begun(
    *cards: str, journal: Journal | None = None, hands: str = "app", seed: int = 1, laid: bool = True
) -> FabulaSession:
    """A duel, its bases laid and the opening hands kept."""
    agreed = GameConfig(PLAYERS, options={"hands": hands}, setup=setup(*cards))
    session = FabulaSession.begin(agreed, SessionContext(journal, Random(seed), watched=False))
    if laid:
        lay(session)
        while session.snapshot(GAME).asks == "mulligan":
            session.confirm()
    return session


def lay(session: FabulaSession) -> None:
    """Both lay their bases as they are listed."""
    for player in session.players:
        own = tuple(id_ for id_ in session.bases if id_.startswith(f"{player}/"))
        session.tell(PlaceBases(GAME, player, own))


def few_opening(chance: Chance, names: Sequence[str]) -> dict[str, Any]:
    """A set-up with a deck of hardly different cards."""
    return setup(*["bandit"] * 9, "blade", players=names)


few_cards = replace(RULES, opening=few_opening)


def next_message(session: FabulaSession, chance: Random) -> Message:
    """Return the next message of the deciding player, by the knowledge of that seat."""
    shown = session.snapshot(GAME)
    if shown.asks == "bases":  # both at once: what one has laid is not stored
        return Confirm(GAME)
    if shown.played in (1, 5):  # something that is seen on the table
        return PlayAction(GAME, {"adjust": [{"card": f"Bo/o{shown.played // 4 + 1}", "tapped": True}]})
    if shown.position.turn_number == 1 and shown.asks != "discard":
        return Confirm(GAME)  # nobody shows a card in the first turn
    known = session.seen_by(session.position, shown.decider)
    return PlayAction(GAME, RULES.write_move(next_move(known, chance)))


def duel_game(journal: Journal) -> int:
    """A stored duel that is over; its id."""
    session = begun(*["bandit"] * 12, journal=journal)
    session.tell(PlayAction(GAME, {"concede": "Bo"}))
    assert session.finished and session.timeline.stored_as is not None
    return session.timeline.stored_as
