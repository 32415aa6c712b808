"""Decisions of a game of Fairy Tile.

A figure and a land are touched to move, a tile and a spot to lay it. The top tile of the stack is the thing
`STACK`; a tile that people draw from their own stack is "name/side". A spot is "q,r/turn": the cell of the
tile's part A, and its turns by 60 degrees clockwise, 0..5.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from companion.games import fairytile
from companion.games.base import N_, Reason, Sentence
from companion.games.fairytile.board import FIGURES, TURNS, FaceUpTile, Figure, cell_text, read_cell
from companion.games.fairytile.lesson import STACK as STACK
from companion.games.fairytile.placements import Spot, obstacle, placements
from companion.games.fairytile.position import (
    Act,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
    TurnPage,
)
from companion.games.fairytile.rules import no_adventure
from companion.session.fairytile import reasons
from companion.session.view import PRESS, Answer, Decision, Path, Thing, Way
from companion.session.words import GO_THERE

TELL = Decision("tell", Sentence(N_("Tell")), PRESS)
_TURNED = N_("It goes under your book; you get magic for a later turn.")
_GONE = N_("Only if you can never fulfil your page. You are out, the others play on.")
TURN_PAGE = Decision("turn_page", Sentence(N_("Turn a page")), PRESS, Sentence(_TURNED), confirm=True)
GIVE_UP = Decision("give_up", Sentence(N_("I give up")), PRESS, Sentence(_GONE), confirm=True)
KEYS: Mapping[str, Act] = {"end_turn": FinishTurn(), "turn_page": TurnPage(), "give_up": GiveUp()}
"""Acts that are keys, by the id of their decision."""
_MOVE, _WHERE = N_("Touch a figure, then where it goes."), N_("Touch where it goes.")
_END_TURN = N_("End turn")
_LAY, _PLACE, _LAY_IT = N_("Lay the next tile."), N_("Touch a place for the tile."), N_("Lay it")


def move(position: Position) -> tuple[Decision, Mapping[Way, Act]]:
    """Return the choice of a figure and where it goes, and the acts by their ways."""
    acts: dict[Way, Act] = {
        (figure, cell_text(to)): Move(figure, to)
        for figure in (() if no_adventure(position) else FIGURES)
        for to in sorted(fairytile.reachable(position, figure))
    }
    form = Path(tuple(acts))
    why_not = partial(_why_not_move, position)
    return Decision("move", Sentence(_MOVE), form, Sentence(_WHERE), why_not, key=Sentence(GO_THERE)), acts


def end_turn(position: Position) -> Decision:
    """Return the end of the turn; it knows why a figure may not go any more."""
    return Decision("end_turn", Sentence(_END_TURN), PRESS, None, partial(_why_not_move, position))


def lay(position: Position) -> tuple[Decision, Mapping[Way, Act]]:
    """Return the choice of a tile and its spot, and the acts by their ways."""
    free = position.box.options.free_placement_when_stuck
    acts: dict[Way, Act] = {}
    for thing, tile in () if no_adventure(position) else tiles(position).items():
        named = None if position.stack else tile
        for spot in placements(position.kingdom, position.box.face(tile), free):
            acts[thing, spot_thing(spot)] = PlaceTile(*spot, named)
    form = Path(tuple(acts))
    why_not = partial(_why_not_lay, position)
    return Decision("lay", Sentence(_LAY), form, Sentence(_PLACE), why_not, key=Sentence(_LAY_IT)), acts


def answer(game: int, act: Act) -> Answer:
    """Return the answer that means an act, for who knows the act first."""
    match act:
        case Move(figure, to):
            return Answer(game, "move", (figure, cell_text(to)))
        case PlaceTile(at, turn, tile):
            thing = f"{tile.tile}/{tile.side}" if tile else STACK
            return Answer(game, "lay", (thing, spot_thing(Spot(at, turn))))
        case Tell():
            return Answer(game, TELL.id, ())
    return Answer(game, next(key for key, one in KEYS.items() if one == act), ())


def tiles(position: Position) -> dict[Thing, FaceUpTile]:
    """Return the tile on top of the stack; if it is not known, every side of the tiles not placed yet."""
    if position.stack:
        return {STACK: position.stack[0]}
    return {f"{tile.tile}/{tile.side}": tile for tile in (_drawn(position) if position.hidden else ())}


def spot_thing(spot: Spot) -> Thing:
    """Return the name of a spot."""
    return f"{cell_text(spot.at)}/{spot.turn}"


def read_spot(thing: Thing) -> Spot | None:
    """Return the spot with a name, or None if it is no spot."""
    text, slash, turn = str(thing).partition("/")
    cell = read_cell(text)
    return Spot(cell, int(turn)) if cell and slash and turn in map(str, TURNS) else None


def _drawn(position: Position) -> Iterator[FaceUpTile]:
    placed = {tile.tile for tile in position.kingdom.placed_tiles}
    for name, sides in position.box.tiles.items():
        if name not in placed and not any(face.start for face in sides.values()):
            yield from (FaceUpTile(name, side) for side in sides)


def _why_not_move(position: Position, chosen: Way, thing: Thing) -> Reason | None:
    """Return why a figure that was touched may not go to a land."""
    cell = read_cell(str(thing))
    if len(chosen) != 1 or cell is None or chosen[0] not in position.figure_cells:
        return None
    figure: Figure = next(one for one in position.figure_cells if one == chosen[0])
    return None if position.figure_cells[figure] == cell else reasons.going(position, Move(figure, cell))


def _why_not_lay(position: Position, chosen: Way, thing: Thing) -> Reason | None:
    """Return why the tile in hand may not cover a cell, or not lie on a spot."""
    tile = tiles(position).get(chosen[0]) if chosen else None
    if tile is None:
        return None
    if spot := read_spot(thing):
        why = obstacle(position.kingdom, position.box.face(tile), spot)
        return reasons.wrong_place(position, spot, why) if why else None
    cell = read_cell(str(thing))
    return reasons.placing(position, tile, cell) if cell else None
