"""Screens and pictures: what the window loads when the game is used."""

from companion.games.base import N_
from companion.session.fae.words import COLOURS
from ui.game_ui import BadgeLook, GameUi, Intro, PicturedChoice, SecretLook
from ui.games.fae import hints
from ui.games.fae.end import FaeEndScreen
from ui.games.fae.history import LINES, PastFaeBoard
from ui.games.fae.play import FaePlayScreen
from ui.games.fae.rule_topics import ICONS, topics
from ui.games.fae.setup import FaeSetupPage, written
from ui.games.fae.spirit import spirit
from ui.widgets.corners import usual_corners

UI = GameUi(
    name="fae",
    play=FaePlayScreen,
    end=FaeEndScreen,
    setup=FaeSetupPage,
    written=written,
    oldest_begins=True,
    secret=SecretLook(spirit, N_("Hold to see your spirit"), N_("I know my spirit"), N_("Look at my spirit")),
    topics=topics,
    topic_icons=ICONS,
    corners=usual_corners([(0, 0), (1, 0), (1, 1), (0, 1)]),
    setup_pieces=tuple(PicturedChoice(colour, f"druid-{colour}", words) for colour, words in COLOURS.items()),
    chart=LINES,
    past_board=PastFaeBoard,
    badges={
        "rituals": BadgeLook("thing-menhir", N_("rituals")),
        "boldest": BadgeLook("thing-spark-spirit", N_("boldest move"), "+{n}"),
        "led": BadgeLook("thing-walking-boot", N_("druids led")),
        "largest": BadgeLook("people", N_("largest group")),
    },
    hint_board=hints.board,
    intro=Intro(
        N_("Rituals for your colour"),
        (N_("Bring druids to rituals."), N_("Keep your colour secret.")),
        (
            ("fae-group", N_("Move a group")),
            ("fae-together", N_("Alone: a ritual")),
            ("hidden", N_("Guard your secret")),
        ),
    ),
)
