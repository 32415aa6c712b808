"""What is agreed on before a duel: decks, where the hands are kept, and open questions of the rules."""

from companion.games.base import N_
from companion.games.fabula.catalogue import sample_data
from ui.games.base import GameOption, PicturedChoice

_SIGNS = {"ember": "fb-red", "river": "fb-blue", "grove": "fb-green"}
_WORDS = {"ember": N_("Embers"), "river": N_("River"), "grove": N_("Grove")}
DECKS = tuple(
    PicturedChoice(name, _SIGNS.get(name, "fb-card"), _WORDS.get(name, name.capitalize()))
    for name in sample_data()["decks"]
)
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
