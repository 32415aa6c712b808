"""Default names of players change with the language of the screen."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games import registry
from companion.storage.export import export
from tests.app.archive.test_archive import fae_game
from tests.ui.evening import Evening, evening
from tests.ui.test_evenings import turn_to_look
from ui import all_games

pytestmark = pytest.mark.slow  # many windows

NAMES = re.compile(r"\b(?:Player|Jogador|Jugador) \d|\b(?:The|O|La) app\b(?= |$)")
OWN = {"en": "Player", "pt_BR": "Jogador", "es": "Jugador"}


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that widgets paint."""
    from ui.boards import drawing

    seen: list[str] = []
    word = drawing.word

    def noted(text: str, *more: Any) -> Any:
        seen.append(text)
        return word(text, *more)

    monkeypatch.setattr(drawing, "word", noted)
    return seen


def texts(house: Evening, painted: list[str], language: str) -> list[str]:
    """All words on the screen after a change of the language."""
    painted.clear()
    house.running.app.speak(language)
    house.finger.frames(4)
    house.running.lay_out()
    seen = [str(getattr(widget, "text", "")) for widget in house.seen()]
    return [*seen, *painted]


def shown_names(words: list[str]) -> set[str]:
    return {found for text in words for found in NAMES.findall(text)}


def check(house: Evening, painted: list[str], wanted: bool = True) -> None:
    """In every language only names in that language are on the screen, some of them if `wanted`."""
    for language in OWN:
        names = shown_names(texts(house, painted, language))
        assert names or not wanted, (house.screen.name, language)
        assert all(OWN[language] in name for name in names), (house.screen.name, language, names)


def begin(house: Evening, painted: list[str], game: str) -> None:
    """From the start page to the first turn of two people who chose no name."""
    house.press(f"tile-{game}")
    house.on("new")
    check(house, painted)
    house.press("finger")
    house.press("play")
    there = ("dealt", f"{game}_play")
    house.finger.until(lambda: house.screen.name in there, "the deal")
    for name in ("Player 1", "Player 2") if house.screen.name == "dealt" else ():
        house.on("dealt")
        house.finger.until(partial(turn_to_look, house, name))
        check(house, painted)
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on(f"{game}_play")


@pytest.mark.parametrize("game", registry.names())
def test_names_change_with_the_language(
    open_window: Any, tmp_path: Path, painted: list[str], game: str
) -> None:
    with evening(open_window, tmp_path, language="pt_BR") as house:
        begin(house, painted, game)
        check(house, painted, wanted=game != "fate")  # its monsters begin
        house.running.screenshot(f"unnamed_{game}.png")
        assert sorted(house.snapshot.players) == ["Player 1", "Player 2"]


def test_a_game_stored_in_another_language_is_shown_in_the_one_in_use(
    open_window: Any, tmp_path: Path, painted: list[str]
) -> None:
    """And its record stays as it was stored."""
    from ui.player_names import figures
    from ui.poster import png

    stored = ("Jogador 1", "Jogador 2")
    with evening(open_window, tmp_path) as house:
        number, _ = fae_game(house.journal, stored)
        app = house.running.app
        archive = app.controller.archive
        for page, about in (("games", {}), ("statistics", {}), ("history", {"game": number})):
            app.open(page, **about)
            house.finger.frames(4)
            check(house, painted)
        app.open("replay", game=number)
        house.finger.until(lambda: "2" in house.screen.ids.head.title)
        check(house, painted)
        history, steps = archive.history(number), archive.replay(number)
        for language in OWN:
            app.speak(language)
            painted.clear()
            png(history, steps, all_games.of("fae"), figures(app, stored), app.tr)
            names = shown_names(painted)
            assert names and all(OWN[language] in name for name in names)
        assert history.players == stored
        assert export(house.journal, number)["setup"]["players"] == list(stored)
