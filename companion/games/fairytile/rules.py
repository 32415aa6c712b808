"""Rules of Fairy Tile: legal acts, their effects, and the end of a game."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from companion.games.base import Kind, Mistake, Reason, Space, Table
from companion.games.fairytile.board import (
    FIGURES,
    Cell,
    FaceUpTile,
    Figure,
    PlacedTile,
    cell_text,
    hex_kind,
    placed_hexes,
)
from companion.games.fairytile.explanations import refusal
from companion.games.fairytile.judge import Done, fulfilled
from companion.games.fairytile.moves import crossed, reach
from companion.games.fairytile.placements import Obstacle, Spot, obstacle, placements
from companion.games.fairytile.position import (
    UNKNOWN,
    Act,
    Adventure,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
    TurnPage,
    page_in_hand,
)

MOST_ADVENTURES = 2
"""Maximum number of adventures in one turn, the second with the magic token (FT-134)."""


def finished(p: Position) -> bool:
    """Return whether a player has told the last page (FT-140), or all have given up (FT-143)."""
    return p.winner is not None or len(p.out) == p.players


def legal(p: Position) -> list[Act]:
    """Return the legal acts of the player to move, in a fixed order; empty if the game is over.

    `Tell` is listed if the page in hand is known and fulfilled. `GiveUp` is never listed: players may choose
    it at the beginning of any turn.
    """
    if finished(p):
        return []
    if not p.done:
        return [*adventures(p), TurnPage()]
    page = page_in_hand(p, p.turn)
    telling = [Tell(page)] if page != UNKNOWN and tellable(p, page) else []
    return [*telling, *adventures(p), FinishTurn()]


def adventures(p: Position) -> list[Adventure]:
    """Return all legal moves of figures and placements of the top tile, in a fixed order."""
    if no_adventure(p):
        return []
    moves = [Move(figure, to) for figure in FIGURES for to in sorted(reachable(p, figure))]
    return [*moves, *(PlaceTile(*spot) for spot in spots(p))]


def reachable(p: Position, figure: Figure) -> frozenset[Cell]:
    """Return the cells a figure may reach in one move."""
    return reach(p.kingdom, figure, p.figure_cells[figure], p.box.options)


def spots(p: Position) -> list[Spot]:
    """Return the legal spots for the top tile of the stack; none while that tile is unknown."""
    if not p.stack:
        return []
    return placements(p.kingdom, p.box.face(p.stack[0]), p.box.options.free_placement_when_stuck)


def tellable(p: Position, page: int) -> bool:
    """Return whether a page could be told now, if it were in hand (FT-110 to FT-113)."""
    return not finished(p) and not p.page_told_this_turn and fulfilled(p.box.goals[page], p.moment)


def fulfilling(p: Position, page: int, found: Sequence[Adventure]) -> list[Adventure]:
    """Return the adventures of `found`, all legal, after which a page in hand could be told."""
    if finished(p) or p.page_told_this_turn:
        return []
    goal = p.box.goals[page]
    return [act for act in found if fulfilled(goal, effect(p, act).moment)]


def explain(p: Position, act: Act) -> Reason | None:
    """Return the reason why an act is not legal, with the cells concerned; None if it is legal."""
    if isinstance(act, Tell) and p.page_told_this_turn:
        return Reason("told_already", (), "FT-113")
    if finished(p):
        return Reason("game_over", (), "FT-140")
    match act:
        case Move() | PlaceTile():
            return no_adventure(p) or (_no_move(p, act) if isinstance(act, Move) else _no_place(p, act))
        case Tell(page):
            return _no_tell(p, page)
        case FinishTurn():
            return None if p.done else Reason("nothing_done", (), "FT-040")
        case _:
            return Reason("bad_setup", (), "FT-045") if p.done else None


def no_adventure(p: Position) -> Reason | None:
    """Return why no adventure is left in this turn, or None."""
    if len(p.done) == MOST_ADVENTURES or (p.done and not p.magic[p.turn]):
        return Reason("no_magic", (), "FT-131")
    return None


def _no_move(p: Position, move: Move) -> Reason | None:
    if move.to in reachable(p, move.figure):
        return None
    rule = {"princess": "FT-060", "knight": "FT-074", "dragon": "FT-081"}[move.figure]
    return Reason("not_reachable", (cell_text(p.figure_cells[move.figure]), cell_text(move.to)), rule)


def _no_place(p: Position, act: PlaceTile) -> Reason | None:
    top = _top(p, act)
    if top is None:
        return Reason("stack_empty", (), "FT-097")
    if act.tile not in (None, top):
        return Reason("bad_setup", (), "FT-090")
    found = placing_obstacle(p, top, Spot(act.at, act.turn))
    if found is None:
        return None
    rule = {"overlap": "FT-092", "too_few_edges": "FT-093", "river_mismatch": "FT-094"}[found.code]
    return Reason(found.code, tuple(map(cell_text, found.cells)), rule)


def placing_obstacle(p: Position, tile: FaceUpTile, spot: Spot) -> Obstacle | None:
    """Return the obstacle to a tile at a spot under the options of the game; else None."""
    face, options = p.box.face(tile), p.box.options
    found = obstacle(p.kingdom, face, spot)
    if found and found.code == "river_mismatch" and options.free_placement_when_stuck:
        return None if spot in placements(p.kingdom, face, True) else found
    return found


def _no_tell(p: Position, page: int) -> Reason | None:
    known = page_in_hand(p, p.turn)
    if known not in (UNKNOWN, page) or page not in p.box.pages or page in chain(*p.told_pages):
        return Reason("cannot_tell", (), "FT-118")
    if not p.done or not fulfilled(p.box.goals[page], p.moment):
        return Reason("cannot_tell", (), "FT-111" if p.done else "FT-110")
    return None


def _top(p: Position, act: PlaceTile) -> FaceUpTile | None:
    """Return the tile that an act places: the known top of the stack, or one drawn face down."""
    if p.stack:
        return p.stack[0]
    used = {placed.tile for placed in p.kingdom.placed_tiles}
    known = act.tile and act.tile.side in p.box.tiles.get(act.tile.tile, ()) and act.tile.tile not in used
    return act.tile if p.hidden and known else None


def apply(p: Position, act: Act, outcome: Any = None) -> Position:
    """Return the position after an act. Raises RuleError with the code of `explain`.

    `outcome` is not used, as the act itself holds the outcomes of chance.
    """
    reason = explain(p, act)
    if reason:
        raise refusal(p, act, reason)
    return effect(p, act)


def effect(p: Position, act: Act) -> Position:
    """Return the position after an act that is known to be legal."""
    match act:
        case Move():
            return _moved(p, act)
        case PlaceTile():
            return _placed(p, act)
        case Tell(page):
            return _tell(p, page)
        case TurnPage():
            hand, *rest = p.books[p.turn]
            turned = p._replace(books=_at(p.books, p.turn, (*rest, hand)), magic=_at(p.magic, p.turn, True))
            return _next(turned)
        case GiveUp():
            return _next(p._replace(out=(*p.out, p.turn)))
        case FinishTurn():
            return _next(p)


def _begun(p: Position, done: Done) -> Position:
    magic = _at(p.magic, p.turn, False) if p.done else p.magic
    return p._replace(done=(*p.done, done), magic=magic)


def _moved(p: Position, move: Move) -> Position:
    at = FIGURES.index(move.figure)
    ways = crossed(p.kingdom, move.figure, p.figures[at], move.to, p.box.options)
    done = Done(move.figure, tuple(map(tuple, ways)))
    princess, knight, dragon = _at(p.figures, at, move.to)
    return _begun(p._replace(figures=(princess, knight, dragon)), done)


def _placed(p: Position, act: PlaceTile) -> Position:
    top = _top(p, act)
    assert top
    placed = PlacedTile(*top, act.at, act.turn)
    kingdom = p.kingdom.with_hexes(placed_hexes(p.box.face(top), act.at, act.turn), placed)
    stack, hidden = (p.stack[1:], p.hidden) if p.stack else ((), p.hidden - 1)
    if act.shows and hidden and not stack:
        stack, hidden = (act.shows,), hidden - 1
    return _begun(p._replace(kingdom=kingdom, stack=stack, hidden=hidden), Done())


def _tell(p: Position, page: int) -> Position:
    return p._replace(
        books=_at(p.books, p.turn, p.books[p.turn][1:]),
        told_pages=_at(p.told_pages, p.turn, (*p.told_pages[p.turn], page)),
        page_told_this_turn=True,
    )


def _next(p: Position) -> Position:
    """Begin the turn of the next player who has not given up; keep the turn if all have."""
    following = ((p.turn + step) % p.players for step in range(1, p.players + 1))
    turn = next((seat for seat in following if seat not in p.out), p.turn)
    return p._replace(turn=turn, done=(), page_told_this_turn=False)


def _at(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def table(p: Position) -> Table:
    """Return the expected table: {cell: {kind of its land: 1, figure on it: 1}}."""
    return {cell_text(cell): _contents(p, cell) for cell in sorted(p.kingdom.cells)}


def _contents(p: Position, cell: Cell) -> dict[Kind, int]:
    figures = [figure for figure, at in zip(FIGURES, p.figures, strict=True) if at == cell]
    return dict.fromkeys((hex_kind(p.kingdom.cells[cell]), *figures), 1)


def changed(p: Position, act: Act) -> Table:
    """Return the new contents of the cells that a legal act changes."""
    after = apply(p, act)
    match act:
        case Move(figure, to):
            return {cell_text(cell): _contents(after, cell) for cell in (p.figure_cells[figure], to)}
        case PlaceTile():
            fresh = after.kingdom.cells.keys() - p.kingdom.cells.keys()
            return {cell_text(cell): _contents(after, cell) for cell in sorted(fresh)}
    return {}


def removals(p: Position, act: Act) -> list[Table]:
    """Return no removals: tiles and figures stay on the table (FT-098)."""
    return []


def optional(p: Position) -> dict[Space, dict[Kind, int]]:
    """Return no optional pieces: every tile and figure must be on the table."""
    return {}


def mistakes(p: Position) -> Iterable[Mistake]:
    """Yield the illegal moves of figures, each with its reason (FT-050 to FT-083)."""
    for figure, start in p.figure_cells.items():
        right = reachable(p, figure)
        for cell in sorted(p.kingdom.cells):
            if cell != start and cell not in right:
                reason = _no_move(p, Move(figure, cell))
                assert reason
                left, there = _contents(p, start), _contents(p, cell)
                del left[figure]
                changes: Table = {cell_text(start): left, cell_text(cell): {**there, figure: 1}}
                yield Mistake(reason, cell_text(start), cell_text(cell), changes)
