"""Options of a game of Fairy Tile; the first choice follows the rules (FT-026, A04)."""

from companion.games.base import N_
from ui.game_ui import GameOption, PicturedChoice

OPTIONS = (
    GameOption("own_set", (
        PicturedChoice(False, "star", N_("The set that comes with the app")),
        PicturedChoice(True, "ft-tile", N_("My own set, the one used last")),
    )),
    GameOption("own_stack", (
        PicturedChoice(False, "dice", N_("The app draws the tiles")),
        PicturedChoice(True, "hand", N_("We draw tiles from our own stack")),
    )),
    GameOption("pages", (
        PicturedChoice(0, "ft-page", N_("All pages are dealt")),
        PicturedChoice(9, "ft-page", N_("9 pages for everybody")),
        PicturedChoice(5, "ft-page", N_("5 pages for everybody")),
        PicturedChoice(3, "ft-page", N_("3 pages for everybody")),
    )),
)  # fmt: skip
