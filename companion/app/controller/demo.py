"""The app of a demo: its players, not people, touch the screen."""

from functools import partial
from random import Random

from companion.app.controller.app import App
from companion.settings.settings import Settings
from companion.simulation.demo import NewApp
from companion.storage.journal import Journal


def demo_app(settings: Settings, journal: Journal, seed: int) -> NewApp:
    """Return what makes the app of a demo; its chance depends on nothing but the seed."""
    return partial(App, settings, journal, chance=Random(seed), interactive=False)
