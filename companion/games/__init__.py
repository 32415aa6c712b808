"""Rules of the games: pure functions and frozen values; imports the standard library only."""

NAMES = ("fae", "fate", "fairytile", "fabula")
"""Names of all games in the order in which they are offered: the only registration.

A game of this name is a folder in every layer, with that layer's manifest in its `__init__.py`:
`companion/games` RULES, `companion/session` SESSION, `companion/app` GAME, `ui/games` UI.
"""
