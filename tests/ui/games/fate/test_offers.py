"""What cards ask for is offered at its time and only then."""

import pytest

from companion.games import fate
from companion.games.fate.acts import Attack, Discard, Move, Quest, Use
from companion.games.fate.position import CardState, Hero, Kill, Monster, Position
from tests.games.fate.hero_tables import play, turn_of

OTHER = Hero("bjorn", "Bo", "14,8", cards=(CardState(21),))

pytestmark = pytest.mark.usefixtures("display")  # the package of a game's widgets needs one


def test_a_hero_who_is_shoved_is_asked_about_the_damage() -> None:
    from companion.session.fate.dialogs import card_dialogs, move_dialog
    from companion.session.fate.dialogs.dialog import AskHex, AskPick, Dialog

    position = turn_of("boldur", 7, others=(OTHER,))
    hero = position.heroes[0]
    moving = Dialog(move_dialog.move(position, hero))
    moving.answer("14,8")
    assert isinstance(moving.ask, AskPick)
    assert [str(pick.label) for pick in moving.ask.picks] == ["Take the damage", "Use Helmet"]
    prevented = moving.ask.picks[1].answer
    moving.answer(prevented)
    assert isinstance(moving.ask, AskHex)
    assert "13,8" in moving.ask.hexes
    moving.answer("15,8")
    assert moving.acts[0] == Move("14,8", ("14,8",), ("15,8",), prevent=(Use(21, hero="bjorn"),))
    assert fate.apply(position, moving.acts[0]).position.heroes[1].damage == 0
    by_card = Dialog(card_dialogs.use(position, hero, 29, 0))
    by_card.answer("14,8")
    by_card.answer(None)
    by_card.answer("14,7")
    assert by_card.acts[0] == Use(29, path=("14,8",), aside=("14,7",))
    elsewhere = Dialog(move_dialog.move(position, hero))
    elsewhere.answer("12,8")
    assert elsewhere.acts[0] == Move("12,8")


def test_a_kick_asks_where_to_and_takes_no_for_an_answer_only_where_it_may() -> None:
    from companion.session.fate.dialogs import card_dialogs
    from companion.session.fate.dialogs.dialog import AskHex, Dialog

    for number, enough in ((13, False), (14, True)):
        position = turn_of("embla", number, monsters={"14,8": "troll"})
        talk = Dialog(card_dialogs.use(position, position.heroes[0], number, 0))
        assert isinstance(talk.ask, AskHex)
        assert talk.ask.enough is enough
        assert "15,8" in talk.ask.hexes, "the only monster is meant"


def test_the_attack_of_rapid_strike_may_mine() -> None:
    from companion.session.fate.dialogs import card_dialogs
    from companion.session.fate.dialogs.dialog import AskDice, AskHex, AskPick, Dialog

    position = turn_of("boldur", CardState(3, mana=3), 15, 19, hex="6,7", actions=("attack",))
    assert card_dialogs.usable(position, position.heroes[0], 3) == (0,)
    talk = Dialog(card_dialogs.use(position, position.heroes[0], 3, 0))
    assert isinstance(talk.ask, AskHex)
    assert "6,7" in talk.ask.hexes
    talk.answer("6,7")
    assert isinstance(talk.ask, AskDice)
    talk.answer(("hit",) * talk.ask.count)
    assert isinstance(talk.ask, AskPick)
    talk.answer(None)
    assert talk.acts[0] == Use(19, hexes=("6,7",), dice=("hit",) * 4, uses=(Use(3),))
    assert fate.apply(position, talk.acts[0]).position.heroes[0].gold == 9
    plain = position._replace(
        heroes=(position.heroes[0]._replace(cards=(CardState(3, mana=3), CardState(15))),)
    )
    assert card_dialogs.usable(plain, plain.heroes[0], 3) == ()


def test_in_charge_is_offered_right_after_the_move_only() -> None:
    from companion.session.fate.dialogs import card_dialogs

    def offered(position: Position) -> bool:
        return bool(card_dialogs.usable(position, position.heroes[0], 5))

    position = turn_of("embla", 5, monsters={"15,8": "goblin"})
    assert not offered(position)
    moved = play(position, Move("14,8"))
    assert offered(moved)
    assert not offered(play(moved, Attack("15,8", ("blank",) * 3)))


def test_which_kill_pays_is_asked_where_it_matters() -> None:
    from companion.session.fate.dialogs import card_dialogs
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    rest = (16, 17, 19, 20, 21, 22, 23, 24)
    kills = (Kill("rich", 5), Kill("poor", 3))
    position = turn_of("bjorn", 15, equipment=18, equipment_under=rest, quest=3, kills=kills, gold=9)
    talk = Dialog(card_dialogs.quest(position, position.heroes[0]))
    assert isinstance(talk.ask, AskPick)
    assert [pick.answer for pick in talk.ask.picks] == ["poor", "rich"]
    talk.answer("rich")
    assert talk.acts[0] == Quest(kill="rich")
    alike = position._replace(heroes=(position.heroes[0]._replace(kills=kills[:1]),))
    assert isinstance(Dialog(card_dialogs.quest(alike, alike.heroes[0])).acts[0], Quest)


def test_perfect_aim_is_not_offered_without_a_miss() -> None:
    from companion.session.fate.dialogs import attack_dialog
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    monsters = {"14,8": Monster("m1", "troll", "14,8")}
    position = turn_of("bjorn", 15, monsters=dict(monsters))
    for dice, wanted in ((("hit", "hit", "cover"), False), (("hit", "hit", "rune"), True)):
        talk = Dialog(attack_dialog.attack(position, position.heroes[0], position.monsters[0]))
        talk.answer(dice)
        assert isinstance(talk.ask, AskPick)
        assert ("Perfect Aim" in [str(pick.label) for pick in talk.ask.picks]) is wanted


def test_event_cards_that_may_be_played_are_offered() -> None:
    from companion.session.fate.dialogs import card_dialogs
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    position = turn_of("bjorn", 15, monsters={"14,8": "troll"}, damage=3)
    talk = Dialog(card_dialogs.event(position, position.heroes[0]))
    assert isinstance(talk.ask, AskPick)
    labels = [str(pick.label) for pick in talk.ask.picks]
    assert {"Rest", "Burning Arrows", "Limber Bow"} < set(labels)
    assert not {"Master Shot", "Perfect Aim", "Back Down!"} & set(labels), (
        "inside an attack, or nobody to aim at"
    )
    talk.answer(27)
    assert talk.acts[0] == Use(27)


def test_event_cards_are_discarded_in_anybodys_turn() -> None:
    from companion.session.fate.dialogs import card_dialogs
    from companion.session.fate.dialogs.dialog import Dialog

    hero = OTHER._replace(hand=1)
    talk = Dialog(card_dialogs.discard(hero))
    talk.answer(27)
    assert talk.acts[0] == Discard((27,), "bjorn")
