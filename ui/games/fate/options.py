"""Options of a game of Fate: heroes and rule variants (F-032, F-210, F-420 to F-423).

The first choice of each follows the printed words.
"""

from companion.games.base import N_
from companion.games.fate.heroes import HEROES, NAMES
from ui.game_ui import GameOption, PicturedChoice
from ui.games.fate import art

ROLES = tuple(PicturedChoice(hero, art.picture(hero), NAMES[hero]) for hero in HEROES)
OPTIONS = (
    GameOption("track", (
        PicturedChoice("short", "wait", N_("12 rounds")),
        PicturedChoice("long", "wait", N_("16 rounds")),
    )),
    GameOption("monster_die", (
        PicturedChoice(False, "nothing", N_("Without the monster die")),
        PicturedChoice(True, "dice", N_("With the monster die")),
    )),
    GameOption("dear_upgrades", (
        PicturedChoice(False, "nothing", N_("Usual upgrades")),
        PicturedChoice(True, "stone", N_("Upgrades cost more")),
    )),
    GameOption("no_start_kit", (
        PicturedChoice(False, "cards", N_("Gold, mana and a card at the start")),
        PicturedChoice(True, "nothing", N_("Nothing at the start")),
    )),
    GameOption("legend_swaps_legend", (
        PicturedChoice(True, "redo", N_("Legends swap places")),
        PicturedChoice(False, "nothing", N_("Legends do not swap")),
    )),
    GameOption("mail_first", (
        PicturedChoice(True, "shield", N_("Dwarf Mail takes the first damage")),
        PicturedChoice(False, "help", N_("Dwarf Mail: you choose which")),
    ), "boldur"),
    GameOption("strikes_when_knocked_out", (
        PicturedChoice(True, "attack", N_("Dreadnought strikes to the last")),
        PicturedChoice(False, "nothing", N_("Knocked out: no blow back")),
    ), "boldur"),
    GameOption("tiara_in_passing", (
        PicturedChoice(True, "steps", N_("Tiara: passing through is enough")),
        PicturedChoice(False, "tree", N_("Tiara: the move must end there")),
    ), "alva"),
)  # fmt: skip
