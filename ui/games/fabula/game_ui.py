"""Screens and pictures: what the window loads when the game is used."""

from companion.games.base import N_
from ui.game_ui import BadgeLook, GameUi, Intro, SecretLook
from ui.games.fabula import hints
from ui.games.fabula.deck_editor import FabulaDeckEditor
from ui.games.fabula.end import FabulaEndScreen
from ui.games.fabula.hand import secret_hand
from ui.games.fabula.history import LINES, PastDuelTable
from ui.games.fabula.options import DECKS, OPTIONS
from ui.games.fabula.play import FabulaPlayScreen
from ui.games.fabula.rule_topics import ICONS, topics

UI = GameUi(
    name="fabula",
    play=FabulaPlayScreen,
    end=FabulaEndScreen,
    own=FabulaDeckEditor,
    roles=DECKS,
    options=OPTIONS,
    secret=SecretLook(secret_hand, N_("Hold to see your hand"), N_("I know my hand"), N_("Look at my hand")),
    topics=topics,
    topic_icons=ICONS,
    chart=LINES,
    past_board=PastDuelTable,
    badges={
        "boldest": BadgeLook("thing-crossed-swords", N_("boldest attack"), "\N{MINUS SIGN}{n}"),
        "cards": BadgeLook("thing-card-play", N_("cards played")),
        "attackers": BadgeLook("thing-paw", N_("allies in attacks")),
    },
    boardless=True,
    other_kinds={"back": ("fb-card", N_("Card, face down")), "unknown": ("help", N_("Unknown card"))},
    hint_board=hints.board,
    intro=Intro(
        N_("Bring down the enemy centre"),
        (N_("Allies fight for five bases."), N_("Take the centre to win.")),
        (
            ("fb-hand", N_("Play allies")),
            ("fb-offence", N_("Attack bases")),
            ("fb-influence", N_("Or conquer them")),
        ),
    ),
)
