"""English draughts: men and kings on the dark squares, with captures that must be made."""

from companion.games.package import GamePackage

GAME = GamePackage(
    api=1,
    name="draughts",
    rules="tc_draughts.rules:RULES",
    session="tc_draughts.session:SESSION",
    app="tc_draughts.app:GAME",
    ui="tc_draughts.ui:UI",
)
