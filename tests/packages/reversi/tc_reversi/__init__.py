"""Reversi: discs on 64 squares, turned over when they are enclosed."""

from companion.games.package import GamePackage

GAME = GamePackage(api=1, name="reversi", rules="tc_reversi.rules:RULES", board="tc_reversi.board:BOARD")
