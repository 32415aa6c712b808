"""All pages by name, as `app.open` takes them."""

from collections.abc import Mapping

from ui.screens.diagnostics import DiagnosticsScreen
from ui.screens.faults import FaultsPage
from ui.screens.games import GamesScreen
from ui.screens.hint import HintPage
from ui.screens.history import HistoryScreen
from ui.screens.machine import MachinePage
from ui.screens.menu import MenuScreen
from ui.screens.networks import NetworksPage
from ui.screens.new_game import NewGamePage
from ui.screens.page import Page
from ui.screens.patterns import PatternsPage
from ui.screens.replay import ReplayScreen
from ui.screens.rules import RulesScreen
from ui.screens.secret import SecretPage
from ui.screens.set_up import SetUpPage
from ui.screens.settings import SettingsScreen
from ui.screens.start import StartScreen
from ui.screens.statistics import StatisticsScreen
from ui.screens.table_check import TableCheckPage
from ui.screens.tags import TagsPage
from ui.screens.teach import TeachScreen
from ui.screens.too_small import TooSmallScreen
from ui.screens.touch_test import TouchTestScreen
from ui.screens.update import UpdatePage

PAGES: Mapping[str, type[Page]] = {
    "start": StartScreen,
    "new": NewGamePage,
    "check": TableCheckPage,
    "menu": MenuScreen,
    "rules": RulesScreen,
    "teach": TeachScreen,
    "settings": SettingsScreen,
    "touch_test": TouchTestScreen,
    "too_small": TooSmallScreen,
    "diagnostics": DiagnosticsScreen,
    "games": GamesScreen,
    "history": HistoryScreen,
    "replay": ReplayScreen,
    "statistics": StatisticsScreen,
    "secret": SecretPage,
    "hint": HintPage,
    "tags": TagsPage,
    "patterns": PatternsPage,
    "machine": MachinePage,
    "networks": NetworksPage,
    "update": UpdatePage,
    "faults": FaultsPage,
    "set_up": SetUpPage,
}
