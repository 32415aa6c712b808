"""All pages by name, as `app.open` takes them."""

from collections.abc import Mapping

from ui.screens.fate.setup import FateSetupScreen
from ui.screens.menu import MenuScreen
from ui.screens.page import Page
from ui.screens.rules import RulesScreen
from ui.screens.start import StartScreen
from ui.screens.too_small import TooSmallScreen

PAGES: Mapping[str, type[Page]] = {
    "start": StartScreen,
    "menu": MenuScreen,
    "rules": RulesScreen,
    "new_fate": FateSetupScreen,
    "too_small": TooSmallScreen,
}
