"""Rules topics of Fate that apply to the present screen; no widgets here."""

from collections.abc import Mapping

from companion.games.fate.board import NEIGHBOURS
from companion.games.fate.hero_action import ACTIONS
from companion.games.fate.hero_stats import max_health, upgrade_cost
from companion.games.fate.monsters import LEGENDS
from companion.games.fate.position import GRIMHEIM, Hero, Position
from companion.games.fate.track import space_kind
from companion.session.fate.snapshot import FateSnapshot
from ui.game_ui import Applies

ICONS: Mapping[str, str] = {
    "aim": "star",
    "setup": "hand",
    "turn": "hero",
    "move": "move",
    "attack": "attack",
    "actions": "prepare",
    "cards": "cards",
    "end_of_turn": "check",
    "upgrades": "practice",
    "quests": "quest",
    "knocked_out": "mend",
    "board": "board",
    "town": "home",
    "monster_turn": "skull",
    "monster_die": "dice",
    "monsters_move": "steps",
    "charge": "all",
    "monsters_attack": "shield",
    "factions": "people",
    "legends": "stone",
    "reinforcements": "plus",
    "end": "trophy",
}
_ASKED: Mapping[str, tuple[Applies, ...]] = {
    "ambush": (Applies("monster_die", "F-245"),),
    "hold": (Applies("monsters_move"), Applies("cards")),
    "order": (Applies("monsters_attack", "F-301"), Applies("factions")),
    "target": (Applies("monsters_attack", "F-302"), Applies("factions")),
    "prevent": (Applies("monsters_attack", "F-318"), Applies("cards")),
    "draw": (Applies("reinforcements", "F-340"),),
    "upgrade": (Applies("upgrades"),),
    "seen": (Applies("move"), Applies("board")),
    "table": (Applies("monster_turn"), Applies("board")),
}
"""Topics by the subject of a choice."""
_STEPS: Mapping[str, tuple[Applies, ...]] = {
    "die": (Applies("monster_turn", "F-201"),),
    "ambush": (Applies("monster_die", "F-245"),),
    "walk": (Applies("monsters_move"), Applies("charge"), Applies("town", "F-025")),
    "attacks": (Applies("monsters_attack"), Applies("factions"), Applies("knocked_out")),
    "reinforcements": (Applies("reinforcements"),),
    "heroes": (Applies("monster_turn"),),
    "over": (Applies("end"),),
}
"""Topics by the step of the monster turn."""


def topics(snapshot: FateSnapshot) -> tuple[Applies, ...]:
    """Topics that apply now, most important first."""
    position = snapshot.position
    if snapshot.over:
        found = [Applies("end"), Applies("aim")]
    elif snapshot.stage == "guide" and not snapshot.log:
        found = [Applies("setup"), Applies("aim"), Applies("board")]
    elif snapshot.stage == "heroes" and position.phase == "heroes":
        found = _of_hero(position, position.heroes[position.turn])
    else:
        found = [*_of_monsters(snapshot), Applies("monster_turn")]
    if not snapshot.over and any(monster.kind in LEGENDS for monster in position.monsters):
        found.append(Applies("legends"))
    first: dict[str, Applies] = {}
    for applies in found:
        first.setdefault(applies.topic, applies)
    return tuple(first.values())


def _of_monsters(snapshot: FateSnapshot) -> list[Applies]:
    position, choice = snapshot.position, snapshot.choice
    if snapshot.stage == "guide":
        acts = {act.act for act in snapshot.steps[snapshot.done].acts} if snapshot.steps else set()
        by_act = {"move": "walk", "place": "reinforcements"}
        return [*_STEPS[next((by_act[act] for act in acts if act in by_act), position.phase)]]
    if choice and choice.what == "roll":
        return [*(_STEPS["attacks"] if position.phase == "attacks" else [Applies("monster_die")])]
    if choice and choice.what in _ASKED:
        return [*_ASKED[choice.what]]
    found = [*_STEPS[position.phase]]
    if position.phase == "walk" and space_kind(position.options, position.step) == "skull":
        found.insert(0, Applies("charge", "F-263"))
    return found


def _of_hero(position: Position, hero: Hero) -> list[Applies]:
    if len(hero.actions) >= ACTIONS:
        end = [Applies("end_of_turn"), Applies("quests"), Applies("cards")]
        return [Applies("upgrades"), *end] if hero.gold >= upgrade_cost(hero, position.options) else end
    around = NEIGHBOURS.get(hero.hex, ()) if hero.hex != GRIMHEIM else ()
    facing = any(monster.hex in around for monster in position.monsters)
    found = [Applies("turn"), *([Applies("attack")] if facing else []), Applies("move"), Applies("actions")]
    if hero.hex == GRIMHEIM:
        found.append(Applies("town", "F-024"))
    if hero.damage * 2 >= max_health(hero):
        found.insert(1, Applies("knocked_out"))
    return [*found, Applies("attack"), Applies("cards"), Applies("quests"), Applies("board")]
