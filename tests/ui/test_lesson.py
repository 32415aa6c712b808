"""The guided first round by touch: from the start page to the last words."""

from pathlib import Path
from typing import Any

from companion.games.lesson import END
from tests.ui.evening import Evening, evening


def teaching(house: Evening) -> Any:
    """The teacher of the play screen."""
    return house.screen._teaching


def said(house: Evening) -> Any:
    """Return the key of the text that the teacher shows; None if the bar shows the text of the game."""
    bar = house.screen.bar
    return bar.teacher._said if bar.taught else None


def taught(house: Evening) -> bool:
    """Whether the teacher says the present step of the lesson, and no remark on the last one."""
    here = getattr(house.screen, "_teaching", None)
    return bool(here and here._wanted and said(house))


def spots(house: Evening) -> tuple[Any, ...]:
    """Return the places that the spotlight leaves bright."""
    return tuple(teaching(house).light.spots)


def learn(house: Evening, game: str) -> None:
    """Touch the cover of a game nobody here knows, and let the app show the first round."""
    house.press(text=game)
    house.on("intro")
    house.press("teach")


def learn_fae(house: Evening) -> None:
    """Begin the first round of Fae alone, and look at the own colour."""
    learn(house, "Fae")
    house.on("dealt")
    house.finger.hold(house.screen.ids.hold)
    house.press("check")
    house.on("fae_play")


def follow(house: Evening) -> None:
    """Touch what the teacher points at first, or anything to go on, and wait for what that does."""
    screen, view, there = house.screen, teaching(house).lesson, spots(house)
    begun = tuple(screen.touched_spaces())
    last = all(len(way) <= len(begun) + 1 for way in view.saying.ways)
    window, over = house.running.window, len(house.running.window.children)
    house.finger.tap(there[0][:2] if there else screen.ids.board.center)
    house.finger.until(
        lambda: (
            house.snapshot.lesson != view
            or (not last and tuple(screen.touched_spaces()) != begun)
            or len(window.children) < over  # it has closed an explanation
        ),
        f"what the touch did: {view.key}",
    )
    house.finger.frames(12)


def shut(house: Evening) -> None:
    """Close the sheet that a touch has opened."""
    while hasattr(sheet := house.running.window.children[0], "dismiss"):
        house.finger.tap(house.buttons("cross", root=sheet)[0])
        house.finger.frames(12)


def play_step(house: Evening) -> str:
    """Do what the teacher asks for, touching what it points at; return the step's key."""
    house.finger.until(lambda: taught(house), "the teacher")
    view = teaching(house).lesson
    shut(house)
    house.finger.frames(12)
    while house.snapshot.lesson == view and taught(house):
        follow(house)

    def gone_on() -> bool:
        here = getattr(house.screen, "_teaching", None)
        return here is None or here.lesson != view

    house.finger.until(gone_on, "the next step on the screen")
    return str(view.key)


def test_the_first_round_of_fae(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        learn_fae(house)
        seen = [play_step(house)]
        assert house.snapshot.lesson.well, "a success is said"
        while seen[-1] != END:
            seen.append(play_step(house))
            if house.screen.name != "fae_play":
                back_from_the_secret(house)
        assert seen == ["ritual", "card", "spirit", "move", END]
        house.finger.until(lambda: not house.screen.bar.taught, "the end of the lesson")


def back_from_the_secret(house: Evening) -> None:
    """Leave what was opened by the way."""
    house.press("back")
    house.on("fae_play")


def test_a_lesson_is_left_after_a_question_and_comes_back_from_the_menu(
    open_window: Any, tmp_path: Path
) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        learn_fae(house)
        house.finger.until(lambda: taught(house), "the teacher")
        for answer, stays in (("Stay in it", True), ("Stop it", False)):
            house.finger.frames(12)
            house.finger.tap(house.buttons("cross", root=house.screen.bar)[0])
            house.press(text=answer)
            house.finger.until(lambda: taught(house) == stays, answer)  # noqa: B023  # waited for at once
        house.press("menu")
        house.press(text="Teach me")
        house.on("fae_play")
        house.finger.until(lambda: taught(house), "the teacher again")
        assert house.snapshot.lesson.key == "ritual"


def test_undo_takes_back_the_move_and_the_step(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        learn_fae(house)
        play_step(house)
        house.finger.until(lambda: taught(house) and teaching(house).lesson.key == "card", "the next step")
        house.finger.frames(12)
        house.press("undo")
        house.finger.until(lambda: taught(house) and teaching(house).lesson.key == "ritual", "the first")
