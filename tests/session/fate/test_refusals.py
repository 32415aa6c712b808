"""Refusals of Fate name the rule behind them."""

from companion.errors import RuleError
from companion.games import fate, registry, rulebook
from companion.games.fate.acts import Act, Attack, Correct, Focus, Mend, Move, Practice, Prepare, Use
from companion.games.fate.board import OUTSIDE
from companion.games.fate.position import GRIMHEIM, Position
from companion.session.fate.decisions import offer
from companion.session.fate.dialogs.attack_dialog import beyond
from companion.session.fate.dialogs.offered import offered
from companion.session.fate.refusals import RULES, rule_of
from tests.games.fate.hero_tables import turn_of

NOT_AN_ACT = {"card_not_in_play", "not_inside", "not_now", "no_ability", "no_cards"}
"""Codes for what no rule of the book is about."""


def refused(position: Position, act: Act) -> RuleError | None:
    try:
        fate.apply(position, act)
    except RuleError as error:
        return error
    return None


def test_every_rule_that_a_refusal_names_has_a_sentence() -> None:
    book = registry.rules("fate").book()
    for rule in {*RULES.values(), "F-007", "F-009"}:
        assert rulebook.sentence_of(book, rule), rule


def test_targets_that_are_refused_name_their_rule() -> None:
    position = turn_of("bjorn", hex="14,8", monsters={"15,8": "troll", "3,12": "goblin"})
    rules: dict[str, set[str]] = {}
    for hex_ in OUTSIDE:
        if error := refused(position, Move(hex_)):
            rules.setdefault(error.code, set()).add(rule_of(error))
    assert rules == {"closed": {"F-007", "F-009"}, "occupied": {"F-002"}, "unreachable": {"F-054"}}


def test_actions_that_are_refused_name_their_rule() -> None:
    position = turn_of("bjorn", hex="14,8", monsters={"15,8": "troll", "3,12": "goblin"})
    acts: list[Act] = [Attack(m.id, ("hit",) * 2) for m in position.monsters]
    acts += [Prepare(), Practice(), Mend({0: 9}), *(Focus(n) for n in range(3, 9)), *map(Use, range(3, 9))]
    for taken in ((), ("practice",), ("practice", "prepare")):
        now = position
        for action in taken:
            now = fate.apply(now, Correct("action", "bjorn", value=action)).position
        for act in acts:
            error = refused(now, act)
            assert error is None or rule_of(error) or error.code in NOT_AN_ACT, (error.code, str(error))


def test_a_monster_out_of_range_names_the_rule_of_its_reason() -> None:
    position = turn_of("bjorn", hex="14,8", monsters={"15,8": "troll", "3,12": "goblin"})
    hero = position.heroes[position.turn]
    attack = next(one for one in offered(position, hero, active=True) if one.key == "attack")
    reason = offer(position, hero, attack).why_not((), "3,12")
    assert reason and reason.rule == "F-150"
    inside, _ = beyond(hero._replace(hex=GRIMHEIM), "3,12")
    assert RULES[inside] == "F-022"
