"""Quest of the top equipment card: what it counts, its costs, and its completion (F-094)."""

from collections.abc import Iterable

from companion.games.fate.board import (
    LOCATION_OF,
    NEIGHBOURS,
    PRINTED_ROAD,
    TERRAIN,
    distances,
)
from companion.games.fate.happenings import Gained, Happening, Removed
from companion.games.fate.heroes import ALL, Task, printed
from companion.games.fate.losses import change
from companion.games.fate.monsters import FACTION, LEGENDS, SIDES
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Kill, Monster, Options, Position

DONE = ALL
"""Progress value that completes any quest without its costs."""


def task(hero: Hero) -> Task | None:
    """Return the visible quest, or None if the pile is empty or unknown."""
    return printed(hero.id, hero.equipment).quest if hero.equipment else None


def mountains_beside(hex_: Hex) -> int:
    """Number of mountain hexes among a hex and its neighbours (F-016)."""
    return sum(TERRAIN[h] == "mountain" for h in (hex_, *NEIGHBOURS[hex_])) if hex_ != GRIMHEIM else 0


def is_at(hex_: Hex, place: str) -> bool:
    """Return whether a hex is of a terrain, in a location, on a printed road ("road") or in Grimheim."""
    if hex_ == GRIMHEIM:
        return place == "Grimheim"
    return place in (TERRAIN[hex_], LOCATION_OF.get(hex_)) or (place == "road" and hex_ in PRINTED_ROAD)


def count_kills(before: Position, after: Position, hero_id: str, happenings: Iterable[Happening]) -> Position:
    """Count kills of a hero for the quest, seen from the hero's hex at the time of each kill."""
    hero = next(h for h in after.heroes if h.id == hero_id)
    quest = task(hero)
    if quest is None or quest.counts not in ("kills", "worth") or (quest.forgo and hero.quest >= DONE):
        return after
    here = next(h.hex for h in before.heroes if h.id == hero_id)
    monsters = {m.id: m for m in before.monsters}
    progress, kills = hero.quest, hero.kills
    killed: Monster | None = None
    for happening in happenings:
        if isinstance(happening, Removed) and happening.why == "killed":
            killed = monsters.get(happening.id)
        elif isinstance(happening, Gained) and happening.hero == hero_id and killed:
            if _fits(quest, killed, distances(here).get(killed.hex, ALL)):
                progress += happening.gold if quest.counts == "worth" else 1
                kills += (Kill(killed.id, happening.gold),) if quest.forgo else ()
            killed = None
    if quest.forgo:
        progress = min((kill.gold for kill in kills), default=progress)
    return change(after, hero._replace(quest=min(progress, DONE), kills=kills))


def _fits(quest: Task, killed: Monster, distance: int) -> bool:
    return (
        quest.rank in (0, SIDES[killed.kind, killed.level].rank)
        and (not quest.kinds or killed.kind in quest.kinds)
        and quest.faction in ("", FACTION[killed.kind])
        and distance >= quest.min_distance
        and (not quest.max_distance or distance <= quest.max_distance)
    )


def count_entered(hero: Hero, hex_: Hex, options: Options) -> Hero:
    """Count a hex that the hero entered; an option says if the Tiara requires more (F-096)."""
    quest = task(hero)
    if quest is None:
        return hero
    if quest.or_enter and is_at(hex_, quest.or_enter):
        return hero._replace(quest=DONE)
    if quest.counts != "entered" or (quest.in_passing and not options.tiara_in_passing):
        return hero
    counts = is_at(hex_, quest.at) if quest.at else bool(mountains_beside(hex_))
    return hero._replace(quest=hero.quest + counts)


def count_ended(position: Position, hero: Hero) -> Hero:
    """Count a movement that the hero ended, except F-236."""
    quest = task(hero)
    if quest is None:
        return hero
    stays = quest.in_passing and not position.options.tiara_in_passing and is_at(hero.hex, quest.at)
    if quest.counts != "ended":
        return hero._replace(quest=1) if stays else hero
    adjacent = [m for m in position.monsters if distances(hero.hex).get(m.hex) == 1]
    ends = (
        (quest.at and is_at(hero.hex, quest.at))
        or (quest.mountains and mountains_beside(hero.hex) >= quest.mountains)
        or (quest.crowd and (len(adjacent) >= quest.crowd or any(m.kind in LEGENDS for m in adjacent)))
    )
    return hero._replace(quest=1) if ends else hero


def count_dice(hero: Hero, dice: int) -> Hero:
    """Count attack dice that the hero rolled for any purpose (F-096)."""
    quest = task(hero)
    if quest is None or quest.counts != "dice" or not is_at(hero.hex, quest.at):
        return hero
    return hero._replace(quest=min(hero.quest + dice, DONE))


def is_counted(hero: Hero) -> bool:
    """Return whether the count of the quest has been reached."""
    quest = task(hero)
    if quest is None:
        return False
    return hero.quest >= DONE or (quest.counts is not None and hero.quest >= quest.need)
