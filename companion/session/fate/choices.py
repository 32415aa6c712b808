"""Choices of the players in the monster turn, each with a default."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from companion.games import fate
from companion.games.base import N_, Sentence, Space
from companion.games.fate import monster_attack
from companion.games.fate.acts import Act, Ambush, Correct, Draw, MonsterAttack, Move, RuneStone, Walk
from companion.games.fate.defend import may_react
from companion.games.fate.heroes import printed
from companion.games.fate.moves import mana_choice
from companion.games.fate.places import towards
from companion.games.fate.position import DieFace, Position
from companion.games.fate.rules import suggested_ambush
from companion.session.fate.offers import allowed, answers, holds, label, preventions
from companion.session.fate.snapshot import FateChoice, FateOption
from companion.session.fate.words import DIE_FACES, name
from companion.table.compare import Difference

Dice: TypeAlias = Literal["app", "typed"]
Cards: TypeAlias = Literal["app", "deck"]


class Answered(NamedTuple):
    """Answers that do not make an act yet.

    `ambush`: hexes by hero. `attack`: attack without dice or, if `rolled`, without a decision on prevention.
    `walk`: no further monster is held. `passed`: no card is used now. `any_order`: the app orders the attacks
    until one of them has another effect than damage.
    """

    ambush: Mapping[str, str] = {}
    attack: MonsterAttack | None = None
    rolled: bool = False
    walk: bool = False
    passed: bool = False
    any_order: bool = False


NOTHING = Answered()


def choice(position: Position, taken: Answered, dice: Dice, cards: Cards) -> FateChoice | None:
    """Return the open choice; None if the game continues automatically."""
    if taken._replace(any_order=False) == NOTHING and (asked := _answer(position)):
        return asked
    match position.phase:
        case "die" if position.options.monster_die and dice == "typed":
            return _monster_die()
        case "ambush":
            return _ambush(position, taken)
        case "walk" if not taken.walk:
            return _hold(position)
        case "attacks":
            if taken.rolled and taken.attack:
                return prevention(position, taken.attack)
            attack = attacking(position, taken)
            if attack is None:
                return _attack(position)
            app_rolls = dice == "app" and not taken.attack
            return None if app_rolls or not attack.hero else _roll(position, attack)
        case "reinforcements" if cards == "deck":
            return _draw(position)
    return None


def _monster_die() -> FateChoice:
    faces = (FateOption(Sentence(DIE_FACES[face]), RuneStone(face)) for face in get_args(DieFace))
    return FateChoice("roll", Sentence(N_("Which face does the monster die show?")), (_in_app(), *faces))


def ambush(position: Position, taken: Answered) -> Ambush:
    """Return the ambush with the hexes chosen so far and suggested ones (F-245)."""
    return suggested_ambush(position, taken.ambush)


def _ambush(position: Position, taken: Answered) -> FateChoice | None:
    for hero, suggested in ambush(position, taken).hexes.items():
        if hero not in taken.ambush:
            free = [hex_ for hex_ in fate.ambush_hexes(position, hero) if hex_ not in taken.ambush.values()]
            question = Sentence(N_("Where does the goblin beside {hero} appear?"), {"hero": name(hero)})
            here = next(other.hex for other in position.heroes if other.id == hero)
            options = (FateOption(Sentence(towards(here, hex_)), None, (hex_,)) for hex_ in free)
            return FateChoice("ambush", question, tuple(options), free.index(suggested))
    return None


def _hold(position: Position) -> FateChoice | None:
    offers = holds(position)
    if not offers:
        return None
    kinds = {monster.id: monster for monster in position.monsters}
    options = [FateOption(Sentence(N_("Hold no monster")), Walk())]
    for offer in offers:
        monster = kinds[offer.monster]
        words = {"hero": name(offer.hero), "monster": name(monster.kind)}
        options.append(FateOption(Sentence(N_("{hero} holds the {monster}"), words), offer, (monster.hex,)))
    return FateChoice("hold", Sentence(N_("Does a card hold a monster?")), tuple(options))


def _answer(position: Position) -> FateChoice | None:
    """Return the choice to use a card around an attack or to claim a quest (F-071, F-094)."""
    options = answers(position)
    if not options:
        return None
    before = N_("The monsters have moved. Does anybody use a card before they attack?")
    after = N_("Does anybody answer the attack?")
    question = Sentence(after if position.attacked else before)
    return FateChoice("answer", question, (FateOption(Sentence(N_("Nobody"))), *options))


def _attack(position: Position) -> FateChoice | None:
    suggested = fate.default_act(position)
    monsters = {monster.id: monster for monster in position.monsters}
    heroes = {hero.id: hero for hero in position.heroes}
    attackers = [pending.monster for pending in position.to_attack]
    options: list[FateOption] = []
    for id in attackers:
        if monster_attack.strikes_everybody(monsters[id]):
            text = Sentence(N_("{monster} hurts every hero"), {"monster": name(monsters[id].kind)})
            options.append(FateOption(text, MonsterAttack(id), (monsters[id].hex,)))
        for target in fate.monster_targets(position, id):
            act = MonsterAttack(id, target)
            words = {
                "monster": name(monsters[id].kind),
                "hero": name(target),
                "dice": fate.monster_dice(position, id),
            }
            text = Sentence(N_("{monster} attacks {hero}, dice: {dice}"), words)
            options.append(FateOption(text, act, (monsters[id].hex, heroes[target].hex)))
    if not any(isinstance(option.act, MonsterAttack) and option.act.hero for option in options):
        return None
    acts = [option.act for option in options]
    default = acts.index(suggested) if suggested in acts else 0
    if len(attackers) == 1 or len(options) == 1:
        words = {"monster": name(monsters[attackers[0]].kind)}
        return FateChoice(
            "target", Sentence(N_("Who does the {monster} attack?"), words), tuple(options), default
        )
    return FateChoice("order", Sentence(N_("Which monster attacks next?")), tuple(options), default)


def attacking(position: Position, taken: Answered) -> MonsterAttack | None:
    """Return the attack to roll for; None if it must be chosen first.

    It is the chosen one, or the next one if the app orders the attacks or their order does not matter.
    """
    if taken.attack:
        return taken.attack
    act = fate.default_act(position)
    decided = taken.any_order or not does_order_matter(position)
    return act if decided and isinstance(act, MonsterAttack) else None


def does_order_matter(position: Position) -> bool:
    """Return whether the order or the target of the next attacks matters (F-301, F-302).

    It does not if no attack has a choice of targets and either all attackers are of one kind or no hero
    reacts: the total damage is the same. A monster that hurts every hero reaches those in Grimheim, too
    (F-386).
    """
    attackers = [m for pending in position.to_attack for m in position.monsters if m.id == pending.monster]
    targets = [fate.monster_targets(position, monster.id) for monster in attackers]
    if any(len(each) > 1 for each in targets):
        return True
    alike = {(m.kind, m.level, m.damage, fate.monster_dice(position, m.id), t)
             for m, t in zip(attackers, targets, strict=True)}  # fmt: skip
    if len(alike) < 2:
        return False
    attacked = {hero for each in targets for hero in each}
    reacts = any(may_react(hero) for hero in position.heroes if hero.id in attacked)
    return reacts or any(monster_attack.strikes_everybody(monster) for monster in attackers)


def _roll(position: Position, attack: MonsterAttack) -> FateChoice:
    count = fate.monster_dice(position, attack.monster)
    words = {"n": count, "monster": name(_kind(position, attack.monster)), "hero": name(attack.hero)}
    question = Sentence(N_("{monster} against {hero}: roll the dice ({n})."), words)
    options = (_in_app(), FateOption(Sentence(N_("Rolled at the table")), attack))
    return FateChoice("roll", question, options, dice=count)


def prevention(position: Position, attack: MonsterAttack) -> FateChoice | None:
    """Return the choice of a card that prevents damage of a rolled attack, or None."""
    offers = preventions(position, attack)
    if not offers:
        return None
    words = {"monster": name(_kind(position, attack.monster)), "hero": name(attack.hero)}
    question = Sentence(N_("{monster} hits {hero}. Does a card prevent damage?"), words)
    options = [FateOption(Sentence(N_("Take the damage")), attack)]
    for use in offers:
        act = attack._replace(prevent=(*attack.prevent, use))
        options.append(FateOption(label(attack.hero, use), act))
    return FateChoice("prevent", question, tuple(options))


def _draw(position: Position) -> FateChoice | None:
    cards = fate.drawable(position)
    if not cards:
        return None
    question = Sentence(N_("{player} draws a monster card. Which one?"), {"player": _player(position)})
    options = [FateOption(Sentence(N_("Draw in the app")))]
    options += [FateOption(Sentence(N_("Card {card}"), {"card": card}), Draw(card)) for card in cards]
    return FateChoice("draw", question, tuple(options))


def _in_app() -> FateOption:
    return FateOption(Sentence(N_("Roll in the app")))


def _kind(position: Position, monster: str) -> str:
    return next(m.kind for m in position.monsters if m.id == monster)


def _player(position: Position) -> str:
    return position.heroes[position.turn].player


def table_check(spaces: tuple[Space, ...], *, wrong: bool, beginning: bool) -> FateChoice:
    """Return the choice between table and screen; without differences, whether to begin."""
    if not wrong:
        question = Sentence(N_("Does the table look like the screen?"))
        return FateChoice(
            "table", question, (FateOption(Sentence(N_("Yes, begin the monster turn")), None, spaces),)
        )
    go_on = N_("Begin the monster turn anyway") if beginning else N_("Go on anyway")
    return FateChoice(
        "table",
        Sentence(N_("The table looks different. What do we correct?")),
        (
            FateOption(Sentence(N_("The table")), None, spaces),
            FateOption(Sentence(N_("The game")), None, spaces),
            FateOption(Sentence(go_on)),
        ),
    )


def seen_move(position: Position, differences: Sequence[Difference]) -> FateChoice | None:
    """Return the choice why a hero is on another hex: a move action, a card or a correction."""
    moved = [(found.space, found.seen) for found in differences if found.seen and found.expected is None]
    hero = position.heroes[position.turn].id
    if len(differences) != 2 or len(moved) != 1 or moved[0][1] != hero:
        return None
    target = str(moved[0][0])
    words: dict[str, object] = {"hero": name(hero)}
    action, other = N_("Move action of {hero}"), N_("{hero} was moved by a card or by hand")
    acts: list[tuple[Act, str, dict[str, object]]] = [(Move(target), action, words)]
    mana = mana_choice(position.heroes[position.turn], target)
    if mana:
        pattern = N_("Move action of {hero}, mana on {card}")
        acts = [
            (Move(target, mana={card: 1}), pattern, {**words, "card": printed(hero, card).name})
            for card in mana
        ]
    acts.append((Correct("hex", hero, value=target), other, words))
    options = tuple(
        FateOption(Sentence(label, filled), act, (target,))
        for act, label, filled in acts
        if allowed(position, act)
    )
    question = Sentence(N_("{hero} stands somewhere else."), {"hero": name(hero)})
    return FateChoice("seen", question, options) if options else None
