"""Acts that the rules allow now, mainly cards that heroes may use in the monster turn."""

from companion.errors import RuleError
from companion.games import fate
from companion.games.base import N_, Sentence, Space
from companion.games.fate import defend, possible
from companion.games.fate.acts import Act, Hold, MonsterAttack, Quest, Use
from companion.games.fate.happenings import Damaged
from companion.games.fate.hero_stats import unknown_equipment
from companion.games.fate.heroes import printed
from companion.games.fate.position import Hero, Position
from companion.session.fate.snapshot import FateOption
from companion.session.fate.words import name


def holds(position: Position) -> tuple[Hold, ...]:
    """Return the monsters that a card may hold (F-276)."""
    return tuple(hold for hero in position.heroes for hold in possible.holds(position, hero.id))


def answers(position: Position) -> tuple[FateOption, ...]:
    """Return usable cards before or after an attack, and quests that were just fulfilled.

    Rules F-071, F-094.
    """
    if position.attacked is None and (position.phase != "attacks" or position.attacks_begun):
        return ()
    asked = position.attacked.heroes if position.attacked else tuple(hero.id for hero in position.heroes)
    found: list[FateOption] = []
    for hero in position.heroes:
        found += _cards(position, hero)
        if hero.id in asked and possible.is_claimable(position, hero.id):
            found += _claims(hero)
    return tuple(option for option in found if option.act and allowed(position, option.act))


def _cards(position: Position, hero: Hero) -> list[FateOption]:
    monsters = {monster.id: monster for monster in position.monsters}
    return [
        _option(
            N_("{hero} uses {card} on {monster}"),
            {
                "hero": name(hero.id),
                "card": printed(hero.id, usable.act.card).name,
                "monster": name(monsters[monster].kind),
            },
            usable.act._replace(monsters=(monster,)),
            (monsters[monster].hex,),
        )
        for usable in possible.answers(position, hero.id)
        for monster in usable.monsters
    ]


def _claims(hero: Hero) -> list[FateOption]:
    """Return the options to claim a quest; they name the next quest if the app does not know it."""
    words: dict[str, object] = {"hero": name(hero.id), "card": printed(hero.id, hero.equipment or 0).name}
    unknown = sorted(unknown_equipment(hero))
    if len(unknown) < 2:
        return [_option(N_("{hero} has done the quest: {card}"), words, Quest(hero=hero.id))]
    pattern = N_("{hero} has done the quest: {card}. Next quest: {next}")
    return [
        _option(pattern, {**words, "next": printed(hero.id, n).name}, Quest(n, hero=hero.id)) for n in unknown
    ]


def _option(pattern: str, words: dict[str, object], act: Act, spaces: tuple[Space, ...] = ()) -> FateOption:
    return FateOption(Sentence(pattern, words), act, spaces)


def preventions(position: Position, attack: MonsterAttack) -> tuple[Use, ...]:
    """Return further cards that may prevent damage of a rolled attack (F-318)."""
    happenings = fate.apply(position, attack).happenings
    if not any(isinstance(h, Damaged) and h.id == attack.hero and h.amount for h in happenings):
        return ()
    return tuple(
        use
        for use in defend.preventions(position, attack.hero, attack.monster)
        if allowed(position, attack._replace(prevent=(*attack.prevent, use)))
    )


def label(hero: str, use: Use) -> Sentence:
    """Return the label of a card's use."""
    return Sentence(N_("Use {card}"), {"card": printed(hero, use.card).name})


def allowed(position: Position, act: Act) -> bool:
    """Return whether the rules let this happen now."""
    try:
        fate.apply(position, act)
    except RuleError:
        return False
    return True
