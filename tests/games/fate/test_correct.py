from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.acts import Correct
from companion.games.fate.check import problems
from companion.games.fate.happenings import Moved, Over, Placed, Removed, Town
from companion.games.fate.position import Hero, Monster, MonsterDeck, PendingAttacks, Position

OPENING = fate.start([("Ana", "bjorn"), ("Bo", "boldur")])
BJORN, BOLDUR = OPENING.heroes
GOBLIN = Monster("m1", "goblin", "8,7", bounty=2)
SURT = Monster("m2", "surt", "9,5", 1)
BEFORE = OPENING._replace(
    phase="heroes",
    heroes=(BJORN._replace(hex="7,7", ability=9), BOLDUR),
    monsters=(GOBLIN, SURT),
    next_monster=3,
    yellow=MonsterDeck(OPENING.yellow.shuffled - {4, 9}, (9,)),
    legend_cards=(4,),
)


def after(what: str, who: str = "", value: int | str = 0, card: int = 0) -> Position:
    corrected = fate.apply(BEFORE, Correct(what, who, card, value)).position
    assert list(problems(corrected)) == []
    return corrected


def bjorn(position: Position) -> Hero:
    return position.heroes[0]


@pytest.mark.parametrize(
    ("act", "look", "value"),
    [
        (Correct("hex", "bjorn", value="8,8"), lambda p: bjorn(p).hex, "8,8"),
        (Correct("hex", "bjorn", value="G"), lambda p: bjorn(p).hex, "G"),
        (Correct("hex", "m1", value="9,11"), lambda p: p.monsters[0].hex, "9,11"),
        (Correct("damage", "bjorn", value=8), lambda p: bjorn(p).damage, 8),
        (Correct("damage", "bjorn", 15, 2), lambda p: bjorn(p).cards[1].damage, 2),
        (Correct("mana", "bjorn", 3, 5), lambda p: bjorn(p).cards[0].mana, 5),
        (Correct("tokens", "bjorn", 15, 1), lambda p: bjorn(p).cards[1].tokens, 1),
        (Correct("gold", "bjorn", value=12), lambda p: bjorn(p).gold, 12),
        (Correct("hand", "bjorn", value=3), lambda p: bjorn(p).hand, 3),
        (Correct("quest", "bjorn", value=3), lambda p: bjorn(p).quest, 3),
        (Correct("upgrades", "bjorn", value=1), lambda p: bjorn(p).upgrades, 1),
        (Correct("level", "bjorn", value=2), lambda p: bjorn(p).level, 2),
        (Correct("take", "bjorn", 5), lambda p: [c.number for c in bjorn(p).cards], [3, 15, 5]),
        (Correct("take", "bjorn", 4), lambda p: [c.number for c in bjorn(p).cards], [15, 4]),
        (Correct("lose", "bjorn", 15), lambda p: [c.number for c in bjorn(p).cards], [3]),
        (Correct("ability", "bjorn", value=7), lambda p: bjorn(p).ability, 7),
        (Correct("ability", "bjorn", value=0), lambda p: bjorn(p).ability, None),
        (Correct("equipment", "bjorn", value=20), lambda p: bjorn(p).equipment, 20),
        (Correct("action", "bjorn", value="mend"), lambda p: bjorn(p).actions, ("mend",)),
        (Correct("turn", "boldur"), lambda p: p.turn, 1),
        (Correct("damage", "m2", value=6), lambda p: p.monsters[1].damage, 6),
        (Correct("bounty", "m1", value=0), lambda p: p.monsters[0].bounty, 0),
        (Correct("step", value=11), lambda p: p.step, 11),
        (Correct("markers", "5,7", value=1), lambda p: p.markers["5,7"], 1),
        (Correct("deck", card=9, value="out"), lambda p: p.yellow.under, ()),
        (Correct("deck", card=9, value="in"), lambda p: 9 in p.yellow.shuffled, True),
        (Correct("deck", card=4, value="in"), lambda p: p.legend_cards, ()),
        (Correct("deck", card=40, value="out"), lambda p: 40 in p.red.shuffled, False),
    ],
)
def test_one_thing_is_put_right(act: Correct, look: Callable[[Position], Any], value: object) -> None:
    assert look(BEFORE) != value
    assert look(after(act.what, act.who, act.value, act.card)) == value


def test_an_action_marker_goes_down_and_comes_back() -> None:
    down = after("action", "bjorn", "move")
    assert fate.apply(down, Correct("action", "bjorn", value="move")).position == BEFORE


