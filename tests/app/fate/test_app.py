"""The running app in a game of Fate: from a tap to the journal and the lights, without pictures."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.app.devices.light_effects import Led
from companion.app.fate.lights import LIGHTS
from companion.app.lights import ASK, LAST, PUT, TAKE, WRONG, pattern
from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.acts import Correct, EndTurn, Move
from companion.session.base import GameConfig
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import AllDone, Confirm, Message, Undo
from companion.session.view import Answer
from companion.settings.settings import load
from companion.storage.journal import Journal
from companion.table.observation import Observation
from tests.app.simulated_people import People
from tests.session.fate.games import begun
from tests.session.fate_acts import PlayAct

AGREED = GameConfig(("Ana", "Bo"), ("bjorn", "alva"))


class BlindApp(App):
    """An app whose camera shows nothing."""

    def _watch(self, *_: Any) -> Any:
        return None


class FatePeople(People[FateSnapshot]):
    def __init__(self, app: App) -> None:
        super().__init__(app, FateSnapshot)

    def tell(self, kind: Callable[..., Message], *what: object) -> None:
        self.app.tell(kind(self.shown().game, *what))

    def to_the_heroes(self) -> FateSnapshot:
        self.until(lambda shown: shown.stage in ("guide", "monsters"))
        while (shown := self.shown()).stage != "heroes":
            before = (shown.done, shown.stage, len(shown.log))
            self.tell(AllDone if shown.stage == "guide" else Confirm)
            self.until(lambda s, old=before: (s.done, s.stage, len(s.log)) != old)  # type: ignore[misc]  # a default, not a parameter
        return shown


@pytest.fixture
def app(tmp_path: Path) -> Iterator[BlindApp]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = BlindApp(load(), journal)
        yield app
        app.close()


def test_a_game_is_begun_played_left_and_gone_on_with(app: BlindApp) -> None:
    people = FatePeople(app)
    app.begin("fate", AGREED, "simulated")
    shown = people.to_the_heroes()
    target = min(fate.reach(shown.position, "bjorn"))
    people.tell(PlayAct, Move(target))
    shown = people.until(lambda s: s.position.heroes[0].hex == target)
    (saved,) = app.archive.saved_games()
    assert (saved.game, saved.players) == ("fate", ("Ana", "Bo"))
    assert saved.moves == max(entry.number for entry in shown.log)
    app.leave_game()
    assert app.latest() is None
    app.resume(saved.id, "simulated")
    again = people.until(lambda s: True)
    assert (again.position, again.log, again.assumed_table) == (
        shown.position,
        shown.log,
        shown.assumed_table,
    )
    people.tell(Undo)
    undone = people.until(lambda s: s.can_redo)
    assert undone.position.heroes[0].hex == "G"


def test_an_act_that_is_not_allowed_is_told_at_once(app: BlindApp) -> None:
    people = FatePeople(app)
    app.begin("fate", AGREED, "simulated")
    shown = people.to_the_heroes()
    people.tell(PlayAct, Move("1,9"))
    refused = people.until(lambda s: s.problem is not None)
    assert isinstance(refused.problem, RuleError)
    assert replace(refused, problem=None) == shown


def test_the_app_rolls_only_where_it_may(app: BlindApp, tmp_path: Path) -> None:
    people = FatePeople(app)
    app.begin("fate", AGREED, "simulated")
    people.to_the_heroes()
    people.tell(PlayAct, Correct("hex", "bjorn", value="12,6"))
    people.tell(PlayAct, Correct("place", "goblin", value="12,5"))
    people.tell(AllDone)
    people.until(lambda s: any(one.id == "attack" for one in s.decisions))
    people.tell(Answer, "attack", ["12,5"])
    asked = people.until(lambda s: s.asked is not None)
    assert [one.id for one in asked.decisions] == ["roll", "ask", "cancel"]
    people.tell(Answer, "roll", [])
    people.until(lambda s: s.dice_pool is not None and len(s.dice_pool) == 3)
    (tmp_path / "settings.toml").write_text('[fate]\ndice = "typed"\ncards = "deck"\n')
    with Journal(tmp_path / "other.sqlite3") as journal:
        other = BlindApp(load(tmp_path / "settings.toml"), journal)
        other.begin("fate", AGREED, "simulated")
        people = FatePeople(other)
        people.until(lambda s: s.stage == "guide")
        people.tell(AllDone)
        asked = people.until(lambda s: s.stage == "choice")
        assert asked.choice and asked.choice.what == "draw"
        people.tell(Answer, "choose", ["5"])
        card = asked.choice.options[5].act
        assert isinstance(card, fate.acts.Draw)
        drawn = people.until(lambda s: bool(s.log))
        assert card.card in fate.drawable(asked.position)
        assert str(card.card) in str(drawn.log[0].text)
        other.close()


def test_lights_point_from_where_to_where() -> None:
    session = begun()
    assert set(pattern(LIGHTS, session.snapshot(1))) == {Led()}, "the Rune Stone is beside the board"
    session.confirm()
    assert set(pattern(LIGHTS, session.snapshot(1))) == {Led(), PUT}
    while session.stage != "heroes":
        session.confirm()
    assert set(pattern(LIGHTS, session.snapshot(1))) == {Led(), LAST}
    session.submit(Move(min(fate.reach(session.position, "bjorn"))))
    assert {TAKE, PUT} <= set(pattern(LIGHTS, session.snapshot(1)))
    alone = begun(watched=False)
    alone.confirm()
    spots = {mark.thing for mark in alone.snapshot(1).marks}
    assert spots == {str(act.space) for step in alone.guide.left for act in step.acts}, "all at once"
    session.observe(Observation("0.jpg", 0.0, {"1,9": {"imp": 1}}))
    assert WRONG in pattern(LIGHTS, session.snapshot(1))


def test_lights_show_what_may_be_chosen() -> None:
    for seed in range(20):
        session = begun(3, seed=seed)
        for _ in range(60):
            if session.stage == "choice" and session.choice and session.choice.options[0].spaces:
                assert ASK in pattern(LIGHTS, session.snapshot(1))
                return
            if session.stage != "heroes":
                session.confirm()
                continue
            near = sorted(fate.reach(session.position, session.position.heroes[session.position.turn].id))
            acted = session.position.heroes[session.position.turn].actions
            session.submit(Move(near[-1]) if near and not acted else EndTurn())
    raise AssertionError("nobody was attacked")


def test_a_game_that_is_over_is_not_gone_on_with(app: BlindApp) -> None:
    people = FatePeople(app)
    app.begin("fate", AGREED, "simulated")
    people.to_the_heroes()
    people.tell(PlayAct, fate.acts.Correct("town", value=0))
    people.until(lambda s: s.position.result == "lost")
    assert app.archive.saved_games() == []
    people.tell(Undo)
    people.until(lambda s: s.position.result is None)
    assert len(app.archive.saved_games()) == 1


@pytest.mark.slow
def test_without_a_camera_everything_is_done_by_touch(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        people = FatePeople(app)
        app.begin("fate", AGREED, "none")
        shown = people.to_the_heroes()
        assert shown.turn == "Ana"
        assert app.latest_picture() is None
        people.tell(PlayAct, Move(min(fate.reach(shown.position, "bjorn"))))
        shown = people.until(lambda s: s.position.heroes[0].hex != "G")
        people.until(lambda s: s.done == len(s.steps))
        people.tell(PlayAct, EndTurn())
        people.until(lambda s: s.turn == "Bo")
        people.tell(PlayAct, EndTurn())
        shown = people.until(lambda s: s.stage != "heroes")
        assert shown.stage == "guide", "nobody asks how the table looks: the monsters have had their turn"
        assert shown.position.step == 2
        app.close()
