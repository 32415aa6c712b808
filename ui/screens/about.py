"""About page: what the app is, and whose fonts, icons and code it holds."""

from typing import NamedTuple

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion import __version__
from companion.games.base import N_
from ui import theme
from ui.screens.page import Page
from ui.widgets.basics import PanelBox
from ui.widgets.page_parts import PageHead, WrapLabel


class Credit(NamedTuple):
    """Work of others: what it is (a message key), whose it is, and its licence."""

    what: str
    whose: str
    licence: str


CONTRIBUTORS = (
    "Lorc", "Delapouite", "John Colburn", "Felbrigg", "John Redman", "Carl Olsen", "Sbed", "PriorBlue",
    "Willdabeast", "Viscious Speed", "Lord Berandas", "Irongamer", "HeavenlyDog", "Lucas", "Faithtoken",
    "Skoll", "Andy Meneely", "Cathelineau", "Kier Heyl", "Aussiesim", "Sparker", "Zeromancer", "Rihlsul",
    "Quoting", "Guard13007", "DarkZaitzev", "SpencerDub", "GeneralAce135", "Zajkonur", "Catsu", "Starseeker",
    "Pepijn Poolman", "Pierre Leducq", "Caro Asercion",
)  # fmt: skip
"""Of game-icons.net. The set does not say who made which icon, so all are named, as in ATTRIBUTION.md."""
CREDITS = (
    Credit(
        N_("Icons of the games, cut, roughened and inked for this app"),
        f"game-icons.net: {', '.join(CONTRIBUTORS)}",
        "CC BY 3.0",
    ),
    Credit(N_("Icons of the app"), "Material Symbols, Google LLC", "Apache-2.0"),
    Credit(
        N_("Letters"),
        "Young Serif: The Young Serif Project Authors. "
        "Atkinson Hyperlegible Next: The Atkinson Hyperlegible Next Project Authors.",
        "OFL 1.1",
    ),
    Credit(N_("Encryption on phones"), "noble-ciphers: Paul Miller · StableLib: Dmitry Chestnykh", "MIT"),
)


class AboutPage(Page):
    """Name, version and licence, then the work of others."""

    def refresh_text(self) -> None:
        """Write everything in the language in use."""
        tr = App.get_running_app().tr
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        page.add_widget(PageHead(title=tr.gettext("About"), icon="help"))
        column = BoxLayout(orientation="vertical", spacing=theme.mm(2), size_hint_y=None, padding=theme.mm(1))
        column.bind(minimum_height=column.setter("height"))
        free = tr.gettext("Free software under the MIT licence. The covers and boards were drawn for it.")
        column.add_widget(_card(f"Table Companion {__version__}", free))
        for credit in CREDITS:
            column.add_widget(_card(tr.gettext(credit.what), credit.whose, credit.licence))
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.mm(1), scroll_distance=theme.mm(2))
        scroll.add_widget(column)
        page.add_widget(scroll)
        self.clear_widgets()
        self.add_widget(page)


def _card(title: str, *lines: str) -> PanelBox:
    card = PanelBox(orientation="vertical", padding=theme.mm(2.6), spacing=theme.mm(1), size_hint_y=None)
    card.bind(minimum_height=card.setter("height"))
    card.add_widget(WrapLabel(text=title, em="body", bold=True))
    for line in lines:
        card.add_widget(WrapLabel(text=line, color=theme.SOFT))
    return card
