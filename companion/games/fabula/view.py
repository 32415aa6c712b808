"""Position as one seat may see it: hidden hands, decks and bases have no names."""

from collections.abc import Iterator

from companion.games.fabula.position import Id, Player, Position


def view(position: Position, seat: Player | None) -> Position:
    """Remove the names of cards that a seat, or with None any spectator, may not see; ids stay."""
    hidden = set(_hidden(position, seat))
    names = {id_: name for id_, name in position.names.items() if id_ not in hidden}
    return position._replace(names=names)


def _hidden(p: Position, seat: Player | None) -> Iterator[Id]:
    for player, side in enumerate(p.sides):
        yield from side.deck
        if player != seat:
            yield from side.hand
    if p.phase == "bases":
        yield from (base.id for base in p.bases if base.owner != seat)
