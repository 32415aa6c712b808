"""All pages by name, as `app.open` takes them."""

from collections.abc import Mapping

from ui.screens.fate.setup import FateSetupScreen
from ui.screens.page import Page
from ui.screens.start import StartScreen

PAGES: Mapping[str, type[Page]] = {
    "start": StartScreen,
    "new_fate": FateSetupScreen,
}
