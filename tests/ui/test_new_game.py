from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import StorageError
from companion.games.fate import Options
from companion.i18n import LANGUAGES
from companion.session.base import GameConfig
from companion.settings.people import Person, Plan
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fate.fake import FakeFate
from tests.ui.layout import at_any_size, check_layout
from tests.ui.press import buttons, press, type_name

ANA, BO = Person("Ana", "green", "left"), Person("Bo", "red", "top")
MANY = [ANA, BO, *(Person(name) for name in ("Maximiliana-Lu", "Dora", "Emil", "Finn", "Gil", "Hao", "Ivo"))]


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


@pytest.fixture
def fate() -> FakeFate:
    made = FakeFate()
    made.playing = False
    return made


@pytest.fixture
def checked(display: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """Arguments of the table check, which lets games begin at once."""
    from ui.screens.page import Page

    received: list[dict[str, Any]] = []

    class Check(Page):
        def open(self, **about: Any) -> None:
            received.append(about)
            about["begin"](about["table"], None)

    monkeypatch.setattr("ui.screens.table_check.TableCheckPage", Check)
    yield received
    received.clear()  # Kivy keeps every class of widgets, and this one its arguments


def opened(open_window: Any, controller: Any, game: str = "fae", **how: Any) -> Any:
    running = open_window(controller, **how)
    running.app.open("new", game=game)
    running.lay_out()
    return running


def names(running: Any) -> list[str]:
    return [person.name for person in running.screen.ids.table.players]


@at_any_size
def test_every_view_fits_in_every_language(open_window: Any, fate: FakeFate, size: tuple[int, int]) -> None:
    fate.profiles.known = MANY
    fate.profiles.plans["fate"] = Plan((*MANY[:3], Person("")), first=2)
    running = opened(open_window, fate, "fate", size=size)

    def check() -> None:
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)

    check()
    fate.profiles.prefer(text_size=1.25)
    running.lay_out()
    check()
    running.screen.choose(2)
    check()
    running.screen.choose(2)
    running.screen.mode = "options"
    check()
    running.screen.mode = "people"
    check()
    running.screenshot(f"new_{size[0]}x{size[1]}.png")


def test_the_first_game_of_all_starts_with_guests(
    open_window: Any, controller: FakeFae, checked: Any
) -> None:
    running = opened(open_window, controller)
    assert names(running) == ["Player 1", "Player 2"]
    running.next_language()
    assert names(running) == ["Jogador 1", "Jogador 2"]
    running.app.speak("en")
    running.screen.watch("simulated")
    running.tap(*running.screen.ids.table.flag())
    press(running, "Start")
    assert controller.calls == [("begin", "fae", GameConfig(("Player 2", "Player 1")), "simulated")]
    assert [(person.name, person.guest) for person in controller.profiles.known] == [
        ("Player 2", True),
        ("Player 1", True),
    ]
    running.app.open("new", game="fae")
    assert [button.text for button in buttons(running) if button.icon.startswith("person-")] == ["App"], (
        "no names to choose"
    )


def test_people_of_last_time_are_there_and_play_with_one_tap(
    open_window: Any, controller: FakeFae, checked: Any
) -> None:
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=1, table="simulated")
    running = opened(open_window, controller)
    press(running, "Start")
    assert controller.calls == [("begin", "fae", GameConfig(("Bo", "Ana")), "simulated")]
    assert controller.profiles.known == [BO, ANA]


def test_a_touch_moves_the_flag_to_the_next_player_clockwise(
    open_window: Any, controller: FakeFae, checked: Any
) -> None:
    controller.profiles.plans["fae"] = Plan((ANA, BO, Person("Cy", seat="right")), first=0, table="simulated")
    running = opened(open_window, controller)
    table = running.screen.ids.table
    for name in ("Bo", "Cy"):
        running.tap(*table.flag())
        assert table.players[int(table.first)].name == name
    assert running.screen.mode == "people", "nobody is selected"
    press(running, "Start")
    ((_, _, agreed, _),) = controller.calls
    assert agreed.players == ("Cy", "Ana", "Bo")


def test_the_chip_of_the_app_takes_the_seat_of_a_guest(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.plans["fae"] = Plan((ANA, Person("", seat="top")), first=0)
    running = opened(open_window, controller)
    press(running, "App")
    assert [person.bot for person in controller.profiles.plan("fae").players] == ["", "easy"]
    press(running, "App")
    assert [person.bot for person in controller.profiles.plan("fae").players] == ["", ""]


def test_the_app_plays_at_each_strength_that_a_game_has(open_window: Any, controller: FakeFae) -> None:
    from ui.screens import bot_choice

    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0)
    running = opened(open_window, controller)
    running.screen.choose(1)
    running.lay_out()
    press(running, "App, medium")
    assert [person.bot for person in controller.profiles.plan("fae").players] == ["", "middle"]
    changed: list[Plan] = []
    offered = bot_choice.rows(Plan((ANA, BO)), 1, {"easy": 0, "strong": 1}, changed.append)
    assert [row.text for row in offered] == ["A person", "App, easy", "App, strong"]


