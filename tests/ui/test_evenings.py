"""Whole evenings by touch only: what a family does from the start page to the end."""

from pathlib import Path
from random import Random
from typing import Any

from companion.games import fae
from tests.ui.evening import Evening, evening
from tests.ui.fake import opening


def begin_fae(house: Evening, players: int = 2) -> None:
    """From the start page to the first move."""
    position = opening(4, players)
    druids = {space: colour for space, pieces in fae.table(position).items() for colour in pieces}
    names = ("Ana", "Bo", "Cy", "Dora")[:players]
    house.app.start_game(names, "none", {int(space): colour for space, colour in druids.items()})
    for _ in names:
        house.on("fae_look")
        house.finger.hold(house.screen.ids.hold)
        house.finger.until(lambda: house.buttons("check"))
        house.press("check")
    house.on("fae_play")


def play_fae(house: Evening, chance: Random, moves: int = 100) -> None:
    """Moves by taps on the board, and what each asks for, until the game is over."""
    for _ in range(moves):
        shown = house.until(lambda shown: shown.phase in ("play", "finished"))
        if shown.status == "finished":
            return
        move = chance.choice(fae.legal(shown.position))
        house.space(move.source)
        house.space(move.target)
        shown = house.other_than(shown)
        if shown.choose:
            for space in shown.choose:
                house.space(space)
            shown = house.other_than(shown)
        while shown.step:
            house.finger.tap(house.screen.ids.confirm)
            shown = house.other_than(shown)


def test_a_game_of_fae_by_touch(open_window: Any, tmp_path: Path) -> None:
    chance = Random(8)
    with evening(open_window, tmp_path, seed=8) as house:
        begin_fae(house)
        play_fae(house, chance)
        house.on("fae_end")
