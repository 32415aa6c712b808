"""Whole games by touch only, from the start page to the end."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fae
from tests.ui.evening import Evening, evening, go_on


def name_player(house: Evening, name: str) -> None:
    """Type a name that nobody has had before."""
    house.press("plus")
    for letter in name.upper():
        house.press(text=letter)
    house.press("check")


def turn_to_look(house: Evening, name: str) -> bool:
    """Return whether it is this player's turn to look."""
    return bool(house.screen.player == name)


def begin_fae(house: Evening, known: bool = False) -> None:
    """Go from the start page to the first move; with `known`, the players are stored already."""
    house.press("tile-fae", "Fae")
    house.on("new")
    for name in () if known else ("Ana", "Bo"):
        name_player(house, name)
    house.press("finger")
    house.press("play")
    for name in ("Ana", "Bo"):
        house.on("dealt")
        house.finger.until(partial(turn_to_look, house, name))
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on("fae_play")


def play_fae(house: Evening, chance: Random, moves: int = 100) -> None:
    """Play moves by taps, and confirm each request, until the game is over."""
    for _ in range(moves):
        shown = house.until(lambda shown: shown.phase in ("play", "finished"))
        if shown.over:
            return
        move = chance.choice(fae.legal(shown.position))
        house.space(move.source)
        house.space(move.target)
        shown = house.other_than(shown)
        if shown.choose:
            for space in shown.choose:
                house.space(space)
            shown = house.other_than(shown)


def speak(house: Evening, language: str) -> None:
    """Change the language in the settings, from a game and back to it."""
    game = house.screen.name
    house.press("menu")
    house.on("menu")
    house.press("gear")
    house.on("settings")
    house.press("panel")  # the group of the screen
    house.press(text=language)
    house.press("back")
    house.on("menu")
    house.press("back")
    house.on(game)


def first_half(house: Evening, chance: Random) -> None:
    """A game of Fae in two languages and windows of three sizes."""
    begin_fae(house)
    play_fae(house, chance, 4)
    speak(house, "Español")
    shown = house.until(lambda shown: shown.phase == "play")
    assert shown.turn in house.screen.ids.message.title
    assert "turno" in house.screen.ids.message.title
    for size in ((1280, 720), (480, 800)):
        house.resize(*size)
        play_fae(house, chance, 2)


@pytest.mark.slow
def test_a_game_of_fae_is_left_and_gone_on_with(open_window: Any, tmp_path: Path) -> None:
    chance = Random(8)
    with evening(open_window, tmp_path, seed=8) as house:
        first_half(house, chance)
        before = house.snapshot.position
        house.press("menu")
        house.on("menu")
        house.press("door")
        house.on("start")
        house.press("play")
        for _ in ("Ana", "Bo"):
            house.on("dealt")
            house.press("check")
        house.on("fae_play")
        assert house.snapshot.position == before


@pytest.mark.slow
def test_a_whole_game_of_fae(open_window: Any, tmp_path: Path) -> None:
    chance = Random(8)
    with evening(open_window, tmp_path, seed=8) as house:
        first_half(house, chance)
        play_fae(house, chance)
        house.on("fae_end")
        while not house.screen.all_shown:
            house.finger.tap(house.buttons("eye")[-1])
        shown = house.until(lambda shown: shown.result)
        assert shown.result["winners"]
        (stored,) = house.app.archive.games()
        assert (stored.players, stored.finished) == (("Ana", "Bo"), True)
        while house.screen.name == "fae_end":  # the first tap ends the ceremony
            for key in house.buttons("replay")[:1]:
                house.finger.tap(key)
            house.finger.frames(12)
        house.until(lambda shown: shown.players == ("Bo", "Ana"), "the next one begins")
        house.on("dealt")


def begin_fate(house: Evening) -> None:
    """From the start page to the turn of the first hero."""
    house.press("tile-fate", "Fate")
    house.on("new")
    house.press("finger")
    house.press("play")
    house.on("fate_play")


def hero_turn(house: Evening, chance: Random) -> None:
    """Move the current hero and end the turn."""
    board = house.screen.ids.board
    shown = house.until(lambda shown: shown.stage == "heroes")
    hero = shown.position.heroes[shown.position.turn]
    house.finger.until(lambda: board.zoom == 1, "the whole board")
    house.finger.tap(board.middle(hero.hex))
    targets = house.finger.until(lambda: [m.hex for m in board.marks if m.kind == "target"], "a way")
    house.finger.tap(board.middle(chance.choice(targets)))
    shown = house.other_than(shown)
    assert shown.position.heroes[shown.position.turn].hex != hero.hex
    end_turn(house)


def end_turn(house: Evening) -> None:
    """End the hero's turn and confirm every request."""

    def turn() -> Any:
        shown = house.snapshot
        return shown.stage, shown.position.step, shown.position.turn

    before = turn()
    house.finger.tap(house.screen.ids.main)
    while turn() == before:
        shown = house.snapshot
        if rows := house.buttons("check", root=house.screen.ids.panel):
            house.finger.tap(rows[0])
            house.other_than(shown)
        house.finger.frames()


@pytest.mark.slow
def test_a_round_of_fate(open_window: Any, tmp_path: Path) -> None:
    chance = Random(3)
    with evening(open_window, tmp_path, seed=3) as house:
        begin_fate(house)
        go_on(house, "heroes")
        before = house.snapshot.position
        hero_turn(house, chance)
        speak(house, "Português")
        hero_turn(house, chance)
        house.resize(480, 800)
        go_on(house, "heroes")
        after = house.snapshot.position
        assert (after.step, after.turn) == (before.step + 1, before.turn)
        assert "ações" in house.screen.ids.message.title
