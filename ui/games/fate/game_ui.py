"""Screens and pictures: what the window loads when the game is used."""

from companion.games.base import N_
from companion.session.fate.words import name
from ui.game_ui import BadgeLook, DangerLook, GameUi, Intro
from ui.games.fate import hints
from ui.games.fate.art import HEROES, LEGENDS, MONSTERS, picture
from ui.games.fate.corners import CORNERS, HINT
from ui.games.fate.end import FateEndScreen
from ui.games.fate.history import LINES, LOST, PastFateBoard
from ui.games.fate.options import OPTIONS, ROLES
from ui.games.fate.play import FatePlayScreen
from ui.games.fate.rule_topics import ICONS, topics

UI = GameUi(
    name="fate",
    play=FatePlayScreen,
    end=FateEndScreen,
    roles=ROLES,
    options=OPTIONS,
    topics=topics,
    topic_icons=ICONS,
    corners=CORNERS,
    corners_hint=HINT,
    learnable={kind: (picture(kind), name(kind)) for kind in (*MONSTERS, *LEGENDS, *HEROES)},
    chart=LINES,
    past_board=PastFateBoard,
    badges={
        "killed": BadgeLook("thing-crossed-axes", N_("monsters down")),
        "hits": BadgeLook("thing-broadsword", N_("hits for the town")),
        "gold": BadgeLook("thing-two-coins", N_("gold earned")),
        "walked": BadgeLook("thing-walking-boot", N_("steps walked")),
    },
    danger=DangerLook(N_("Danger of Grimheim"), LINES["town"], LINES["monsters"], LOST),
    hint_board=hints.board,
    intro=Intro(
        N_("Save Grimheim together"),
        (N_("Monsters come to town."), N_("Stop them side by side.")),
        (
            ("portrait-bjorn", N_("Two actions each")),
            ("fate-goblin", N_("Monsters walk")),
            ("house", N_("Save the houses")),
        ),
    ),
)
