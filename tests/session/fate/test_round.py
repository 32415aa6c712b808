"""A round with few questions: combined steps, automatic ends of turns, and remaining decisions."""

from pathlib import Path

from companion.games.fate import Options
from companion.games.fate.acts import (
    Correct,
    Discard,
    EndTurn,
    MonsterAttack,
    Progress,
    Spend,
    Use,
    Walk,
)
from companion.games.fate.position import Face
from companion.games.lesson import END
from companion.session.fate.dialogs.corrected import corrected
from companion.session.fate.dialogs.dialog import AskAmounts, AskPick
from companion.session.fate.session import FateSession
from companion.session.view import Answer
from companion.storage.journal import Journal
from tests.session.fate.games import begun, resumed
from tests.session.fate.test_session import kinds, shown

BARE = Options(no_start_kit=True)
HIT: tuple[Face, ...] = ("hit",)


def heroes_out(players: int = 2, watched: bool = False, dice: str = "app") -> FateSession:
    """The turn of Bjorn on 12,6, without a camera."""
    session = begun(players, BARE, 3, watched=watched, dice=dice)
    while session.stage != "heroes":
        session.confirm()
    session.submit(Correct("hex", "bjorn", value="12,6"))
    return session


def place(session: FateSession, *monsters: tuple[str, str]) -> None:
    for kind, hex_ in monsters:
        session.submit(Correct("place", kind, value=hex_))


def end_round(session: FateSession) -> None:
    """Nobody does anything any more."""
    while session.position.phase == "heroes" and session.stage == "heroes":
        session.submit(EndTurn())
        if session.position.turn == 0:
            return


def stage(session: FateSession) -> str:
    return session.stage


def titles(session: FateSession) -> list[str]:
    return [str(step.title) for step in session.guide.left]


def attacks(session: FateSession) -> list[MonsterAttack]:
    return [act for act in session.timeline.moves if isinstance(act, MonsterAttack)]


def is_strike(title: str, hero: str) -> bool:
    """Whether a step is an attack on a hero."""
    return title.endswith((f" strikes {hero}", f" misses {hero}"))


def test_a_turn_of_the_monsters_is_told_once_and_ended_at_once() -> None:
    session = heroes_out()
    place(session, ("goblin", "12,5"), ("brute", "13,5"))
    end_round(session)
    assert (session.stage, session.position.phase) == ("guide", "heroes")
    assert titles(session)[0] == "Rune Stone: space 2"
    assert sum(is_strike(title, "Bjorn") for title in titles(session)) == 2 == kinds(session)[MonsterAttack]
    assert str(shown(session).prompt.text) == titles(session)[0]
    session.all_done()
    assert stage(session) == "heroes" and not session.guide.left


