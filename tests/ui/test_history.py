"""The list of stored games; one game, its key moments, and its deletion."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.games import fae, registry
from companion.games.base import Sentence
from companion.i18n import LANGUAGES
from companion.storage.failure import failure
from companion.storage.journal import Journal
from tests.app.archive.test_archive import fae_game, fate_game
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout, widgets
from ui import background
from ui.services import History

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


@pytest.fixture
def controller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A window's controller with a real archive of five games."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    fake: Any = FakeFae()
    fake.playing = False
    with Journal(tmp_path / "state" / "journal.sqlite3") as journal:
        fae_game(journal, ("Maximiliana", "Bo", "Cy"))
        fae_game(journal, ("Ana", "Bo", "Maximiliana", "Cy"), seed=8)
        fate_game(journal)
        fae_game(journal, ("Ana", "Bo"), moves=9, reveal=False)
        journal.record("chess", {"players": ["Ana"]}, [])
        fake.archive, fake.journal = JournalArchive(journal, past), journal
        yield fake


def buttons(root: Any) -> dict[str, Any]:
    """Keys by their words: those of a stored game say who played it, when, and how it ended."""
    from ui.widgets.basics import Key

    def words(key: Any) -> str:
        said = [key.text, getattr(key, "when", ""), getattr(key, "result", "")]
        return " ".join(filter(None, said)) or str(key.icon)

    return {words(widget): widget for widget, _ in widgets(root) if isinstance(widget, Key)}


def press(running: Any, text: str, root: Any = None) -> None:
    found = [made for said, made in buttons(root or running.screen).items() if text in said]
    found[0].dispatch("on_release")
    running.lay_out()


@at_any_size
def test_pages_fit_in_every_language(open_window: Any, controller: Any, size: tuple[int, int]) -> None:
    running = open_window(controller, size=size)
    upright = size[0] < size[1]
    pages: list[tuple[str, dict[str, Any]]] = [("games", {}), ("statistics", {})]
    pages += [("history", {"game": game}) for game in (2, 3, 4, 5)]
    for name, about in pages:
        running.app.open(name, **about)
        assert running.screen.name == name
        for _ in list(LANGUAGES)[upright:]:
            running.next_language()
            running.lay_out()
            check_layout(running)


def test_a_game_is_found_and_looked_back_on(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    running.app.open("games")
    running.lay_out()
    press(running, "Fae · Ana, Bo, Maximiliana, Cy")
    assert running.screen.name == "history" and running.screen.game == 2
    history, steps = controller.archive.history(2), controller.archive.replay(2)
    assert board(running).table == fae.table(steps[-1].position)
    chips = running.screen.ids.people.children[::-1]
    assert [chip.points for chip in chips] == [str(history.points[name]) for name in history.players]
    assert [chip.won for chip in chips] == [name in history.winners for name in history.players]
    press(running, "Watch")
    assert running.screen.name == "replay"
    running.screen.pick(12)
    assert board(running).table == fae.table(steps[12].position)
    press(running, "step_on")
    assert board(running).table == fae.table(steps[13].position)
    check_layout(running)
    controller.profiles.prefer(night=True)
    running.settle(2)
    assert (running.screen.name, running.screen.at) == ("replay", 13), "made anew, the same is shown"
    running.app.back()
    running.app.back()
    assert running.screen.name == "games"


def test_only_the_unfinished_goes_on(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    running.app.open("history", game=2)
    assert "Continue" not in buttons(running.screen)
    running.app.open("history", game=4)
    press(running, "Continue")
    assert controller.calls == [("resume", 4, "none")]
    assert running.screen.name == "start"


def test_the_game_on_the_table_is_not_deleted(open_window: Any, controller: Any) -> None:
    controller.playing = True
    snapshot = controller.snapshot
    controller.snapshot = lambda problem=None: replace(snapshot(problem), stored_as=4)
    running = open_window(controller)
    running.app.open("menu")
    running.app.open("history", game=4)
    assert buttons(running.screen)["trash"].disabled
    press(running, "Continue")
    assert (running.screen.name, controller.calls) == ("fae_play", [])
    running.app.open("history", game=2)
    assert not buttons(running.screen)["trash"].disabled


def test_another_game_is_deleted_while_one_is_played(open_window: Any, controller: Any) -> None:
    controller.playing = True
    running = open_window(controller)
    running.app.open("history", game=2)
    press(running, "trash")
    assert running.screen.name == "fae_play"
    running.app.overlay.unnotice()
    assert [game.id for game in controller.archive.games()] == [5, 4, 3, 1]


def test_the_game_that_is_over_is_deleted_with_its_result(open_window: Any, controller: Any) -> None:
    controller.playing = True
    snapshot = controller.snapshot
    controller.snapshot = lambda problem=None: replace(snapshot(problem), stored_as=2, over=True)
    running = open_window(controller)
    running.app.open("menu")
    running.app.open("history", game=2)
    press(running, "trash")
    assert running.screen.name == "start"
    running.app.overlay.unnotice()
    assert [game.id for game in controller.archive.games()] == [5, 4, 3, 1]


def test_large_letters_fit(open_window: Any, controller: Any) -> None:
    controller.profiles.prefer(text_size=1.25)
    running = open_window(controller, "pt_BR")
    for name, about in (
        ("games", {}),
        ("statistics", {}),
        ("history", {"game": 2}),
        ("history", {"game": 5}),
    ):
        running.app.open(name, **about)
        running.lay_out()
        check_layout(running)


def test_a_deleted_game_is_offered_back_in_its_row(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    for brought_back in (True, False):
        running.app.open("games")
        running.app.open("history", game=2)
        press(running, "trash")
        running.lay_out()
        assert running.screen.name == "games"
        assert not any("Maximiliana, Cy" in said for said in buttons(running.screen))
        assert "Fae · Ana, Bo, Maximiliana, Cy is deleted" in texts(running)
        assert len(controller.archive.games()) == 5, "nothing is gone yet"
        if brought_back:
            press(running, "Bring it back")
            assert any("Maximiliana, Cy" in said for said in buttons(running.screen))
        running.app.back()
        assert len(controller.archive.games()) == (5 if brought_back else 4)


def test_the_row_of_a_deleted_game_goes_in_time(
    open_window: Any, controller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = open_window(controller)
    late = running.app.deleted._late
    running.app.open("games")
    running.app.open("history", game=5)
    running.screen.delete()
    running.lay_out()
    assert late.is_triggered and late.timeout == 8
    assert "chess is deleted" in texts(running), "one of an unknown game, too"
    late.get_callback()(0)
    running.lay_out()
    assert len(running.screen._list.shown()) == len(controller.archive.games()) == 4
    running.app.open("history", game=4)
    press(running, "trash")
    controller.profiles.prefer(night=True)
    running.settle(2)
    assert running.app.deleted.id is None and len(controller.archive.games()) == 4, "nothing offers it back"


def listed(running: Any) -> list[Any]:
    return [row for row in running.screen._list.shown() if type(row).__name__ == "GameRow"]


def drawn(running: Any) -> list[int]:
    """Ids of the games whose boards are shown, once those in sight are drawn."""
    for _ in range(30):
        running.screen._draw_next.cancel()
        running.screen._read_next(0)
    return [row.game.id for row in listed(running) if row.ids.board.picture]


def test_boards_are_drawn_only_for_rows_in_sight(
    open_window: Any, controller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[Any] = []
    read: list[int] = []
    replay = controller.archive.replay

    def noted(game: int) -> Any:
        read.append(game)
        return replay(game)

    for seed in range(6):
        fae_game(controller.journal, ("Ana", "Bo"), moves=3 + seed, reveal=False)
    running = open_window(controller)
    monkeypatch.setattr(controller.archive, "replay", noted)
    monkeypatch.setattr(background, "run", lambda act, then: waiting.append((act, then)))
    running.app.open("games")
    running.lay_out()
    assert drawn(running) == [] and len(waiting) == 1, "one at a time; the covers are shown so far"
    act, then = waiting.pop()
    monkeypatch.setattr(background, "run", lambda act, then: then(act(), None))
    then(act(), None)
    found = drawn(running)
    assert found == read and 4 <= len(found) <= 6 < len(listed(running))
    running.screen._list.scroll_y = 0
    running.lay_out()
    assert set(drawn(running)) - set(found), "those that came into sight"
    assert len(read) == len(set(read))
    over = {game.id for game in controller.archive.games() if game.finished}
    del read[:]
    running.app.open("games")
    running.lay_out()
    drawn(running)
    assert read and not over & set(read), "only what may have changed is read again"


def test_a_row_shows_the_board_of_its_latest_position(
    open_window: Any, controller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.screens import games as page

    shown: list[Any] = []
    monkeypatch.setattr(page, "picture_of", lambda game, tile, position: shown.append(position))
    monkeypatch.setattr(background, "run", lambda act, then: then(act(), None))
    running = open_window(controller)
    running.app.open("games")
    running.lay_out()
    assert drawn(running) == [], "without a picture the cover stays"
    wanted = [controller.archive.replay(row.game.id)[-1].position for row in listed(running)]
    assert shown and all(position in wanted for position in shown)


def test_a_board_that_cannot_be_read_leaves_the_cover(
    open_window: Any, controller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def refuse(act: Any, then: Any) -> None:
        tried.append(1)
        then(None, failure("bad_record", "The record is damaged."))

    running = open_window(controller)
    monkeypatch.setattr(background, "run", refuse)
    running.app.open("games")
    running.lay_out()
    assert drawn(running) == [] and len(tried) == len(listed(running)), "each is tried once"


@pytest.mark.parametrize("game", registry.registered())
def test_every_game_has_a_picture_of_its_board(open_window: Any, game: str) -> None:
    from tests.ui.scenes import Past
    from ui import all_games, theme
    from ui.widgets.board_picture import SIZE_MM, picture_of

    open_window(FakeFae())
    journal = Past.whole()
    number = registry.names().index(game) + 1
    steps = JournalArchive(journal, past).replay(number)
    made = picture_of(all_games.of(game), all_games.tiles()[game], steps[-1].position)
    assert made and made.size == pytest.approx([theme.mm(side) for side in SIZE_MM], abs=1)
    assert len({made.pixels[i : i + 4] for i in range(0, len(made.pixels), 4)}) > 50, "not empty"


def test_an_unreadable_game_says_why_and_can_be_deleted(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    running.app.open("games")
    running.lay_out()
    press(running, "chess")
    assert "chess" in running.screen.when
    assert buttons(running.screen)["Keep"].disabled
    running.screen.delete()
    running.app.deleted.settle()
    assert [game.id for game in controller.archive.games()] == [4, 3, 2, 1]


def test_saving_a_copy_says_where(open_window: Any, controller: Any, tmp_path: Path) -> None:
    running = open_window(controller)
    running.app.open("history", game=4)
    press(running, "Keep")
    assert running.screen.name == "keep"
    assert any("when the game is over" in text for text in texts(running)), "it goes on"
    press(running, "Copy")
    (file,) = (tmp_path / "table-companion").iterdir()
    assert f"Saved on this device, in the folder table-companion: {file.name}" in texts(running)
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("")
    press(running, "Copy")
    assert any("expected to write" in text for text in texts(running))


def texts(running: Any) -> list[str]:
    found = (getattr(widget, "text", "") for widget, _ in widgets(running.screen))
    return [text for text in found if isinstance(text, str)]


def test_many_games_come_in_portions(open_window: Any, controller: Any) -> None:
    from ui.screens.games import AT_ONCE

    game = replace(controller.archive.games()[1], problem=None)
    controller.archive = FakeFae().archive
    controller.archive.stored = [replace(game, id=i, when=f"2020-01-01 00:{i:02}") for i in range(50)]
    running = open_window(controller)
    running.app.open("games")
    running.lay_out()
    assert sum("2020" in said for said in buttons(running.screen)) == AT_ONCE
    press(running, "More")
    assert sum("2020" in said for said in buttons(running.screen)) == 2 * AT_ONCE


def test_no_games_and_a_broken_journal_are_reported(open_window: Any, controller: Any) -> None:
    controller.archive = FakeFae().archive
    running = open_window(controller)
    running.app.open("games")
    texts = [w.text for w, _ in widgets(running.screen) if hasattr(w, "text")]
    assert "No stored games yet." in texts

    def broken() -> Any:
        raise failure("journal_failed", "The disk is gone.")

    controller.archive.games = broken
    running.app.open("games")
    assert running.screen.problem == "The disk is gone."
    assert str(Sentence("The disk is gone."))


def test_a_key_moment_marks_its_move_and_its_space(open_window: Any, controller: Any) -> None:
    history, steps = controller.archive.history(2), controller.archive.replay(2)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        moment = next(moment for moment in history.moments if "best ritual" in moment.sentence.pattern)
        running.app.open("replay", game=2, at=moment.step)
        finger.frames(3)
        assert (running.screen.at, running.screen.playing) == (moment.step, False)
        ((source, target),) = steps[moment.step].where.ways
        assert board(running).last_move == (source, target)
        (space,) = moment.spaces
        assert [(mark.space, mark.kind) for mark in board(running).marks] == [(space, "ritual")]
        before, after = (fae.table(steps[moment.step - by].position) for by in (1, 0))
        assert before[source] and not after.get(source)
        assert before[space] != after.get(space), "the ritual took druids"
        assert str(moment.sentence) in running.screen.said


def test_a_key_moment_of_heroes_marks_its_space(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    game = next(known.id for known in controller.archive.games() if known.game == "fate")
    moment = next(m for m in controller.archive.history(game).moments if "appears" in m.sentence.pattern)
    running.app.open("replay", game=game, at=moment.step)
    running.lay_out()
    assert [mark.hex for mark in board(running).marks] == list(moment.spaces)
    here = [piece.kind for piece in board(running).pieces if piece.hex in moment.spaces]
    assert here == [str(moment.sentence.values["who"]).lower()]


def board(running: Any) -> Any:
    return running.screen.ids.board.children[0]


@pytest.mark.parametrize("game", registry.registered())
def test_only_a_cooperative_game_is_won_together(open_window: Any, controller: Any, game: str) -> None:
    """With and without points; the list, the page and the poster show the same result."""
    running = open_window(controller)
    from ui.widgets.history_chart import result

    tr = running.app.tr
    known = History(1, game, ("Ana", "Bo"), "2026-11-20 21:14", 40, finished=True)
    one, both = replace(known, winners=("Bo",)), replace(known, winners=("Ana", "Bo"))
    if game == "fate":
        assert [result(of, tr) for of in (both, known)] == ["won together", "lost"]
    else:
        assert [result(of, tr) for of in (one, both, known)] == ["Bo won", "Ana, Bo won", "nobody won"]
    assert result(replace(one, finished=False), tr) == "it goes on"


def test_a_lost_duel_names_its_winner_in_the_list_and_on_its_page(open_window: Any, controller: Any) -> None:
    setup = registry.rules("fabula").opening(Random(1), ("Ana", "Bo"))
    duel = controller.journal.record("fabula", setup, [("end", {"result": "Bo"})])
    running = open_window(controller)
    running.app.open("games")
    running.lay_out()
    assert any("Bo won" in text for text in buttons(running.screen))
    running.app.open("history", game=duel)
    running.lay_out()
    assert running.screen.said == "Bo won"
    running.screenshot("history_duel.png")
