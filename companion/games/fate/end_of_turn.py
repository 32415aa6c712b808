"""The end of a hero's turn in its fixed order (F-080 to F-084), upgrades included (F-092)."""

from companion.games.base import N_
from companion.games.fate.acts import EndTurn
from companion.games.fate.happenings import Applied, Took
from companion.games.fate.hero_action import Deed, refused
from companion.games.fate.hero_stats import drawable, end_draw, hand_limit, in_play, upgrade_cost
from companion.games.fate.heroes import NAMES, other_side, printed
from companion.games.fate.piles import reveal_ability, reveal_equipment
from companion.games.fate.position import Card
from companion.games.fate.quests import task


def end_turn(deed: Deed, act: EndTurn) -> Applied:
    """Markers back, upgrade, mana, event cards, pile; then the next hero or the monsters (F-050).

    Raises RuleError when the upgrade is not possible or a card to be named is missing.
    """
    deed.set(actions=(), move_bonus=0, range_bonus=0, no_more_moves=False, passed=())
    deed.set(cards=tuple(card._replace(used=0) for card in deed.hero.cards))
    if act.upgrade is not None:
        _upgrade(deed, act)
    for card, face in list(in_play(deed.hero)):
        deed.mana(card.number, face.mana)
    _draw(deed, act)
    _put_under(deed, act)
    wanted = task(deed.hero)
    if wanted and (wanted.forgo or wanted.spawn):
        deed.set(quest=0)  # what a kill brought is kept now
    position, done = deed.applied()
    if position.turn + 1 < len(position.heroes):
        return Applied(position._replace(turn=position.turn + 1), done)
    return Applied(position._replace(turn=0, phase="die"), done)


def _upgrade(deed: Deed, act: EndTurn) -> None:
    hero = deed.hero
    deed.gold(-upgrade_cost(hero, deed.position.options))
    deed.set(upgrades=hero.upgrades + 1)
    if act.upgrade == "hero":
        if hero.level == 2:
            raise refused("upgraded", N_("{card} shows its better side already."), card=NAMES[hero.id])
        deed.set(level=2)
        deed.done.append(Took(hero.id, 0))
    elif act.upgrade == "ability":
        _take_ability(deed, act)
    elif isinstance(act.upgrade, int):
        _flip(deed, act.upgrade)


def _take_ability(deed: Deed, act: EndTurn) -> None:
    number = deed.hero.ability
    if number is None:
        raise refused(
            "no_ability", N_("No ability card is known on top of the pile; name it by a correction.")
        )
    deed.set(cards=(*deed.hero.cards, Card(number)), ability=None)
    reveal_ability(deed, act.between if act.under == "ability" else act.next_ability)
    deed.done.append(Took(deed.hero_id, number))


def _flip(deed: Deed, number: int) -> None:
    """An own ability is turned over; what lies on it stays (F-093)."""
    face = printed(deed.hero_id, number)
    if face.pile != "ability":
        raise refused("no_ability", N_("{card} is no ability; expected one in play."), card=face.name)
    card = deed.card(number)
    if face.level == 2:
        raise refused("upgraded", N_("{card} shows its better side already."), card=face.name)
    other = other_side(deed.hero_id, number)
    deed.set(cards=tuple(c._replace(number=other) if c.number == card.number else c for c in deed.hero.cards))
    deed.done.append(Took(deed.hero_id, other))


def _draw(deed: Deed, act: EndTurn) -> None:
    """1 event card, or more with Starsong; discarded are at most those in the way (F-083)."""
    wanted = end_draw(deed.hero)
    deed.discard(act.discard)
    deed.draw(min(wanted, max(0, hand_limit(deed.hero) - deed.hero.hand), drawable(deed.hero)))


def _put_under(deed: Deed, act: EndTurn) -> None:
    """The top card of a pile goes to its bottom; progress on a quest is lost with it (F-084)."""
    hero = deed.hero
    if act.under == "ability" and hero.ability is not None:
        deed.set(abilities_under=(*hero.abilities_under, hero.ability), ability=None)
        reveal_ability(deed, act.next_ability)
    elif act.under == "equipment" and hero.equipment is not None:
        deed.set(equipment_under=(*hero.equipment_under, hero.equipment), equipment=None, quest=0)
        reveal_equipment(deed, act.next_equipment)
    elif act.under:
        raise refused("no_pile", N_("No card is known on top of that pile."))
