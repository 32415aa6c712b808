"""Custom decks and cards: small files in the format that `companion script` checks.

A file holds one deck with the custom cards that it needs: {"game": "fabula", "deck": {"cards": {...},
"centre": "camp", "outskirts": [...], "main": {"bandit": 3}}}.
"""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field

from companion.games.base import N_, Sentence, rule_error
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.catalogue import read_cards, sample, sample_data
from companion.games.fabula.decks import DeckList, Problem, problems
from companion.games.fabula.formats import STANDARD
from companion.session.own_files import ExportedFiles, document
from companion.settings import checked
from companion.storage.folders import MOST_LETTERS

OWN = "own:"
"""Prefix of a custom deck's name in a choice of decks."""
MAX_CHARACTERS = 1_000_000
"""Maximum size of a file in characters and in bytes; a deck with 100 cards of its own has a twentieth."""
MOST_CARDS, MOST_NAME_LETTERS = 500, 80
"""Maximum number of different cards, and length of the names by which a deck has them."""
_PREFIX = "fabula_"
"""Prefix of the file name of an exported deck."""


def _short(name: str) -> str:
    if len(name) > MOST_NAME_LETTERS:
        raise checked.unfit(N_("names of cards of at most 80 letters"))
    return name


def _few(cards: dict[str, Any]) -> dict[str, Any]:
    if len(cards) > MOST_CARDS:
        raise checked.unfit(N_("at most 500 different cards"))
    for name in cards:
        _short(name)
    return cards


_Name: TypeAlias = Annotated[str, AfterValidator(_short)]


class _Deck(BaseModel):
    model_config = checked.STRICT
    cards: Annotated[dict[str, Any], AfterValidator(_few)] = {}
    centre: _Name = ""
    outskirts: Annotated[list[_Name], Field(max_length=99)] = []
    main: Annotated[dict[str, Annotated[int, Field(ge=0, le=999)]], AfterValidator(_few)] = {}


class _DeckFile(BaseModel):
    model_config = checked.STRICT
    game: Literal["fabula"]
    deck: _Deck


def choices() -> Sequence[str]:
    """The names of decks to play: those of the sample set, then one's own that are legal."""
    own = (OWN + name for name, deck in FILES.undamaged() if not wrong(deck))
    return [*sample_data()["decks"], *own]


def title(cards: Mapping[str, int]) -> str:
    """Return the name of the deck with these cards; "" if there is none."""
    return next((name for name in choices() if dict(_chosen(name)["main"]) == dict(cards)), "")


def new(like: str = "") -> dict[str, Any]:
    """Return a written deck: empty, or a copy of a sample deck."""
    if not like:
        return {"cards": {}, "centre": "", "outskirts": [], "main": {}}
    found = sample_data()["decks"][like]
    return {
        "cards": {},
        "centre": found["centre"],
        "outskirts": list(found["outskirts"]),
        "main": dict(found["main"]),
    }


def read(path: Path) -> dict[str, Any]:
    """Return the deck in a file.

    Raises StorageError `bad_file`, RuleError with card, field and place.
    """
    deck = document(_DeckFile, path, MAX_CHARACTERS, _NOT_READ).deck.model_dump()
    own_cards(deck, str(path))
    return deck


def own_cards(deck: Mapping[str, Any], place: str = "deck") -> Mapping[str, CardDefinition]:
    """Return the custom cards of a deck. Raises RuleError `bad_deck` with card, field and place."""
    found: list[Sentence] = []
    cards = (
        read_cards({**_sample_written(), **deck["cards"]}, f"{place}: cards", found) if deck["cards"] else {}
    )
    if found:
        raise rule_error("bad_deck", found)
    return {name: card for name, card in cards.items() if name in deck["cards"]}


def all_cards() -> Mapping[str, CardDefinition]:
    """Return the custom cards of all stored decks; damaged decks are skipped."""
    found: dict[str, CardDefinition] = {}
    for _, deck in FILES.undamaged():
        found |= own_cards(deck)
    return found


def _sample_written() -> Mapping[str, Any]:
    written: Mapping[str, Any] = sample_data()["cards"]
    return written


def wrong(deck: Mapping[str, Any]) -> Sequence[Problem]:
    """Return the problems of a deck by the rules (FB-010 to FB-016)."""
    known = {**sample(), **own_cards(deck)}
    return problems(DeckList(deck["centre"], tuple(deck["outskirts"]), deck["main"]), known, STANDARD)


def take(path: Path) -> str:
    """Import the deck of a file; return its name. Raises StorageError, RuleError."""
    name = unicodedata.normalize("NFC", path.stem).removeprefix(_PREFIX)[:MOST_LETTERS] or "deck"
    deck = read(path)
    wrong(deck)
    FILES.save(name, deck)
    return name


def written_setup(names: Mapping[str, str]) -> dict[str, Any]:
    """Return cards and decks of a set-up by each player's choice."""
    chosen = {player: _chosen(name) for player, name in names.items()}
    own = {name: card for deck in chosen.values() for name, card in deck["cards"].items()}
    decks_ = {
        player: {
            "centre": deck["centre"],
            "outskirts": deck["outskirts"],
            "cards": [card for card, n in deck["main"].items() for _ in range(n)],
        }
        for player, deck in chosen.items()
    }
    return {"cards": {**_sample_written(), **own} if own else "sample", "decks": decks_}


def _chosen(name: str) -> Mapping[str, Any]:
    return FILES.load(name.removeprefix(OWN)) if name.startswith(OWN) else new(name)


def _written(deck: Mapping[str, Any]) -> bytes:
    return (json.dumps({"game": "fabula", "deck": deck}, ensure_ascii=False, indent=1) + "\n").encode()


_NOT_READ = N_("{path}: expected an exported deck, found: {found}.")
FILES = ExportedFiles[dict[str, Any]]("fabula", "decks", read, _written, _PREFIX, ".json")
"""The decks that are kept."""
