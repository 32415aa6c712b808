"""Fairy Tile as the app plays it."""

from companion.app.base import AppGame
from companion.app.fairytile.history import PAST

GAME = AppGame(past=PAST)
