"""Fábula as the app plays it."""

from companion.app.base import AppGame
from companion.app.fabula.history import PAST

GAME = AppGame(past=PAST)
