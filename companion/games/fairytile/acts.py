"""Acts as JSON and back (SCRIPT.md)."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.base import N_, Sentence, Term, rule_error
from companion.games.codec import unknown_keys, wrong
from companion.games.fairytile.board import FIGURES, TURNS, Cell, FaceUpTile, cell_text, read_cell
from companion.games.fairytile.position import (
    Act,
    Adventure,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Tell,
    TurnPage,
)

_PLAIN: Mapping[str, Act] = {"turn_page": TurnPage(), "out": GiveUp(), "end_turn": FinishTurn()}
_SPOT = N_("[cell, turn 0..5]")
_TILE = N_("[tile, front or back]")
_ADVENTURE = N_('an object with "move" and "to", or with "place"')
_ACT = N_("an adventure, tell, turn_page, out or end_turn")


def act_object(act: Act) -> dict[str, Any]:
    """An act as JSON."""
    match act:
        case Move(figure, to):
            return {"move": figure, "to": cell_text(to)}
        case PlaceTile(at, turn, tile, shows):
            written: dict[str, Any] = {"place": [cell_text(at), turn]}
            outcomes = {"tile": tile, "shows": shows}
            return written | {key: list(upside) for key, upside in outcomes.items() if upside}
        case Tell(page):
            return {"tell": True, "page": page}
    return next({key: True} for key, plain in _PLAIN.items() if act == plain and type(act) is type(plain))


def read_act(written: object, place: str = "move") -> Act:
    """Read an act from a JSON object. Raises RuleError `bad_setup` naming the wrong parts."""
    if isinstance(written, dict):
        if "move" in written or "place" in written:
            return read_adventure(written, place)
        if "tell" in written:
            return _read_tell(written, place)
        for key, act in _PLAIN.items():
            if key in written:
                _check(written, place, {key: _is_true})
                return act
    raise refused(place, _ACT, written)


def read_adventure(written: object, place: str) -> Adventure:
    """Read an adventure from a JSON object. Raises RuleError `bad_setup` naming the wrong parts."""
    if isinstance(written, dict) and "move" in written:
        _check(written, place, {"move": FIGURES.__contains__, "to": _is_cell})
        return Move(written["move"], _cell(written["to"]))
    if isinstance(written, dict) and "place" in written:
        spot = written["place"]
        _check(
            {key: value for key, value in written.items() if key not in ("tile", "shows")},
            place,
            {"place": _is_spot},
        )
        tile, shows = (_read_upside(written, place, key) for key in ("tile", "shows"))
        return PlaceTile(_cell(spot[0]), spot[1], tile, shows)
    raise refused(place, _ADVENTURE, written)


def refused(place: str, expected: str, found: object) -> Exception:
    """RuleError `bad_setup` that names a place, what is expected there and what was found."""
    return rule_error("bad_setup", [wrong(place, expected, found)])


def _read_tell(written: dict[str, Any], place: str) -> Act:
    _check(written, place, {"tell": _is_true, "page": lambda page: type(page) is int})
    return Tell(written["page"])


_EXPECTED: Mapping[str, Term | str] = {
    "move": ", ".join(FIGURES),
    "to": N_("a cell as q,r"),
    "place": _SPOT,
    "page": N_("a whole number"),
}


def _check(written: dict[str, Any], place: str, parts: Mapping[str, Callable[[Any], bool]]) -> None:
    """Raise RuleError `bad_setup` if a part is missing, wrong or not known."""
    problems: list[Sentence] = unknown_keys(written, parts, f"{place}.")
    problems += [
        wrong(f"{place}.{key}", _EXPECTED.get(key, "true"), written.get(key))
        for key, fits in parts.items()
        if not _fits(fits, written.get(key))
    ]
    if problems:
        raise rule_error("bad_setup", problems)


def _fits(fits: Callable[[Any], bool], value: Any) -> bool:
    return isinstance(value, str | int | list) and fits(value)


def _is_true(value: Any) -> bool:
    return value is True


def _is_cell(value: Any) -> bool:
    return isinstance(value, str) and read_cell(value) is not None


def _is_spot(value: Any) -> bool:
    match value:
        case [str(cell), int(turn)]:
            return _is_cell(cell) and type(turn) is int and turn in TURNS
    return False


def _cell(text: str) -> Cell:
    cell = read_cell(text)
    assert cell
    return cell


def _read_upside(written: dict[str, Any], place: str, key: str) -> FaceUpTile | None:
    match written.get(key):
        case None:
            return None
        case [str(tile), "front" | "back" as side]:
            return FaceUpTile(tile, side)
        case other:
            raise refused(f"{place}.{key}", _TILE, other)
