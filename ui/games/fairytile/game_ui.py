"""Screens and pictures: what the window loads when the game is used."""

from companion.games.base import N_
from companion.games.fairytile.words import NAMES
from ui.game_ui import BadgeLook, GameUi, Intro, SecretLook
from ui.games.fairytile import hints
from ui.games.fairytile.end import FairyEndScreen
from ui.games.fairytile.explanations import LANDS
from ui.games.fairytile.history import LINES, PastKingdom
from ui.games.fairytile.options import OPTIONS
from ui.games.fairytile.page_view import page
from ui.games.fairytile.play import FairyPlayScreen
from ui.games.fairytile.rule_topics import ICONS, topics
from ui.games.fairytile.set_editor import FairySetEditor

UI = GameUi(
    name="fairytile",
    play=FairyPlayScreen,
    end=FairyEndScreen,
    own=FairySetEditor,
    options=OPTIONS,
    boardless=True,
    other_kinds={
        **{figure: (f"figure-{figure}", name) for figure, name in NAMES.items()},
        **{land: (f"land-{land}", name) for land, (name, _) in LANDS.items()},
    },
    written=lambda _: None,
    oldest_begins=True,
    secret=SecretLook(page, N_("Hold to see your page"), N_("I know my page"), N_("Look at my page")),
    topics=topics,
    topic_icons=ICONS,
    chart=LINES,
    past_board=PastKingdom,
    badges={
        "told": BadgeLook("thing-scroll-unfurled", N_("pages told")),
        "tiles": BadgeLook("thing-village", N_("tiles laid")),
        "moves": BadgeLook("thing-walking-boot", N_("moves of figures")),
        "longest": BadgeLook("thing-stone-path", N_("longest way")),
    },
    hint_board=hints.board,
    intro=Intro(
        N_("Tell all your pages first"),
        (N_("Your page is a small story."), N_("Make it happen on the board.")),
        (
            ("figure-knight", N_("Move a figure")),
            ("land-forest", N_("Or lay a tile")),
            ("ft-tell", N_("All true? Tell.")),
        ),
    ),
)