def test_names_come_and_go_by_a_tap(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.known = MANY
    running = opened(open_window, controller)
    press(running, "Ana")
    press(running, "Ivo")
    assert sorted(names(running)) == ["Ana", "Ivo"], "in place of the guests"
    press(running, "Ana")
    assert names(running) == ["Ivo", "Player 2"], "two play at least"
    for name in ("Dora", "Emil", "Finn"):
        press(running, name)
    (full,) = [button for button in buttons(running) if button.text == "Gil"]
    assert full.disabled, "four at most"


def test_a_new_name_is_typed_on_the_screen(open_window: Any, controller: FakeFae) -> None:
    running = opened(open_window, controller)
    press(running, "Name")
    type_name(running, "ANA-LU")
    assert names(running) == ["Ana-Lu", "Player 2"], "who was the second stays the second"
    press(running, "Name")
    type_name(running, "ANA-LU")
    assert running.window.children[0] is not running.screen.parent, "still open: the name is taken"
    press(running, icon="rub_out")
    press(running, icon="check")
    assert names(running) == ["Ana-Lu", "Ana-L"]


def test_a_name_that_never_played_stays_on_the_list_until_it_is_forgotten(
    open_window: Any, controller: FakeFae
) -> None:
    running = opened(open_window, controller)
    running.screen.toggle("Ana")
    press(running, "Ana")
    assert "Ana" not in names(running)
    press(running, "Ana")
    assert "Ana" in names(running)
    running.screen.choose(names(running).index("Ana"))
    press(running, icon="trash")
    press(running, "Forget this name")
    assert not [button for button in buttons(running) if button.text == "Ana"]


def test_a_real_keyboard_types_names_too(open_window: Any, controller: FakeFae) -> None:
    running = opened(open_window, controller)
    press(running, "Name")
    running.window.dispatch("on_textinput", "zoë<[b]7890123456789")
    running.window.dispatch("on_key_down", 8, 0, None, [])
    running.window.dispatch("on_key_down", 13, 0, None, [])
    assert names(running)[0] == "Zoëb789012345"
    assert len(running.window.children) == 1


def test_a_person_is_seated_by_two_taps_or_dragged(open_window: Any, controller: FakeFae) -> None:
    from kivy.tests.common import UnitTestTouch

    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0)
    running = opened(open_window, controller)
    table = running.screen.ids.table
    running.tap(*table.at("left"))
    assert (running.screen.mode, running.screen.chosen) == ("person", 0)
    running.tap(*table.at("right"))
    assert table.players[0].seat == "right"
    running.tap(*table.at("right"))
    assert running.screen.mode == "people"
    touch = UnitTestTouch(*table.at("right"))
    touch.touch_down()
    touch.touch_move(table.center_x, table.center_y)
    touch.touch_move(*table.at("top"))
    touch.touch_up()
    assert [person.seat for person in controller.profiles.plan("fae").players] == ["top", "right"]


def test_a_person_changes_colour_name_and_may_leave(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.known = [ANA, BO]
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0)
    running = opened(open_window, controller)
    running.screen.choose(0)
    press(running, icon="person-red")
    assert [person.colour for person in controller.profiles.plan("fae").players] == ["red", "green"]
    press(running, "Begins")
    press(running, "Ana", icon="text")
    press(running, icon="rub_out")
    press(running, icon="check")
    assert names(running) == ["An", "Bo"]
    press(running, "Does not play")
    assert names(running) == ["Bo", "Player 2"]


def test_a_name_is_forgotten_only_after_a_question(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.known = [ANA, BO]
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0)
    running = opened(open_window, controller)
    running.screen.choose(1)
    press(running, icon="trash")
    assert controller.profiles.known == [ANA, BO]
    press(running, "Forget this name")
    assert controller.profiles.known == [ANA]
    assert names(running) == ["Ana", "Player 2"]


def test_choices_stay_when_the_page_is_left(open_window: Any, fate: FakeFate) -> None:
    running = opened(open_window, fate, "fate")
    press(running, "16 rounds")
    press(running, icon="gear")
    press(running, "Try without a table")
    running.app.back()
    running.app.open("new", game="fate")
    assert running.screen.table == "simulated"
    assert fate.profiles.plan("fate").options["track"] == "long"


def asked(options: Options) -> dict[str, Any]:
    """Options that users choose; the rules set the others."""
    from ui import all_games

    names = [option.name for option in all_games.of("fate").options]
    assert len(names) > 3
    return {name: getattr(options, name) for name in names}


def test_fate_begins_with_heroes_and_options(open_window: Any, fate: FakeFate) -> None:
    running = opened(open_window, fate, "fate")
    running.screen.choose(0)
    press(running, "Alva")
    running.screen.choose(0)
    press(running, "16 rounds")
    press(running, icon="gear")
    press(running, "With the monster die")
    press(running, "Legends do not swap")
    press(running, icon="gear")
    press(running, "Screen")
    press(running, "Start")
    options = asked(Options("long", monster_die=True, legend_swaps_legend=False))
    agreed = GameConfig(("Player 1", "Player 2"), ("alva", "bjorn"), options)
    assert fate.calls == [("begin", "fate", agreed, "none")]


