"""What the rules would allow now, above all cards that heroes may use in the monster turn."""

from companion.errors import RuleError
from companion.games import fate
from companion.games.base import N_, Sentence
from companion.games.fate import defend
from companion.games.fate.acts import Act, Hold, MonsterAttack, Use
from companion.games.fate.happenings import Damaged
from companion.games.fate.hero_stats import in_play
from companion.games.fate.heroes import printed
from companion.games.fate.position import Position


def holds(position: Position) -> tuple[Hold, ...]:
    """Monsters a card may keep from moving (F-276)."""
    return tuple(
        hold
        for hero in position.heroes
        for card, _ in in_play(hero)
        if any(effect.hold and effect.when == "walk" for effect in printed(hero.id, card.number).uses)
        for hold in (Hold(hero.id, card.number, monster.id) for monster in position.monsters)
        if allowed(position, hold)
    )


def preventions(position: Position, attack: MonsterAttack) -> tuple[Use, ...]:
    """What may prevent damage of an attack that was rolled, beyond what is used already (F-318)."""
    happenings = fate.apply(position, attack).happenings
    if not any(isinstance(h, Damaged) and h.id == attack.hero and h.amount for h in happenings):
        return ()
    return tuple(
        use
        for use in defend.preventions(position, attack.hero, attack.monster)
        if allowed(position, attack._replace(prevent=(*attack.prevent, use)))
    )


def label(hero: str, use: Use) -> Sentence:
    """What a use is called."""
    return Sentence(N_("Use {card}"), {"card": printed(hero, use.card).name})


def allowed(position: Position, act: Act) -> bool:
    """Whether the rules let this happen now."""
    try:
        fate.apply(position, act)
    except RuleError:
        return False
    return True
