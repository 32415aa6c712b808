"""The monster turn, one act after the other: Rune Stone, die, walk, attacks, reinforcements (F-200)."""

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import wrong
from companion.games.fate import monster_attack, monster_die, reinforcements
from companion.games.fate.acts import Act, Ambush, Draw, Hold, MonsterAttack, RuneStone, Walk
from companion.games.fate.board import within
from companion.games.fate.defend import defended
from companion.games.fate.happenings import Applied, Drawn, Happening, Over, Stone
from companion.games.fate.hero_stats import card
from companion.games.fate.heroes import CardEffect, printed
from companion.games.fate.losses import change, find, hurt
from companion.games.fate.monsters import side
from companion.games.fate.position import Attacked, DieFace, Hero, Monster, PendingAttacks, Position
from companion.games.fate.track import colour, last_step, space_kind
from companion.games.fate.walk import walk


def apply(position: Position, act: Act) -> Applied:
    """Return the position after an act of the monster turn that is due in its phase.

    Raises RuleError `die`, `ambush`, `hold`, `attacker`, `target`, `dice` or `bad_card`.
    """
    match act:
        case RuneStone():
            return _rune_stone(position, act)
        case Ambush():
            return _then_walk(monster_die.ambush(position, act.hexes))
        case Hold():
            return _hold(position, act)
        case Walk():
            return _walk(position)
        case MonsterAttack():
            return _monster_attack(position, act)
        case Draw():
            return _draw(position, act)
    raise AssertionError(act)


def _refused(code: str, place: str, expected: str, found: object) -> RuleError:
    return rule_error(code, [wrong(place, expected, found or None)])


def _rune_stone(position: Position, act: RuneStone) -> Applied:
    """Move the stone on and apply the immediate effect of the die (F-201, F-210)."""
    if position.options.monster_die and act.die is None:
        raise _refused("die", "die", N_("the face of the monster die"), act.die)
    if act.die and not position.options.monster_die:
        raise _refused("die", "die", N_("no monster die in this game"), act.die)
    step = position.step + 1
    stone = Stone(step, space_kind(position.options, step), act.die)
    position, done = roll(position._replace(step=step, die=act.die), act.die)
    done = (stone, *done)
    if act.die == "ambush" and any(monster_die.ambush_hexes(position, hero.id) for hero in position.heroes):
        return Applied(position._replace(phase="ambush"), done)
    return _then_walk(Applied(position, done))


def roll(position: Position, face: DieFace | None) -> Applied:
    """Apply the immediate effect of a face of the monster die; an ambush still needs its hexes (F-210)."""
    match face:
        case "maneuver_cw" | "maneuver_ccw":
            return monster_die.maneuver(position, clockwise=face == "maneuver_cw")
        case "push":
            return monster_die.push(position)
    return Applied(position)


def _then_walk(applied: Applied) -> Applied:
    position, done = applied
    if position.result:
        return applied
    if position.monsters:
        return Applied(position._replace(phase="walk"), done)
    return _then_reinforcements(applied)


def _hold(position: Position, act: Hold) -> Applied:
    """Keep a monster from moving in this step 3, another one than last time (F-276)."""
    hero = next((hero for hero in position.heroes if hero.id == act.hero), None)
    played = card(hero, act.card) if hero else None
    if hero is None or played is None:
        raise _refused("hold", "card", N_("a card in play of this hero"), act.card)
    face = printed(hero.id, act.card)
    effects = [effect for effect in face.uses if effect.hold and effect.when == "walk"]
    if not effects:
        raise _not_held(N_("{card} holds no monster."), face.name)
    if played.used:
        raise _not_held(N_("{card} holds one monster a turn and has already done so."), face.name)
    monster = find(position, act.monster)
    if monster is None:
        raise _refused("hold", "monster", N_("a monster on the board"), act.monster)
    _check_hold(position, hero, monster, effects[0], face.name)
    cards = tuple(c._replace(used=1) if c.number == act.card else c for c in hero.cards)
    return Applied(change(position, hero._replace(cards=cards, held=monster.id), monster._replace(held=True)))


def _check_hold(position: Position, hero: Hero, monster: Monster, effect: CardEffect, card: str) -> None:
    """Check that the monster is another one than last turn, within reach and of a fitting rank (F-276)."""
    if monster.id == hero.held_last or monster.id in position.held_before:
        raise _not_held(N_("{card} held this monster last turn; expected another one."), card)
    if monster.hex not in within(hero.hex, effect.reach):
        raise _not_held(N_("{card} has a range of {expected}; the monster on {hex} is farther away."), card,
                        expected=effect.reach, hex=monster.hex)  # fmt: skip
    if side(monster).rank > effect.max_rank:
        raise _not_held(N_("{card} holds monsters up to rank {expected}; this one is stronger."), card,
                        expected=effect.max_rank)  # fmt: skip


