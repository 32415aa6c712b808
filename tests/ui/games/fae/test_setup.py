from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.errors import RuleError
from companion.games import fae
from companion.games.fae.board import COLOURS, REGION_OF, REGIONS, SPACES
from companion.games.fae.setup import nearest_valid, random_druids, swapped
from companion.i18n import LANGUAGES
from companion.session.base import GameConfig
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Confirm, Reveal
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.patience import WAIT_S
from tests.session.fae_answers import moved, ordered
from tests.ui.games.fae.fake import FakeFae, agreed
from tests.ui.layout import at_any_size, check_layout
from tests.ui.press import press


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


@pytest.mark.parametrize("seed", range(5))
def test_what_is_drawn_is_a_set_up(seed: int) -> None:
    assert len(fae.table(fae.start(random_druids(Random(seed)), 2))) == len(SPACES)


@pytest.mark.parametrize("seed", range(5))
def test_what_was_read_badly_is_mended_and_little_is_changed(seed: int) -> None:
    chance = Random(seed)
    right = random_druids(chance)
    read = dict(right)
    spaces = chance.sample(list(SPACES), 4)
    del read[spaces[0]]
    read[spaces[1]] = "pink"
    read[spaces[2]] = chance.choice(COLOURS)
    read[99] = "red"
    better = nearest_valid(read)
    fae.start(better, 2)
    regions = {REGION_OF[space] for space in spaces[:3]}
    assert all(better[space] == right[space] for space in SPACES if REGION_OF[space] not in regions)
    assert nearest_valid(right) == right
    fae.start(nearest_valid({}), 2)


def test_only_druids_of_one_region_change_places() -> None:
    druids = random_druids(Random(1))
    one, other, *_ = REGIONS[1]
    far = REGIONS[2][0]
    assert swapped(druids, one, far) == druids
    changed = swapped(druids, one, other)
    assert (changed[one], changed[other]) == (druids[other], druids[one])
    assert {s for s in SPACES if changed[s] != druids[s]} == {one, other}


@at_any_size
def test_set_up_fits_in_every_language(open_window: Any, controller: FakeFae, size: tuple[int, int]) -> None:
    running = open_window(controller, size=size)
    running.app.open("fae_setup", read={1: "red"})
    controller.profiles.prefer(text_size=1.25)
    for problem in ("", "In every region stands one druid of each colour, each on a space of its own."):
        running.screen.problem = problem
        running.screen.region = 12 if problem else 0
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)
    running.screenshot(f"fae_setup_{size[0]}x{size[1]}.png")


def test_two_druids_of_a_region_change_places_and_the_game_begins(
    open_window: Any, controller: FakeFae
) -> None:
    begun: list[tuple[str, dict[int, str]]] = []
    running = open_window(controller)
    running.app.open("fae_setup", begin=lambda table, druids: begun.append((table, dict(druids))))
    running.lay_out()
    before = dict(running.screen.druids)
    one, other, *_ = REGIONS[6]
    far = REGIONS[1][0]
    running.tap_space(far)
    running.tap_space(one)
    marks = {mark.space: mark.kind for mark in running.screen.ids.board.marks}
    assert marks == {space: "selected" if space == one else "target" for space in REGIONS[6]}
    running.tap_space(other)
    press(running, "Start")
    assert begun == [("none", swapped(before, one, other))]
    with pytest.raises(AssertionError, match="no button"):
        press(running, "Start")
    press(running, icon="dice")
    assert running.screen.druids not in (before, begun[0][1])


def test_the_druids_are_shown_one_region_after_the_other(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("fae_setup")
    board = running.screen.ids.board
    for region, spaces in REGIONS.items():
        press(running, "One region" if region == 1 else f"Region {region - 1} of 12")
        assert set(board.table) == {mark.space for mark in board.marks} == set(spaces)
    press(running, "Region 12 of 12")
    assert set(board.table) == set(SPACES)


def test_a_set_up_that_was_read_is_shown_with_what_is_unsure(open_window: Any, controller: FakeFae) -> None:
    read = random_druids(Random(4))
    lost = REGIONS[3][2]
    running = open_window(controller)
    shown = {space: colour for space, colour in read.items() if space != lost}
    running.app.open("fae_setup", read=shown, unsure=(7,), table="camera")
    assert running.screen.druids == read
    assert {mark.space for mark in running.screen.ids.board.marks} == {7, lost}
    running.window.size = (480, 800)
    running.app._fill()
    assert running.screen.druids == read, "the same when the window is turned"
    running.window.size = (800, 480)
    running.settle(2)


def test_a_set_up_that_is_refused_says_why(open_window: Any, controller: FakeFae) -> None:
    def refuse(*_: Any) -> None:
        fae.start({}, 2)

    running = open_window(controller)
    running.app.open("fae_setup", begin=refuse)
    press(running, "Start")
    assert running.screen.problem.startswith("In every region stands one druid")


@pytest.fixture
def app(tmp_path: Any) -> Iterator[App]:
    with Journal(tmp_path / "games.sqlite") as book:
        made = App(load(None), book)
        yield made
        made.close()


def until(app: App, there: Any) -> FaeSnapshot:
    end = monotonic() + WAIT_S
    while monotonic() < end:
        shown = app.latest()
        if isinstance(shown, FaeSnapshot) and there(shown):
            return shown
    raise AssertionError(f"never came: {app.latest()}")


def test_a_game_set_up_by_touch_is_played_by_touch_to_its_end(app: App) -> None:
    chance = Random(3)
    app.begin("fae", agreed(("Ana", "Bo"), 3), "none")
    shown = until(app, lambda s: s.dealt)
    assert list(app.unseen()) == ["Ana", "Bo"]
    seen = {}
    for player in shown.players:
        seen[player] = app.show_secret(player)
        app.seen(player)
    assert (len(set(seen.values())), app.unseen()) == (2, ())
    while not shown.over:
        if shown.choose:
            app.tell(ordered(shown.game, shown.choose))
        elif shown.step:
            app.tell(Confirm(shown.game))
        else:
            assert shown.position
            move = chance.choice(fae.legal(shown.position))
            app.tell(moved(shown.game, move))
        before = shown
        shown = until(app, lambda s, before=before: s is not before)
        assert not shown.problem, shown.problem
    while shown.step:
        app.tell(Confirm(shown.game))
        shown = until(app, lambda s, before=shown: s is not before)
    app.tell(Reveal(shown.game))
    end = until(app, lambda s: s.revealed)
    assert dict(end.revealed) == seen
    assert end.result


def test_a_game_by_touch_goes_on_after_the_app_was_closed(app: App, tmp_path: Any) -> None:
    app.begin("fae", agreed(("Ana", "Bo", "Cy"), 9), "none")
    shown = until(app, lambda s: s.dealt)
    assert shown.position
    spirit = app.show_secret("Cy")
    move = fae.legal(shown.position)[5]
    app.tell(moved(shown.game, move))
    played = until(app, lambda s: s.log)
    app.leave_game()
    (saved,) = app.archive.saved_games()
    app.resume(saved.id, "none")
    again = until(app, lambda s: s.log)
    assert again.table == played.table
    assert app.show_secret("Cy") == spirit


def test_no_game_begins_from_half_a_set_up(app: App) -> None:
    with pytest.raises(RuleError, match="Region"):
        app.begin("fae", GameConfig(("Ana", "Bo"), setup={"druids": {"1": "red"}}), "none")
    assert app.archive.saved_games() == []