def test_pieces_come_go_and_move_on_the_board() -> None:
    moved = fate.apply(BEFORE, Correct("hex", "m1", value="7,8")).happenings
    assert moved == (Moved("m1", "goblin", ("8,7", "7,8"), "correct"),)
    moved = fate.apply(BEFORE, Correct("hex", "boldur", value="7,8")).happenings
    assert moved == (Moved("boldur", "boldur", ("G", "7,8"), "correct"),)
    placed = fate.apply(BEFORE, Correct("place", "grendel", 2, "1,9"))
    assert placed.happenings == (Placed("m3", "grendel", 2, "1,9"),)
    removed = fate.apply(BEFORE, Correct("remove", "m2"))
    assert removed.happenings == (Removed("m2", "surt", "9,5", "correct"),)
    assert removed.position.heroes == BEFORE.heroes
    assert removed.position.town == BEFORE.town
    assert removed.position.yellow.under == (9, 4)


def test_the_last_town_piece_ends_the_game() -> None:
    lost = fate.apply(BEFORE, Correct("town", value=0))
    assert lost.happenings == (Town(-6, "correct"), Over("lost"))
    assert (lost.position.phase, lost.position.result) == ("over", "lost")
    with pytest.raises(RuleError, match="The game is over") as caught:
        fate.apply(lost.position, Correct("town", value=5))
    assert caught.value.code == "game_over"


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (Correct("weather"), "what: expected ability, action, bounty"),
        (Correct("hex", "thor", value="8,8"), "who: expected bjorn, boldur, m1, m2, found 'thor'"),
        (Correct("hex", "bjorn", value="8,7"), "value: expected a free hex, found '8,7 (m1)'"),
        (Correct("hex", "bjorn", value="9,11"), "value: expected a hex open to this piece, found '9,11'"),
        (Correct("hex", "m1", value="G"), "value: expected a hex open to this piece, found 'G'"),
        (Correct("hex", "m1", value=5), "value: expected a hex open to this piece, found 5"),
        (Correct("damage", "bjorn", value=9), "value: expected 0..8, found 9"),
        (Correct("damage", "m1", value=2), "value: expected 0..1, found 2"),
        (Correct("damage", "m1", value="1"), "value: expected 0..1, found '1'"),
        (Correct("mana", "bjorn", 9, 1), "card: expected 3, 15, found 9"),
        (Correct("gold", "m1", value=1), "who: expected bjorn, boldur, found 'm1'"),
        (Correct("bounty", "bjorn", value=1), "who: expected m1, m2, found 'bjorn'"),
        (Correct("gold", "bjorn", value=-1), "value: expected 0..999, found -1"),
        (Correct("level", "bjorn", value=3), "value: expected 1..2, found 3"),
        (Correct("take", "bjorn", 3), "card: expected 4, 5,"),
        (Correct("take", "bjorn", 25), "card: expected 4, 5,"),
        (Correct("lose", "bjorn", 5), "card: expected 3, 15, found 5"),
        (Correct("ability", "bjorn", value=15), "value: expected 0, 5, 7, 9, 11, 13, found 15"),
        (Correct("action", "bjorn", value="run"), "value: expected move, attack, prepare"),
        (Correct("turn", "thor"), "who: expected bjorn, boldur, found 'thor'"),
        (Correct("place", "wolf", value="1,9"), "who: expected goblin, brute"),
        (Correct("place", "surt", 1, "1,9"), "who: expected a kind with tiles left in the supply"),
        (Correct("place", "grendel", value="1,9"), "card: expected 1 or 2 for a legend, else 0, found 0"),
        (Correct("place", "goblin", value="7,7"), "found '7,7 (bjorn)'"),
        (Correct("remove", "m9"), "who: expected m1, m2, found 'm9'"),
        (Correct("town", value=11), "value: expected 0..10, found 11"),
        (Correct("step", value=12), "value: expected 1..11, found 12"),
        (Correct("markers", "5,8", value=1), "who: expected 5,7"),
        (Correct("deck", card=55, value="in"), "card: expected a monster card from 1 to 54, found 55"),
        (Correct("deck", card=5), "value: expected in, out, found 0"),
    ],
)
def test_values_that_cannot_be_are_refused(act: Correct, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        fate.apply(BEFORE, act)
    assert caught.value.code == "bad_correction"
    assert message in str(caught.value)


def test_step_4_follows_a_correction() -> None:
    far = (GOBLIN, SURT._replace(hex="1,16"))
    attacks = BEFORE._replace(phase="attacks", to_attack=(PendingAttacks("m1", 1),), step=2, monsters=far)
    moved = fate.apply(attacks, Correct("hex", "m2", value="8,6")).position
    assert moved.to_attack == (PendingAttacks("m1", 1), PendingAttacks("m2", 1))
    away = fate.apply(attacks, Correct("hex", "bjorn", value="G")).position
    assert (away.phase, away.to_attack) == ("heroes", ())


def test_step_5_ends_when_a_correction_leaves_no_card_that_fits() -> None:
    draws = BEFORE._replace(phase="reinforcements", yellow=MonsterDeck(frozenset({32})), step=4)
    assert fate.apply(draws, Correct("deck", card=32, value="out")).position.phase == "heroes"
    assert fate.apply(draws, Correct("town", value=3)).position.phase == "reinforcements"
