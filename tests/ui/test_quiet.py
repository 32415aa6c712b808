"""A quiet table: the app speaks only when something is wrong, to be decided or to be done by hands."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fae
from companion.games.base import Table
from companion.session.messages import Seen
from companion.settings import preferences
from companion.table.observation import Observation
from tests.ui.evening import Evening, evening, go_on
from tests.ui.games.fae.fake import agreed
from tests.ui.scenes import SCENES
from tests.ui.test_evenings import begin_fate

pytestmark = pytest.mark.slow  # many windows

Ears = Callable[[Evening], list[str]]


@pytest.fixture
def ears(monkeypatch: pytest.MonkeyPatch) -> Ears:
    """Record sounds from now on: names, and spoken sentences with a colon before them."""

    def listen(house: Evening) -> list[str]:
        heard: list[str] = []
        app = house.running.app
        monkeypatch.setattr(app._sounds, "play", heard.append)
        monkeypatch.setattr(app.voice, "say", lambda text, _: heard.append(f":{text}"))
        house.app.profiles.prefer(voice=True)
        return heard

    return listen


def make_quiet(house: Evening) -> None:
    """Choose in the settings that the app speaks only when needed, and return to the game."""
    game = house.screen.name
    for press, page in (("menu", "menu"), ("gear", "settings")):
        house.press(press)
        house.on(page)
    house.press("speaker", "Sound")
    house.press(text="When needed")
    for page in ("menu", game):
        house.press("back")
        house.on(page)


def lamps_say(house: Evening, before: Any) -> bool:
    return bool(list(house.app.lights()) != before)


def test_at_a_quiet_table_of_fae_only_important_events_are_shown(
    open_window: Any, tmp_path: Path, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(open_window, tmp_path, seed=8) as house:
        alone = house.app._session_context
        monkeypatch.setattr(
            house.app, "_session_context", lambda *game: replace(alone(*game), watched=True, at_table=True)
        )  # by this test, in place of a camera
        house.app.begin("fae", agreed(("Ana", "Bo"), 8), "none")
        for player in house.until(lambda shown: shown.dealt).players:
            house.app.seen(player)
        house.running.app.home()
        house.on("fae_play")
        make_quiet(house)
        assert preferences.load((tmp_path / preferences.FILE).read_text("utf-8")).quiet
        heard, bar = ears(house), house.screen.ids.message
        house.finger.frames(3)
        assert (bar.calm, bar.title, bar.colour[3]) == (True, "", 0)
        ember = bar.ink[3]

        shown, lamps = house.snapshot, list(house.app.lights())
        move = _move(shown.position)
        assert move
        house.space(move.source)
        assert bar.title == "Touch where the druids go.", "a touch is answered"
        house.space(move.target)
        shown = house.other_than(shown)
        assert (bar.calm, bar.title, shown.played) == (True, "", 1)
        assert bar.ink[3] > 2 * ember
        house.finger.until(partial(lamps_say, house, lamps), "lamps beside the move")
        assert heard == ["move"]

        heard.clear()
        source = move.target
        far = next(s for s in fae.board.SPACES if fae.explain(shown.position, fae.Move(source, s)))
        house.space(source)
        house.space(far)
        assert bar.refusal
        assert not bar.calm
        assert heard[-2:] == ["wrong", f":{bar.refusal}"]
        house.space(source)

        heard.clear()
        slip = next(iter(fae.mistakes(shown.position)))
        _see(house, {**fae.table(shown.position), **slip.changed})
        shown = house.until(lambda shown: shown.illegal)
        assert (bar.calm, bar.title in _spoken(heard)) == (False, True)
        assert "wrong" in heard
        _see(house, fae.table(shown.position))
        shown = house.until(lambda shown: not shown.illegal)
        assert bar.calm

        heard.clear()

        while not (move := _move(shown.position, ritual=True)):
            _see(house, _after(shown.position, _move(shown.position)))
            shown = house.other_than(shown)
            assert bar.calm
        assert {*heard} == {"move"}
        heard.clear()
        _see(house, _after(shown.position, move))
        house.until(lambda shown: shown.step)
        assert bar.title.startswith("Take ")
        assert _spoken(heard) == [bar.title]
        assert heard[:2] == ["move", "attention"]
        assert not house.buttons("cross"), "the ritual's story is not shown"


def test_at_a_quiet_table_of_fate_a_walk_is_only_a_sound(
    open_window: Any, tmp_path: Path, ears: Ears
) -> None:
    with evening(open_window, tmp_path, seed=3) as house:
        begin_fate(house)
        go_on(house, "heroes")
        make_quiet(house)
        heard, bar, board = ears(house), house.screen.ids.message, house.screen.ids.board
        shown, lamps = house.snapshot, list(house.app.lights())
        assert bar.calm
        hero = shown.position.heroes[shown.position.turn]
        house.finger.tap(board.middle(hero.hex))
        assert (bar.calm, _spoken(heard)) == (False, [bar.title]), "where to is to be decided"
        heard.clear()
        places = house.finger.until(lambda: [m.hex for m in board.marks if m.kind == "target"], "a way")
        house.finger.tap(board.middle(Random(3).choice(places)))
        house.other_than(shown)
        assert (bar.calm, heard) == (True, ["move"])
        house.finger.until(partial(lamps_say, house, lamps), "lamps beside the hero")


SPEAKS = {
    "fae-play": False, "fae-doubt": True, "fae-step": True, "fae-wrong": True,
    "fate-turn": False, "fate-monsters": True, "fate-different": True,
}  # fmt: skip


@pytest.mark.parametrize("name", SPEAKS)
def test_mistakes_decisions_and_steps_make_a_sound(open_window: Any, name: str) -> None:
    (scene,) = (scene for scene in SCENES if scene.name == name)
    running = scene.show(open_window, "en", (800, 480), quiet=True)
    bar = running.screen.ids.message
    assert (not bar.calm, bool(bar.title)) == (SPEAKS[name], SPEAKS[name])


def _move(position: fae.Position, ritual: bool = False) -> fae.Move | None:
    """A move with one ritual that takes druids off, or with none at all."""
    for move in fae.legal(position):
        _, rituals = fae.resolve(position, move) if not fae.needs_order(position, move) else (None, None)
        if rituals is not None and [bool(one.removed) for one in rituals] == [True] * ritual:
            return move
    return None


def _after(position: fae.Position, move: fae.Move | None) -> Table:
    """Table after the hand has moved the druids, before any is taken off."""
    assert move
    return {**fae.table(position), **fae.changed(position, move)}


def _see(house: Evening, table: Table) -> None:
    """Send an observation of this table."""
    shown = house.snapshot
    changed = frozenset(
        s for s in {*table, *shown.assumed_table} if table.get(s) != shown.assumed_table.get(s)
    )
    house.app.tell(Seen(shown.game, Observation("", 0.0, table, changed)))


def _spoken(heard: list[str]) -> list[str]:
    return [words[1:] for words in heard if words.startswith(":")]
