"""Choice of who plays a seat: a person, or the app if it can play the game."""

from collections.abc import Callable, Container
from functools import partial

from kivy.app import App

from companion.games.base import N_
from companion.settings.people import Bot, Plan
from ui.widgets.rows import Row

_PLAYED_BY: tuple[tuple[Bot, str], ...] = (
    ("", N_("A person")),
    ("easy", N_("App, easy")),
    ("middle", N_("App, medium")),
    ("strong", N_("App, strong")),
)
"""Strength of the bot, and label."""


def rows(plan: Plan, index: int, levels: Container[str], change: Callable[[Plan], None]) -> list[Row]:
    """Rows to choose from for a seat, with these strengths; the last person cannot become a bot."""
    gettext, person = App.get_running_app().tr.gettext, plan.players[index]
    last = plan.people == 1 and not person.bot
    return [
        Row(
            gettext(words),
            None if bot and last else partial(change, plan.played_by(index, bot)),
            chosen=person.bot == bot,
            why_not=gettext("One person at least must play."),
        )
        for bot, words in _PLAYED_BY
        if not bot or bot in levels
    ]
