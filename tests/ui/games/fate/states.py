"""Moments of games of Fate that a screen must show, each a controller made ready."""

from dataclasses import replace

from companion.games.fate import Options
from companion.games.fate.acts import Correct, Move
from companion.session.fate import decisions
from companion.session.fate.choices import table_check
from companion.session.fate.snapshot import Difference
from companion.session.messages import Undo
from tests.ui.fake import GAME
from tests.ui.games.fate.fake import FakeFate


def hero_turn(watched: bool = True, at_table: bool = True) -> FakeFate:
    """Bjorn outside, hurt, with gold, a quest and monsters around."""
    fake = FakeFate(4, watched=watched, at_table=at_table)
    fake.until("heroes")
    for act in (
        Correct("hex", "bjorn", value="12,6"),
        Correct("hex", "alva", value="7,9"),
        Correct("place", "goblin", value="12,4"),
        Correct("place", "troll", value="13,5"),
        Correct("damage", "bjorn", value=4),
        Correct("gold", "bjorn", value=9),
        Correct("ability", "bjorn", value=7),
        Correct("equipment", "bjorn", value=17),
    ):
        fake.put(act)
    return fake


def undone() -> FakeFate:
    """Bjorn moved, and was taken back where no camera looks."""
    fake = hero_turn(watched=False)
    fake.session.submit(Move("10,7"))
    fake.session.tell(Undo(GAME))
    return fake


def monsters_walk() -> FakeFate:
    """The show of a monster turn, some steps done."""
    fake = hero_turn()
    for kind, place in (("goblin", "10,3"), ("brute", "9,4"), ("imp", "14,6"), ("sprite", "6,12")):
        fake.correct("place", kind, place)
    fake.until("guide", "attacks")
    while not fake.step.paths:
        fake.go_on()
    return fake


def monsters_turn() -> FakeFate:
    """A whole turn of the monsters, with attacks and a knock-out: no camera watches."""
    fake = hero_turn(watched=False)
    for kind, place in (("goblin", "10,3"), ("brute", "9,4"), ("imp", "14,6"), ("brute", "13,6")):
        fake.correct("place", kind, place)
    fake.until("guide")
    return fake


def strike() -> FakeFate:
    """The step of the monsters' turn in which one strikes Bjorn."""
    fake = monsters_turn()
    while not fake.step.dice:
        fake.go_on()
    return fake


def monsters_done(at_table: bool = True) -> FakeFate:
    """The list of what the monsters changed, with some rows ticked; or without a real table."""
    fake = hero_turn(watched=False, at_table=at_table)
    for kind, place in (("goblin", "10,3"), ("brute", "9,4"), ("imp", "14,6"), ("brute", "13,6")):
        fake.correct("place", kind, place)
    fake.until("guide")
    while not fake.step.changes:
        fake.go_on()
    if at_table:
        fake.session.guide.tick((0, 2))
    return fake


def setting_up(watched: bool = True) -> FakeFate:
    """The monsters of a drawn card are put on the board, the second kind now."""
    fake = FakeFate(2, watched=watched)
    while not (fake.snapshot().log and fake.snapshot().done):
        fake.go_on()
    return fake


def reinforcement() -> FakeFate:
    """Cards drawn on space 4 are put on the board."""
    fake = FakeFate(2)
    fake.until("heroes")
    fake.correct("step", value=3)
    fake.until("guide", "reinforcements")
    while not any(act.act == "place" for act in fake.step.acts):
        fake.go_on()
        fake.until("guide")
    return fake


def legend() -> FakeFate:
    """Grendel swaps places with a brute that stands in his way."""
    fake = FakeFate(3)
    fake.until("heroes")
    fake.correct("hex", "alva", "11,8")
    fake.correct("place", "brute", "12,7")
    fake.correct("place", "grendel", "13,6", card=2)
    fake.correct("place", "surt", "5,13", card=1)
    fake.until("guide", "attacks")
    while "swap places" not in fake.step.title.pattern:
        fake.go_on()
    return fake


def knocked_out() -> FakeFate:
    """Bjorn falls between trolls and goes to Grimheim."""
    fake = hero_turn()
    fake.correct("damage", "bjorn", 8)
    fake.correct("place", "brute", "13,6")
    for _ in range(60):
        fake.go_on() if fake.snapshot().stage != "heroes" else fake.until("check")
        if fake.snapshot().stage == "guide" and fake.step.what == "fallen":
            return fake
    raise AssertionError("nobody fell")


def attacks() -> FakeFate:
    """The order of the attacks is to be chosen: Bjorn has a helmet."""
    fake = hero_turn()
    fake.correct("place", "brute", "13,6")
    fake.correct("take", "bjorn", card=21)
    fake.until("choice", "attacks")
    return fake


def typed_roll() -> FakeFate:
    """Dice of a monster are to be typed."""
    fake = FakeFate(2, dice="typed")
    fake.until("heroes")
    fake.correct("hex", "bjorn", "12,6")
    fake.correct("place", "troll", "13,5")
    fake.until("choice", "attacks")
    while fake.snapshot().choice and not fake.snapshot().choice.dice:  # type: ignore[union-attr]  # asked just before
        fake.go_on()
    return fake


def over(result: str) -> FakeFate:
    """The end: won on the last space, or lost with the last town piece."""
    fake = FakeFate(3, Options())
    fake.until("heroes")
    fake.correct("hex", "alva", "11,8")
    if result == "won":
        fake.correct("step", value=11)
        fake.until("over")
    else:
        fake.correct("town", value=1)
        fake.correct("place", "goblin", "10,6")
        fake.until("over")
    return fake


def different() -> FakeFate:
    """The table is not as the screen shows it; publishes by itself."""
    fake = hero_turn()
    fake.until("check")
    seen = (
        Difference("13,5", "troll", "brute"),
        Difference("12,4", "goblin", None),
        Difference("3,9", None, "imp"),
    )
    choice = table_check(tuple(d.space for d in seen), wrong=True, beginning=True)
    offered = decisions.choice(choice)
    fake.shown = replace(fake.snapshot(), differences=seen, unsure=("5,9",), choice=choice, decisions=offered)
    return fake
