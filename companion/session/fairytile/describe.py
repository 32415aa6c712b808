"""The sentence of an act of Fairy Tile."""

from companion.games.base import N_, Sentence
from companion.games.fairytile.position import Act, FinishTurn, GiveUp, Move, PlaceTile, Tell, TurnPage
from companion.games.fairytile.words import NAMES

_ACTS: dict[type, str] = {
    Move: N_("{player} moves: {figure}"),
    PlaceTile: N_("{player} lays a tile."),
    Tell: N_("{player} tells page {page}."),
    TurnPage: N_("{player} turns a page."),
    GiveUp: N_("{player} gives up."),
    FinishTurn: N_("{player} ends the turn."),
}


def describe(act: Act, player: str) -> tuple[Sentence]:
    """Return the sentence of a player's act."""
    filled: dict[str, object] = {"player": player}
    if isinstance(act, Move):
        filled["figure"] = NAMES[act.figure]
    elif isinstance(act, Tell):
        filled["page"] = act.page
    return (Sentence(_ACTS[type(act)], filled),)
