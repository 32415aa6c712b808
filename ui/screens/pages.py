"""All pages by name, as `app.open` takes them; a page's module is imported when it is first opened."""

from collections.abc import Mapping
from importlib import import_module

from ui.screens.page import Page

PAGES: Mapping[str, str] = {
    "start": "start:StartScreen",
    "intro": "intro:IntroPage",
    "new": "new_game:NewGamePage",
    "check": "table_check:TableCheckPage",
    "menu": "menu:MenuScreen",
    "rules": "rules:RulesScreen",
    "teach": "teach:TeachScreen",
    "settings": "settings:SettingsScreen",
    "touch_test": "touch_test:TouchTestScreen",
    "too_small": "too_small:TooSmallScreen",
    "diagnostics": "diagnostics:DiagnosticsScreen",
    "moments": "moments:MomentsPage",
    "table_test": "table_test:TableTestPage",
    "packages": "packages:PackagesPage",
    "games": "games:GamesScreen",
    "history": "history:HistoryScreen",
    "replay": "replay:ReplayScreen",
    "review": "review:ReviewPage",
    "keep": "keep:KeepPage",
    "statistics": "statistics:StatisticsScreen",
    "secret": "secret:SecretPage",
    "hint": "hint:HintPage",
    "tags": "tags:TagsPage",
    "patterns": "patterns:PatternsPage",
    "machine": "machine:MachinePage",
    "backup": "backup:BackupPage",
    "networks": "networks:NetworksPage",
    "phones": "phones:PhonesPage",
    "language": "language:LanguagePage",
    "country": "country:CountryPage",
    "time_zone": "clock:TimeZonePage",
    "clock": "clock:ClockPage",
    "update": "update:UpdatePage",
    "faults": "faults:FaultsPage",
    "set_up": "set_up:SetUpPage",
    "about": "about:AboutPage",
}
"""Module in ui/screens and class of each page."""


def page(name: str) -> type[Page]:
    """The class of a page."""
    module, kind = PAGES[name].split(":")
    found: type[Page] = getattr(import_module(f"ui.screens.{module}"), kind)
    return found
