"""End of a hero's turn in its fixed order (F-080 to F-084), upgrades included (F-092)."""

from companion.games.base import N_
from companion.games.fate.acts import EndTurn
from companion.games.fate.happenings import Applied, Took
from companion.games.fate.hero_action import HeroAct, refused
from companion.games.fate.hero_stats import drawable, end_draw, hand_limit, in_play, upgrade_cost
from companion.games.fate.heroes import NAMES, other_side, printed
from companion.games.fate.piles import reveal_ability, reveal_equipment
from companion.games.fate.position import CardState
from companion.games.fate.quests import DONE, task


def end_turn(doing: HeroAct, act: EndTurn) -> Applied:
    """Return markers, upgrade, gain mana, draw, change a pile; then the next hero or the monsters (F-050).

    Raises RuleError if the upgrade is not possible or the number of a revealed card is missing.
    """
    doing.set(actions=(), move_bonus=0, range_bonus=0, no_more_moves=False, passed=(), move_over=False)
    doing.set(cards=tuple(card._replace(used=0) for card in doing.hero.cards))
    if act.upgrade is not None:
        _upgrade(doing, act)
    for card, face in list(in_play(doing.hero)):
        doing.mana(card.number, face.mana)
    _draw(doing, act)
    _put_under(doing, act)
    wanted = task(doing.hero)
    if wanted and (wanted.forgo or wanted.spawn) and doing.hero.quest < DONE:
        doing.set(quest=0)  # the gold of its kill can no longer be given up
    doing.set(kills=())
    position, done = doing.applied()
    if position.turn + 1 < len(position.heroes):
        return Applied(position._replace(turn=position.turn + 1), done)
    return Applied(position._replace(turn=0, phase="die"), done)


def _upgrade(doing: HeroAct, act: EndTurn) -> None:
    hero = doing.hero
    doing.gold(-upgrade_cost(hero, doing.position.options))
    doing.set(upgrades=hero.upgrades + 1)
    if act.upgrade == "hero":
        if hero.level == 2:
            raise refused("upgraded", N_("{card} shows its better side already."), card=NAMES[hero.id])
        doing.set(level=2)
        doing.done.append(Took(hero.id, 0))
    elif act.upgrade == "ability":
        _take_ability(doing, act)
    elif isinstance(act.upgrade, int):
        _flip(doing, act.upgrade)


def _take_ability(doing: HeroAct, act: EndTurn) -> None:
    number = doing.hero.ability
    if number is None:
        raise refused("no_ability", N_("The top ability card is unknown; name it by a correction."))
    doing.set(cards=(*doing.hero.cards, CardState(number)), ability=None)
    reveal_ability(doing, act.between if act.under == "ability" else act.next_ability)
    doing.done.append(Took(doing.hero_id, number))


def _flip(doing: HeroAct, number: int) -> None:
    """Flip an own ability; mana and tokens on it stay (F-093)."""
    face = printed(doing.hero_id, number)
    if face.pile != "ability":
        raise refused("no_ability", N_("{card} is no ability; expected one in play."), card=face.name)
    card = doing.card(number)
    if face.level == 2:
        raise refused("upgraded", N_("{card} shows its better side already."), card=face.name)
    other = other_side(doing.hero_id, number)
    doing.set(
        cards=tuple(c._replace(number=other) if c.number == card.number else c for c in doing.hero.cards)
    )
    doing.done.append(Took(doing.hero_id, other))


def _draw(doing: HeroAct, act: EndTurn) -> None:
    """Draw 1 event card, or more with Starsong; discard at most those above the hand limit (F-083)."""
    wanted = end_draw(doing.hero)
    doing.discard(act.discard)
    doing.draw(min(wanted, max(0, hand_limit(doing.hero) - doing.hero.hand), drawable(doing.hero)))


def _put_under(doing: HeroAct, act: EndTurn) -> None:
    """Put the top card of a pile to its bottom; progress on a quest is lost with it (F-084)."""
    hero = doing.hero
    if act.under == "ability" and hero.ability is not None:
        doing.set(abilities_under=(*hero.abilities_under, hero.ability), ability=None)
        reveal_ability(doing, act.next_ability)
    elif act.under == "equipment" and hero.equipment is not None:
        doing.set(equipment_under=(*hero.equipment_under, hero.equipment), equipment=None, quest=0, kills=())
        reveal_equipment(doing, act.next_equipment)
    elif act.under:
        raise refused("no_pile", N_("The top card of that pile is unknown."))
