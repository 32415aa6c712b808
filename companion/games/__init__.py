"""The rules of the games: pure, and nothing but the standard library."""

NAMES = ("fae", "fate", "fairytile", "fabula")
"""Every game there is, in the order in which they are offered: the only registration.

A game of this name is a folder in every layer, with that layer's manifest in its `__init__.py`:
`companion/games` RULES, `companion/session` SESSION, `companion/app` GAME, `ui/games` UI.
"""
