"""Rules of the games: pure functions and frozen values; imports the standard library only."""

NAMES = ("fae", "fate", "fairytile", "fabula")
"""Names of all games in the order in which they are offered: the only registration.

A game of this name is a package in every layer, with that layer's manifests: `companion/games` RULES,
`companion/session` SESSION in `manifest`, `companion/app` PAST in `history` and GAME in `game`, `ui/games`
TILE in `tile` and UI in `game_ui`. The start page needs PAST and TILE, but not the rest of their packages.
"""
