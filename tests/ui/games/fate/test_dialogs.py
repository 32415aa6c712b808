"""Acts built by answering questions are acts the rules accept."""

from random import Random
from typing import Any

import pytest

from companion.games import fate
from companion.games.fate import equip, hero_stats
from companion.games.fate.acts import Attack, Correct, Discard, EndTurn, Mend, Use
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, OUTSIDE, within
from companion.games.fate.heroes import HEROES, pile, printed
from companion.games.fate.monsters import REGULAR
from companion.games.fate.position import CardState, Hero, Position

pytestmark = pytest.mark.usefixtures("display")  # the package of a game's widgets needs one


def hero_of(position: Position) -> Hero:
    return position.heroes[position.turn]


def begun(hero: str = "bjorn", **fields: Any) -> Position:
    position = fate.start([("Ana", hero), ("Bo", "boldur" if hero != "boldur" else "alva")])
    first, other = position.heroes
    return position._replace(phase="heroes", heroes=(first._replace(**fields), other))


def placed(position: Position, *monsters: tuple[str, str]) -> Position:
    for kind, place in monsters:
        position = fate.apply(position, Correct("place", kind, 0, place)).position
    return position


def crowded(random: Random) -> Position:
    """A hero with many cards among monsters."""
    hero = random.choice(HEROES)
    abilities = [card.number for card in pile(hero, "ability")]
    equipment = [card.number for card in pile(hero, "equipment")]
    random.shuffle(abilities)
    random.shuffle(equipment)
    cards = [CardState(n + random.choice((0, 1)), mana=random.randint(0, 4)) for n in abilities[:3]]
    cards += [CardState(n, mana=random.randint(0, 3), tokens=printed(hero, n).tokens) for n in equipment[:4]]
    place = random.choice([h for h in OUTSIDE if h in HERO_HEXES])
    position = begun(
        hero,
        hex=random.choice((place, place, "G")),
        damage=random.randint(0, 4),
        gold=random.randint(0, 12),
        hand=random.randint(0, 4),
        cards=tuple(cards),
        ability=abilities[3],
        equipment=equipment[4],
    )
    near = sorted(h for h in within(place, 3) if h in MONSTER_HEXES and h not in (place, "G"))
    spots = random.sample(near, min(len(near), 6))
    return placed(position, *((random.choice(REGULAR), spot) for spot in spots))


def possible(position: Position) -> list[Any]:
    """Everything the sheet of the acting hero offers."""

    from companion.session.fate.dialogs import action_dialogs, attack_dialog, card_dialogs, move_dialog

    hero = hero_of(position)
    found = [card_dialogs.event(position, hero)] if hero.hand else []
    for card, _ in hero_stats.in_play(hero):
        options = card_dialogs.usable(position, hero, card.number)
        found += [card_dialogs.use(position, hero, card.number, option) for option in options]
    if equip.is_possible(position, hero.id):
        found.append(card_dialogs.quest(position, hero))
    if len(hero.actions) < 2:
        if "move" not in hero.actions and not hero.no_more_moves:
            found.append(move_dialog.move(position, hero))
        if "attack" not in hero.actions and attack_dialog.in_range(position, hero):
            found.append(attack_dialog.attack(position, hero))
        if "mend" not in hero.actions:
            found.append(action_dialogs.mend(position, hero))
    piles: list[action_dialogs.PileName] = [name for name in ("ability", "equipment") if getattr(hero, name)]
    found += [action_dialogs.end_turn(position, hero, name) for name in piles]
    return [*found, action_dialogs.end_turn(position, hero)]


def answered(dialog: Any, random: Random) -> Any:
    """The act of a talk whose questions are answered at random."""

    from companion.session.fate.dialogs.dialog import AskAmounts, AskDice, AskHex, AskPick, Dialog, spread

    talk = Dialog(dialog)
    while not talk.acts:
        match talk.ask:
            case AskHex(_, hexes, _, enough):
                assert hexes
                talk.answer(random.choice([*sorted(hexes), *([""] if enough else [])]))
            case AskDice(_, count):
                talk.answer(tuple(random.choice(("hit", "cover", "blank", "rune")) for _ in range(count)))
            case AskPick(_, picks):
                assert picks
                talk.answer(random.choice(picks).answer)
            case AskAmounts(_, _, most, total):
                talk.answer(spread(most, total or 0))
    return talk.acts[0]


def test_whatever_is_answered_the_rules_accept() -> None:
    played = 0
    for seed in range(60):
        random = Random(seed)
        position = crowded(random)
        for _ in range(8):
            act = answered(random.choice(possible(position)), random)
            position = fate.apply(position, act).position
            played += 1
            if position.phase != "heroes":
                break
    assert played > 200


