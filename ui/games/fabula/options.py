"""Options of a duel: decks, where hands are kept, and open questions of the rules."""

from collections.abc import Sequence
from typing import Any

from companion.games.base import N_
from companion.session.fabula import own_decks
from ui.game_ui import GameOption, PicturedChoice

_SIGNS = {"ember": "fb-red", "river": "fb-blue", "grove": "fb-green"}
_WORDS = {"ember": N_("Embers"), "river": N_("River"), "grove": N_("Grove")}


class Decks(Sequence[PicturedChoice]):
    """Present decks to choose from: those of the sample set and the user's own."""

    def __len__(self) -> int:
        """Number of decks."""
        return len(own_decks.choices())

    def __getitem__(self, index: Any) -> Any:
        """A deck, or a slice of decks."""
        made = [_choice(name) for name in own_decks.choices()]
        return made[index]


def _choice(name: str) -> PicturedChoice:
    plain = name.removeprefix(own_decks.OWN)
    return PicturedChoice(name, _SIGNS.get(name, "fb-deck"), _WORDS.get(name, plain))


DECKS = Decks()
OPTIONS = (
    GameOption(
        "hands",
        (
            PicturedChoice("table", "fb-hand", N_("Cards in our hands")),
            PicturedChoice("app", "panel", N_("Cards on the screen")),
        ),
    ),
    GameOption(
        "centre_exposure",
        (
            PicturedChoice(False, "fb-target", N_("Centre open")),
            PicturedChoice(True, "lock", N_("Outskirt first")),
        ),
    ),
    GameOption(
        "multi_block",
        (
            PicturedChoice("sequential_full", "fb-offence", N_("Full blows")),
            PicturedChoice("split", "both", N_("Shared blows")),
        ),
    ),
)