def test_options_of_a_hero_are_asked_for_where_somebody_plays_it(open_window: Any, fate: FakeFate) -> None:
    running = opened(open_window, fate, "fate")
    words = "Tiara: the move must end there"
    for index, hero in ((0, "embla"), (1, "boldur")):
        running.screen._change(running.screen._plan.cast(index, hero))
    running.screen.mode = "options"
    running.lay_out()
    shown = [button.text for button in buttons(running)]
    assert "Dwarf Mail takes the first damage" in shown
    assert words not in shown
    press(running, "Dwarf Mail: you choose which")
    press(running, "Knocked out: no blow back")
    running.screen._change(running.screen._plan.cast(0, "alva"))
    running.lay_out()
    press(running, words)
    press(running, icon="gear")
    press(running, "Screen")
    press(running, "Start")
    ((_, _, agreed, _),) = fate.calls
    wanted = Options(mail_first=False, strikes_when_knocked_out=False, tiara_in_passing=False)
    assert agreed.options == asked(wanted)


def test_choices_stored_by_an_older_app_do_no_harm(open_window: Any, fate: FakeFate) -> None:
    strange = tuple(Person(str(n), "red", "top", "wizard") for n in range(6))
    fate.profiles.plans["fate"] = Plan(strange, 5, "crystal ball", {"track": "endless", "wind": 3})
    running = opened(open_window, fate, "fate")
    press(running, "Start")
    ((_, game, agreed, table),) = fate.calls
    assert (game, table) == ("fate", "none")
    assert (len(set(agreed.roles)), agreed.options) == (4, asked(Options()))


def test_a_disk_that_refuses_is_reported_and_no_game_begins(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise StorageError("not_written", "The disk is full.")

    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0, table="simulated")
    running = opened(open_window, controller)
    monkeypatch.setattr(controller.profiles, "agree", refuse)
    press(running, "Start")
    assert running.screen.problem
    assert controller.calls == []


def test_fae_by_touch_goes_to_the_set_up_and_a_watched_game_to_the_check(
    open_window: Any, controller: FakeFae, checked: list[dict[str, Any]]
) -> None:
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0)
    running = opened(open_window, controller)
    press(running, "Board")
    press(running, "Start")
    assert running.screen.name == "fae_setup"
    assert checked == []
    running.app.back()
    running.screen.watch("simulated")
    press(running, "Start")
    ((about),) = checked
    assert (about["game"], about["people"], about["table"]) == ("fae", (ANA, BO), "simulated")
    assert controller.calls == [("begin", "fae", GameConfig(("Ana", "Bo")), "simulated")]


def test_on_the_screen_alone_nothing_is_set_up_by_hand(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0)
    running = opened(open_window, controller)
    press(running, "Screen")
    press(running, "Start")
    ((_, game, agreed, table),) = controller.calls
    assert (game, table) == ("fae", "none")
    assert len(agreed.setup["druids"]) == 60


def test_a_rematch_is_begun_by_the_next_one(open_window: Any, checked: Any) -> None:
    from ui.screens.start_game import rematch

    controller = FakeFae(("Ana", "Bo"))
    controller.play_to_the_end()
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0, table="simulated")
    running = open_window(controller)
    before = running.app.snapshot.uid
    rematch(running.app)
    assert controller.calls == [
        ("leave_game",),
        ("begin", "fae", GameConfig(("Bo", "Ana"), rematch=before), "simulated"),
    ]
    assert before and controller.profiles.plan("fae").first == 1


def test_a_rematch_of_other_people_than_last_time_is_theirs(open_window: Any, checked: Any) -> None:
    from ui.screens.start_game import rematch

    controller = FakeFae(("Cy", "Dora", "Emil"))
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0, table="simulated")
    rematch(open_window(controller).app)
    assert sorted(controller.calls[-1][2].players) == ["Cy", "Dora", "Emil"]
    assert controller.calls[-1][2].players[0] != "Cy"


def test_guests_of_a_rematch_keep_their_numbers_in_every_language(open_window: Any, checked: Any) -> None:
    from ui.screens.start_game import rematch

    controller = FakeFae(("Player 1", "Ana", "Player 3"))
    controller.profiles.known = [ANA]
    controller.profiles.plans["fae"] = Plan((ANA, BO), first=0, table="simulated")
    running = open_window(controller)
    running.app.speak("es")
    rematch(running.app)
    assert sorted(controller.calls[-1][2].players) == ["Ana", "Player 1", "Player 3"]
    assert [(p.name, p.guest) for p in controller.profiles.known if p.guest] == [
        ("Player 3", True), ("Player 1", True),
    ]  # fmt: skip


def test_a_rematch_that_is_refused_says_why(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.screens.start_game import rematch

    def refuse(*_: Any) -> None:
        raise StorageError("not_written", "The disk is full.")

    controller = FakeFae(("Ana", "Bo"))
    running = open_window(controller)
    monkeypatch.setattr(controller.profiles, "agree", refuse)
    rematch(running.app)
    assert running.screen.name == "new"
    assert running.screen.problem