def test_misses_are_rolled_again_and_hits_kept() -> None:
    from companion.session.fate.dialogs import attack_dialog
    from companion.session.fate.dialogs.dialog import AskDice, AskPick, Dialog

    position = placed(begun(hex="12,6", hand=2), ("goblin", "12,5"))
    hero = hero_of(position)
    talk = Dialog(attack_dialog.attack(position, hero, position.monsters[0]))
    assert isinstance(talk.ask, AskDice)
    assert talk.ask.count == hero_stats.strength(hero) == 3
    talk.answer(("hit", "blank", "rune"))
    assert isinstance(talk.ask, AskPick)
    labels = {str(pick.label): pick.answer for pick in talk.ask.picks}
    assert "Deal the damage: 1" in labels
    talk.answer(labels["Perfect Aim"])
    assert isinstance(talk.ask, AskDice)
    assert talk.ask.count == 2
    talk.answer(("hit", "hit"))
    assert isinstance(talk.ask, AskPick)
    assert str(talk.ask.picks[0].label) == "Deal the damage: 3"
    talk.answer(None)
    assert talk.acts[0] == Attack("m1", ("hit", "hit", "hit"), (Use(31, rolled=("blank", "rune")),))
    assert fate.apply(position, talk.acts[0])


def test_mana_is_asked_for_where_the_card_lets_choose() -> None:
    from companion.session.fate.dialogs import card_dialogs
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    position = placed(begun(hex="12,6", cards=(CardState(4, mana=3), CardState(15))), ("troll", "12,5"))
    talk = Dialog(card_dialogs.use(position, hero_of(position), 4, 0))
    assert isinstance(talk.ask, AskPick)
    assert [pick.answer for pick in talk.ask.picks] == [2, 3]
    talk.answer(3)
    assert talk.acts[0] == Use(4, mana=3, monsters=("m1",))


def test_mending_outside_asks_nothing_inside_the_split() -> None:
    from companion.session.fate.dialogs import action_dialogs
    from companion.session.fate.dialogs.dialog import AskAmounts, Dialog

    worn = (CardState(3), CardState(15), CardState(21, damage=3))
    assert Dialog(action_dialogs.mend(begun(), hero_of(begun(hex="12,6", damage=3)))).acts[0] == Mend({0: 2})
    talk = Dialog(action_dialogs.mend(begun(), hero_of(begun(damage=4, cards=worn))))
    assert isinstance(talk.ask, AskAmounts)
    assert (dict(talk.ask.most), talk.ask.total) == ({0: 4, 21: 3}, 5)


def test_an_event_card_may_be_thrown_away() -> None:
    from companion.session.fate.dialogs import card_dialogs
    from companion.session.fate.dialogs.dialog import Dialog

    position = begun(hand=1)
    talk = Dialog(card_dialogs.event(position, hero_of(position)))
    talk.answer(None)
    talk.answer(25)
    assert talk.acts[0] == Discard((25,))


@pytest.mark.parametrize(("gold", "asks"), [(4, False), (5, True)])
def test_an_upgrade_is_offered_when_it_can_be_paid(gold: int, asks: bool) -> None:
    from companion.session.fate.dialogs import action_dialogs
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    position = begun(gold=gold, ability=7)
    talk = Dialog(action_dialogs.end_turn(position, hero_of(position)))
    talk.answer(None)  # a turn without actions
    assert (talk.ask is not None) == asks
    if isinstance(talk.ask, AskPick):
        assert [pick.answer for pick in talk.ask.picks] == [None, "ability", "hero", 3]


def test_a_turn_with_actions_left_does_not_end_by_one_tap_too_many() -> None:
    from companion.session.fate.dialogs import action_dialogs
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    position = begun(gold=0)
    talk = Dialog(action_dialogs.end_turn(position, hero_of(position)))
    assert isinstance(talk.ask, AskPick)
    assert str(talk.ask.question) == "Both actions are left. End the turn?"
    talk.answer(talk.ask.picks[0].answer)
    assert isinstance(talk.acts[0], EndTurn)


def test_the_top_card_may_go_under_its_pile_at_the_end_of_the_turn() -> None:
    from companion.session.fate.dialogs import action_dialogs
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    position = begun(gold=5, ability=7)
    talk = Dialog(action_dialogs.end_turn(position, hero_of(position), "ability"))
    talk.answer(None)  # a turn without actions
    assert isinstance(talk.ask, AskPick)
    assert "ability" not in [pick.answer for pick in talk.ask.picks]  # it cannot be taken as well
    talk.answer(None)  # no upgrade
    assert isinstance(talk.ask, AskPick)
    next_ability = talk.ask.picks[0].answer
    talk.answer(next_ability)
    assert talk.acts[0] == EndTurn(under="ability", next_ability=next_ability)
    after = fate.apply(position, talk.acts[0]).position.heroes[0]
    assert (after.ability, after.abilities_under) == (next_ability, (7,))
