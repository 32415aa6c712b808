"""Acts of the app's heroes in Fate, by touch: each is told beside the board, and a touch goes on."""

from typing import Any

import pytest

from companion.games.base import Sentence
from companion.games.fate.acts import Act, Attack, EndTurn, Move, Practice
from companion.games.fate.position import Face
from companion.session.messages import BotMove
from tests.session.fate_acts import PlayAct
from tests.ui.fake import GAME
from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fate import states
from tests.ui.games.fate.fake import FakeFate
from tests.ui.layout import at_each_size, check_layout, widgets


def app_to_move() -> FakeFate:
    """The app's Bjorn is to act, with monsters around."""
    fake = states.hero_turn(watched=False)
    fake.session.bots = {"Player 1": "easy"}
    return fake


def attack(fake: FakeFate) -> Attack:
    goblin = next(monster for monster in fake.position.monsters if monster.kind == "goblin")
    faces: tuple[Face, ...] = ("hit", "hit", "blank", "rune")
    return Attack(goblin.id, faces[: dice(fake, goblin.id)])


def dice(fake: FakeFate, monster: str) -> int:
    from companion.session.fate.dialogs import attack_dialog

    hero = fake.position.heroes[0]
    target = next(m for m in fake.position.monsters if m.id == monster)
    ask: Any = attack_dialog.attack(fake.position, hero, target)
    while not hasattr(ask, "count"):
        ask = next(ask)
    return int(ask.count)


def do(fake: FakeFate, act: Act) -> None:
    fake.tell(BotMove(GAME, fake.snapshot().played, act))


def panels(running: Any) -> list[Any]:
    from ui.games.fate.app_act import HeroActPanel

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, HeroActPanel)]


def said(running: Any) -> str:
    return " ".join(str(getattr(w, "text", "")) for panel in panels(running) for w, _ in widgets(panel))


def test_each_act_is_told_and_a_touch_goes_on(open_window: Any) -> None:
    fake = app_to_move()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        screen, played = running.screen, fake.snapshot().played
        do(fake, Practice())
        do(fake, Move("12,5"))
        do(fake, EndTurn())
        finger.frames(4)
        assert "Bjorn practises" in said(running) and screen.snapshot.played == played + 1
        running.settle()
        running.screenshot("fate_app_focus.png")
        finger.tap(screen.ids.board)
        assert "Bjorn moves" in said(running) and screen.snapshot.played == played + 2
        assert screen.ids.board.zoom > 1, "its hero is seen from near"
        finger.tap(screen.ids.board)
        assert "ends the turn" in said(running)
        finger.until(lambda: not panels(running))
        assert screen.snapshot.played == played + 3
        finger.frames(30)
        assert screen.ids.board.zoom == 1


def test_a_long_sentence_about_an_act_stands_once_and_has_room(open_window: Any) -> None:
    from ui import theme
    from ui.games.fate.app_act import AppAct, HeroActPanel
    from ui.widgets.page_parts import WrapLabel
    from ui.widgets.reuse import arrange

    fake = app_to_move()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        do(fake, Move("12,5"))
        finger.frames(4)
        act = running.screen.act_shown
        assert running.screen.ids.message.detail not in [str(one) for one in act.lines]
        long = Sentence(
            "Bjorn moves to a hex 2 steps to the southeast of the Dark Forest, and on to another."
        )
        panel = HeroActPanel(AppAct(act.number, act.hero, (long,)))
        arrange(running.screen.ids.panel, [panel])
        finger.frames(4)
        (words,) = [w for w, _ in widgets(panel) if isinstance(w, WrapLabel) and w.text == str(long)]
        assert words.top <= panel.top + 1 and words.height > theme.mm(13.2)
        running.screenshot("fate_app_long.png")


def test_an_attack_rolls_its_dice_and_goes_on_by_itself(open_window: Any) -> None:
    from ui.games.fate.dice import FaceRow

    fake = app_to_move()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        act = attack(fake)
        do(fake, act)
        finger.frames(2)
        (row,) = [w for panel in panels(running) for w, _ in widgets(panel) if isinstance(w, FaceRow)]
        assert sorted(row.faces) == sorted(act.dice) and row.rolled_s < 0.5
        assert "Bjorn attacks" in said(running) and "Goblin" in said(running)
        finger.frames(30)
        running.settle()
        running.screenshot("fate_app_attack.png")
        finger.frames(round(2.5 / FRAME_S))
        assert not panels(running)


def test_with_little_motion_acts_stop_but_nothing_rolls(open_window: Any) -> None:
    from ui.games.fate.dice import FaceRow

    fake = app_to_move()
    fake.profiles.prefer(little_motion=True)
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        do(fake, attack(fake))
        finger.frames(2)
        (row,) = [w for panel in panels(running) for w, _ in widgets(panel) if isinstance(w, FaceRow)]
        assert row.rolled_s > 0.5 and said(running)
        finger.frames(30)
        assert panels(running)


def test_acts_of_persons_need_no_scene(open_window: Any) -> None:
    fake = states.hero_turn(watched=False)
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        fake.tell(PlayAct(GAME, Practice()))
        finger.frames(2)
        assert not panels(running) and running.screen.scene_s == 0


def test_the_damage_of_a_strike_is_counted(open_window: Any) -> None:
    from ui.games.fate.film import _Damage

    running = open_window(states.strike())
    with Finger(running.window).ready() as finger:
        (number,) = [w for w, _ in widgets(running.screen) if isinstance(w, _Damage)]
        number.count()
        finger.frames(1)
        assert number.text.endswith("0")
        whole = f"{number._sign}{number._amount}"
        finger.frames(12)
        assert number.text == whole != "0"


@pytest.mark.slow
@at_each_size
def test_an_act_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    from companion.i18n import LANGUAGES

    fake = app_to_move()
    running = open_window(fake, size=size)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        do(fake, attack(fake))
        finger.frames(20)
        for language in LANGUAGES:
            running.app.speak(language)
            finger.frames(2)
            assert panels(running)
            check_layout(running)
            running.screenshot(f"fate_app_attack_{language}_{size[0]}x{size[1]}.png")