def test_the_story_is_the_same_after_a_kill(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(2, BARE, 3, journal, watched=False)
        while session.stage != "heroes":
            session.confirm()
        session.submit(Correct("hex", "bjorn", value="12,6"))
        place(session, ("goblin", "12,5"), ("brute", "13,5"))
        end_round(session)
        again = resumed(journal, session.timeline.stored_as)
        assert again.guide.left == session.guide.left


def test_without_a_camera_the_whole_turn_is_shown_one_step_at_a_time() -> None:
    session = heroes_out()
    place(session, ("goblin", "12,5"))
    end_round(session)
    steps = len(session.guide.left)
    assert session.stage == "guide" and steps > 1 and shown(session).together
    assert kinds(session)[MonsterAttack], "the turn is played to its end before it is shown"
    session.confirm()
    assert len(session.guide.left) == steps - 1
    session.tell(Answer(1, "back", ()))
    assert len(session.guide.left) == steps
    session.all_done()
    assert stage(session) == "heroes"


def test_with_a_camera_the_table_is_checked_and_steps_stay() -> None:
    session = heroes_out(watched=True)
    place(session, ("goblin", "12,5"), ("brute", "13,5"))
    end_round(session)
    assert session.stage == "check"
    session.confirm()
    assert stage(session) == "guide" and not attacks(session), "hands move the monsters first"
    session.all_done()
    assert sum(is_strike(title, "Bjorn") for title in titles(session)) == 2, "all attacks are told at once"


def test_the_order_is_asked_for_where_it_matters() -> None:
    for equipment, asked in ((0, False), (21, True)):  # 21 is the helmet, which prevents damage
        session = heroes_out()
        if equipment:
            session.submit(Correct("take", "bjorn", equipment))
        place(session, ("goblin", "12,5"), ("brute", "13,5"))
        end_round(session)
        assert (session.choice is not None and session.choice.what == "order") == asked


def test_monsters_of_one_kind_need_no_order() -> None:
    session = heroes_out()
    session.submit(Correct("take", "bjorn", 21))
    place(session, ("imp", "12,5"), ("imp", "13,5"))
    end_round(session)
    assert session.choice is None or session.choice.what == "prevent"


def test_whom_a_monster_attacks_is_asked_for() -> None:
    session = heroes_out()
    session.submit(Correct("hex", "alva", value="12,5"))
    place(session, ("troll", "13,5"))
    end_round(session)
    assert session.choice and session.choice.what == "target"
    (alva,) = [n for n, option in enumerate(session.choice.options) if option.act.hero == "alva"]  # type: ignore[union-attr]  # all are attacks
    session.choose(alva)
    assert attacks(session)[0].hero == "alva"


def test_one_touch_lets_all_attack_another_says_who_is_first() -> None:
    for first in (None, 1):
        session = heroes_out()
        session.submit(Correct("take", "bjorn", 21))
        place(session, ("goblin", "12,5"), ("brute", "13,5"), ("sprite", "11,7"))
        end_round(session)
        assert session.choice and session.choice.what == "order"
        chosen = [option.act for option in session.choice.options]
        if first is None:
            session.confirm()
        else:
            session.choose(first)
        while session.choice and session.choice.what == "prevent":
            session.confirm()
        if first is None:
            assert session.stage == "guide" and len(attacks(session)) == 3
        else:
            assert attacks(session)[0].monster == chosen[first].monster  # type: ignore[union-attr]  # an attack
            assert session.choice and session.choice.what == "order", "the others are asked for again"


def test_any_order_ends_where_somebody_falls() -> None:
    session = heroes_out(3, dice="typed")
    for hero, hex_ in (("alva", "11,7"), ("embla", "13,6")):
        session.submit(Correct("hex", hero, value=hex_))
    for hero in ("bjorn", "alva", "embla"):
        session.submit(Correct("damage", hero, value=8))
    place(session, ("jotunn", "12,7"), ("elemental", "13,5"), ("sprite", "11,6"))
    end_round(session)
    asked: list[str] = []
    while session.stage == "choice":
        assert session.choice
        asked.append(session.choice.what)
        if session.choice.dice:
            session.choose(1, HIT * session.choice.dice)
        else:
            session.confirm()
    assert any("is knocked out" in step for step in titles(session)), "all dice hit"
    first = asked.index("order")
    assert asked[first : first + 2] == ["order", "roll"]
    assert "order" in asked[first + 2 :], "another table is decided for anew"


def test_a_card_against_damage_is_asked_for_before_the_story_goes_on() -> None:
    session = heroes_out()
    session.submit(Correct("take", "bjorn", 21))
    place(session, ("troll", "12,5"))
    end_round(session)
    assert session.choice and session.choice.what == "prevent"
    assert not attacks(session) and titles(session), "what has happened so far waits to be told"
    session.choose(1)
    (attack,) = attacks(session)
    assert [use.card for use in attack.prevent] == [21]
    assert session.stage == "guide" and any(is_strike(title, "Bjorn") for title in titles(session))


def beside_embla(hand: int) -> FateSession:
    session = begun(3, BARE, 3, watched=False)
    while session.stage != "heroes":
        session.confirm()
    session.submit(Correct("hex", "embla", value="12,6"))
    session.submit(Correct("hand", "embla", value=hand))
    place(session, ("troll", "12,5"))
    for _ in range(3):
        session.submit(EndTurn())
    return session


def test_cards_before_and_after_attacks_are_offered_at_their_moment() -> None:
    session = beside_embla(hand=1)
    assert session.choice and session.choice.what == "answer"
    assert kinds(session)[Walk] == 1 and not attacks(session), "vigilance is between the steps 3 and 4"
    assert 32 in [option.act.card for option in session.choice.options if isinstance(option.act, Use)]
    session.confirm()
    assert session.choice and session.choice.what == "answer" and len(attacks(session)) == 1
    assert session.position.phase == "heroes", "it was the last attack"
    retaliation = [n for n, option in enumerate(session.choice.options) if isinstance(option.act, Use)]
    session.choose(retaliation[0])
    while session.stage == "choice":
        session.confirm()
    assert session.stage == "guide"
    assert any(is_strike(title, "Embla") for title in titles(session)), "nothing of the turn is left out"
    assert any(title.startswith("Troll has damage") for title in titles(session))


def test_cards_are_discarded_while_the_story_is_told() -> None:
    session = beside_embla(hand=2)
    while session.stage == "choice":
        session.confirm()
    before = titles(session)
    session.submit(Discard((27,), "embla"))
    assert (session.stage, titles(session)) == ("guide", before)


def test_a_turn_with_nothing_left_to_decide_ends_by_itself_and_undo_brings_it_back() -> None:
    session = heroes_out()
    session.submit(Spend("attack"))
    session.submit(Spend("prepare"))
    assert session.position.turn == 1 and isinstance(session.timeline.moves[-1], EndTurn)
    session.undo()
    bjorn = session.position.heroes[0]
    assert (session.position.turn, bjorn.actions) == (0, ("attack", "prepare"))
    assert not isinstance(session.timeline.moves[session.timeline.at - 1], EndTurn)
    session.undo()
    assert session.position.heroes[0].actions == ("attack",)


def test_no_turn_ends_by_itself_in_a_lesson_until_its_last_words_are_read() -> None:
    session = heroes_out()
    session.learn()
    session.submit(Spend("attack"))
    session.submit(Spend("prepare"))
    assert session.position.turn == 0 and len(session.position.heroes[0].actions) == 2
    session.undo(2)
    session.learn(END)
    session.submit(Spend("attack"))
    session.submit(Spend("prepare"))
    assert session.position.turn == 1


def test_undo_of_the_last_turn_takes_the_monsters_back_with_it() -> None:
    session = heroes_out(1)
    place(session, ("goblin", "12,5"))
    session.submit(Spend("move"))
    session.submit(Spend("prepare"))
    assert attacks(session) and session.position.step == 2
    session.undo()
    assert (session.position.phase, session.position.step) == ("heroes", 1)
    assert session.position.heroes[0].actions == ("move", "prepare")
    back = session.timeline.at
    session.redo()
    assert session.position.step == 2, "all of it happens again"
    for number in (back, back + 1):
        session.go_to(number)
        assert session.timeline.at == number, "an act of the log is gone to exactly"


def test_a_turn_goes_on_while_there_is_something_to_decide() -> None:
    for what, value in (("hand", 1), ("gold", 9)):
        session = heroes_out()
        session.submit(Correct(what, "bjorn", value=value))
        session.submit(Spend("attack"))
        session.submit(Spend("prepare"))
        assert session.position.turn == 0, what
        assert session.stage == "heroes"


def test_people_who_put_numbers_right_end_no_turn() -> None:
    session = heroes_out()
    session.submit(Correct("hand", "bjorn", value=1))
    session.submit(Spend("attack"))
    session.submit(Spend("prepare"))
    session.submit(Correct("hand", "bjorn", value=0))
    assert session.position.turn == 0


def test_a_person_ticks_a_quest_by_hand_and_corrects_it() -> None:
    """The app counts every quest, but people may have seen it differently."""
    session = heroes_out()
    session.submit(Correct("equipment", "bjorn", value=22))
    session.submit(Progress(2))
    assert session.position.heroes[0].quest == 2
    dialog = corrected(session.position, "bjorn")
    several = next(dialog)
    assert isinstance(several, AskPick)
    numbers = dialog.send(several.picks[0].answer)
    assert isinstance(numbers, AskAmounts) and numbers.now
    (quest,) = (key for key, label in numbers.labels.items() if str(label) == "Progress of the quest")
    try:
        dialog.send({**numbers.now, quest: 1})
    except StopIteration as told:
        for act in told.value:
            session.submit(act)
    assert session.position.heroes[0].quest == 1
