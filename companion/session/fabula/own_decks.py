"""Decks and cards of one's own: small files in the form that `companion script` checks, kept and passed on.

A file holds one deck with the cards of its own that it needs: {"game": "fabula", "deck": {"cards": {...},
"centre": "camp", "outskirts": [...], "main": {"bandit": 3}}}.
"""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from companion.errors import CompanionError, ExitCode, SettingsError, StorageError
from companion.games.base import N_, Sentence, rule_error
from companion.games.fabula.cards import Card
from companion.games.fabula.catalogue import read_cards, sample, sample_data
from companion.games.fabula.decks import Deck, Problem, problems
from companion.games.fabula.formats import STANDARD
from companion.session.base import shelf
from companion.settings import checked
from companion.storage import exports
from companion.storage.exports import Saved
from companion.storage.folders import MOST_LETTERS
from companion.storage.named_files import NamedFileStore

OWN = "own:"
"""Before the name of a deck of one's own, where a deck is chosen."""
MOST_CHARACTERS = 1_000_000
"""Maximum size of a file; a deck with 100 cards of its own has a twentieth."""
_PREFIX = "fabula_"
"""Before the name of an exported deck."""


class _Deck(BaseModel):
    model_config = checked.STRICT
    cards: dict[str, Any] = {}
    centre: str = ""
    outskirts: Annotated[list[str], Field(max_length=99)] = []
    main: dict[str, Annotated[int, Field(ge=0, le=999)]] = {}


class _DeckFile(BaseModel):
    model_config = checked.STRICT
    game: Literal["fabula"]
    deck: _Deck


def decks() -> NamedFileStore:
    """The decks kept."""
    return shelf("fabula", "decks")


def choices() -> Sequence[str]:
    """The names of decks to play: those of the sample set, then one's own that are legal."""
    own = [name for name, deck in kept().items() if not isinstance(deck, CompanionError) and not wrong(deck)]
    return [*sample_data()["decks"], *(OWN + name for name in own)]


def kept() -> Mapping[str, dict[str, Any] | CompanionError]:
    """The decks kept by name, last used first; of a spoiled file why it cannot be read."""
    return dict(decks().each(lambda name: read(decks().path(name))))


def title(cards: Mapping[str, int]) -> str:
    """What a deck with these cards is called; "" where none is kept."""
    return next((name for name in choices() if dict(_chosen(name)["main"]) == dict(cards)), "")


def new(like: str = "") -> dict[str, Any]:
    """A deck as it is written: empty, or as one of the sample set."""
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
    """The deck in a file. Raises StorageError `bad_deck_file`, RuleError naming card, field and place."""
    try:
        written = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        found = str(error) if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
        raise _bad([Sentence(_NOT_READ, {"path": str(path), "found": found})]) from error
    try:
        deck = checked.parse(_DeckFile, written, str(path), MOST_CHARACTERS).deck.model_dump()
    except SettingsError as error:
        raise _bad(error.params["sentences"]) from error
    own_cards(deck, str(path))
    return deck


def own_cards(deck: Mapping[str, Any], place: str = "deck") -> Mapping[str, Card]:
    """The cards of its own that a deck brings. Raises RuleError `bad_deck` naming card, field and place."""
    found: list[Sentence] = []
    cards = (
        read_cards({**_sample_written(), **deck["cards"]}, f"{place}: cards", found) if deck["cards"] else {}
    )
    if found:
        raise rule_error("bad_deck", found)
    return {name: card for name, card in cards.items() if name in deck["cards"]}


def all_cards() -> Mapping[str, Card]:
    """The cards of one's own in all decks kept; a damaged deck has none."""
    found: dict[str, Card] = {}
    for deck in kept().values():
        if not isinstance(deck, CompanionError):
            found |= own_cards(deck)
    return found


def _sample_written() -> Mapping[str, Any]:
    written: Mapping[str, Any] = sample_data()["cards"]
    return written


def wrong(deck: Mapping[str, Any]) -> Sequence[Problem]:
    """What is wrong with a deck by the rules (FB-010 to FB-016)."""
    known = {**sample(), **own_cards(deck)}
    return problems(Deck(deck["centre"], tuple(deck["outskirts"]), deck["main"]), known, STANDARD)


def save(name: str, deck: Mapping[str, Any]) -> None:
    """Keep a deck. Raises StorageError `not_written`."""
    decks().save(name, _content(deck))


def export(name: str) -> Saved:
    """Write a deck as one file where people find it. Raises StorageError `not_exported`, and as `read`."""
    return exports.write(f"{_PREFIX}{name}", ".json", _content(read(decks().path(name))))


def importable() -> Sequence[Path]:
    """Files on a USB stick and among the documents that look like decks."""
    return exports.found(f"{_PREFIX}*.json")


def take(path: Path) -> str:
    """Keep the deck of a file under the file's name, which is returned. Raises StorageError, RuleError."""
    name = unicodedata.normalize("NFC", path.stem).removeprefix(_PREFIX)[:MOST_LETTERS] or "deck"
    deck = read(path)
    wrong(deck)
    save(name, deck)
    return name


def written_setup(names: Mapping[str, str]) -> dict[str, Any]:
    """Cards and decks of a set-up, by each player's choice."""
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
    return read(decks().path(name.removeprefix(OWN))) if name.startswith(OWN) else new(name)


def _content(deck: Mapping[str, Any]) -> bytes:
    return (json.dumps({"game": "fabula", "deck": deck}, ensure_ascii=False, indent=1) + "\n").encode()


def _bad(sentences: Any) -> StorageError:
    error = StorageError("bad_deck_file", " ".join(map(str, sentences)), sentences=tuple(sentences))
    error.exit_code = ExitCode.WRONG_INPUT
    return error


_NOT_READ = N_("{path}: expected a deck as it was exported, found: {found}.")
