"""Geometry of the lamps around a card table: they point at the zone of a card."""

from collections.abc import Iterator

from companion.app.base import BoardLights
from companion.games.base import Space
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.fabula.snapshot import FabulaSnapshot
from vision.fabula.rows import BASE_COLUMNS_MM, BASES_MM, BATTLE_MM, PILES_MM, TABLE_MM

_MIDDLE = BASE_COLUMNS_MM[2]
_NEAR = {
    "battle": (_MIDDLE, BATTLE_MM),
    "centre": (_MIDDLE, BASES_MM),
    "outskirts left": (BASE_COLUMNS_MM[0], BASES_MM),
    "outskirts right": (BASE_COLUMNS_MM[-1], BASES_MM),
    "discard": (PILES_MM, BATTLE_MM),
    "deck": (PILES_MM, BASES_MM),
}


def where(snapshot: FabulaSnapshot, card: Id) -> Iterator[Space]:
    """The zone of a card, or the zone itself; none for a card in no zone, such as one in hand."""
    if card.partition(" ")[2] in _NEAR:
        yield card
        return
    duel = Duel(snapshot.position)
    if base := duel.bases.get(card):
        side = snapshot.half(base.owner)
        yield from (
            [f"{side} centre"] if base.centre else [f"{side} outskirts left", f"{side} outskirts right"]
        )
        return
    if permanent := duel.battle.get(card):
        host = duel.battle.get(permanent.host)
        yield f"{snapshot.half((host or permanent).controller)} battle"
    elif item := duel.item(card):
        yield f"{snapshot.half(item.controller)} battle"
    elif (zone := duel.zone(card)) in ("discard", "deck"):
        yield f"{snapshot.half(duel.owner(card))} {zone}"


def place_mm(space: Space) -> tuple[float, float]:
    """Centre of a zone, from the table's top left corner as the near player sees it."""
    side, _, zone = str(space).partition(" ")
    x_mm, y_mm = _NEAR[zone]
    return (x_mm, y_mm) if side == "near" else (TABLE_MM[0] - x_mm, TABLE_MM[1] - y_mm)


LIGHTS = BoardLights(size_mm=TABLE_MM, place_mm=place_mm, where=where)