def _not_held(pattern: str, card: str, **values: object) -> RuleError:
    return rule_error("hold", [Sentence(pattern, {"card": card, **values})])


def _walk(position: Position) -> Applied:
    position, done = walk(position)
    if position.result:
        return Applied(position, done)
    return settle(
        Applied(position._replace(phase="attacks", to_attack=monster_attack.pending(position)), done)
    )


def settle(applied: Applied) -> Applied:
    """Continue step 4 with the possible attacks and step 5 with cards that fit, or end them.

    Call it after every act in these steps (F-301, F-348).
    """
    position, done = applied
    if position.phase == "reinforcements":
        return _next_player(applied)
    if position.phase != "attacks":
        return applied
    on_board = {m.id: m for m in position.monsters}
    left = tuple(
        p
        for p in position.to_attack
        if p.attacks and p.monster in on_board and monster_attack.can_attack(position, on_board[p.monster])
    )
    position = position._replace(to_attack=left)
    return Applied(position, done) if left else _then_reinforcements(Applied(position, done))


def _monster_attack(position: Position, act: MonsterAttack) -> Applied:
    """Resolve one attack; `defend` handles everything before the damage is placed (F-318)."""
    monster = find(position, act.monster)
    attack = next((p for p in position.to_attack if p.monster == act.monster), None)
    if monster is None or attack is None:
        expected = ", ".join(p.monster for p in position.to_attack)
        raise _refused("attacker", "monster", expected, act.monster)
    count = monster_attack.dice(position, monster.id)
    if len(act.dice) != count:
        raise _refused("dice", "dice", str(count), len(act.dice))
    left = (PendingAttacks(p.monster, p.attacks - (p == attack)) for p in position.to_attack)
    everybody = monster_attack.strikes_everybody(monster)
    heroes = tuple(hero.id for hero in position.heroes) if everybody else (act.hero,)
    position = position._replace(
        to_attack=tuple(left), attacks_begun=True, attacked=Attacked(monster.id, heroes)
    )
    if not everybody:
        return settle(_attack_hero(position, act))
    if act.hero or act.prevent:
        raise _refused("target", "hero", N_("no hero, as all are hit and nothing prevents it"), act.hero)
    done: tuple[Happening, ...] = ()
    for hero in position.heroes:
        if not position.result:
            position, hit = hurt(position, hero.id, 1)
            done += hit
    return settle(Applied(position, done))


def _attack_hero(position: Position, act: MonsterAttack) -> Applied:
    choice = monster_attack.targets(position, act.monster)
    hero = next((hero for hero in position.heroes if hero.id == act.hero), None)
    if hero is None or hero.id not in choice:
        raise _refused("target", "hero", ", ".join(choice), act.hero)
    damage = monster_attack.hits(act.dice, hero.hex, monster_attack.rune_hits(position, act.monster))
    position, damage, done = defended(position, hero.id, act.monster, damage, act.prevent)
    position, hit = hurt(position, hero.id, damage, act.dice)
    return Applied(position, tuple(done) + hit)


def _then_reinforcements(applied: Applied) -> Applied:
    """Begin step 5, if the space brings reinforcements (F-202, F-340)."""
    position, done = applied
    if not colour(position.options, position.step):
        return _end(applied)
    return _next_player(Applied(position._replace(phase="reinforcements", turn=0, to_attack=()), done))


def _next_player(applied: Applied) -> Applied:
    """Let player `turn` draw, unless no card of the deck fits (F-348)."""
    position, done = applied
    while position.turn < len(position.heroes):
        if reinforcements.any_fits(position):
            return Applied(position, done)
        done += (Drawn(0, position.turn, placed=False),)
        position = position._replace(turn=position.turn + 1)
    return _end(Applied(position, done))


def _draw(position: Position, act: Draw) -> Applied:
    position, done = reinforcements.draw(position, act.card)
    drawn = done[0]
    if isinstance(drawn, Drawn) and drawn.placed:
        position = position._replace(turn=position.turn + 1)
    return _next_player(Applied(position, done))


def _end(applied: Applied) -> Applied:
    """Go on with the heroes, who win if the stone is on the last space (F-204)."""
    position, done = applied
    position = position._replace(
        heroes=tuple(
            h._replace(cards=tuple(c._replace(used=0) for c in h.cards), held="", held_last=h.held)
            for h in position.heroes
        ),
        monsters=tuple(m._replace(held=False) for m in position.monsters),
        held_before=position.held_now,
        held_now=frozenset(),
        attacks_begun=False,
        turn=0,
        die=None,
        to_attack=(),
    )
    if position.step == last_step(position.options):
        position = position._replace(phase="over", result="won", attacked=None)
        return Applied(position, (*done, Over("won")))
    return Applied(position._replace(phase="heroes"), done)
