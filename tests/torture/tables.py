"""Wrong tables, each with the reaction that is expected of every game.

`REACTIONS` describes them. An object in the picture changes nothing in the game. A wrong table is reported
and accepted as no move, unless a legal move leaves exactly this table; put right again, the game is as
before. A move by hands is recognised as that move or reported, never as another one.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from companion.games.base import Space, Table
from companion.session.messages import Undo
from companion.storage.journal import Journal
from tests.session.contract import GAME
from tests.torture import wrong_pictures as pictures
from tests.torture.tally import Tally
from tests.torture.watched import Watched, with_camera
from vision.arrays import Picture

LOOKS, MAX_LOOKS, MOVES = 3, 5, 30
SAME = "nothing is accepted; the same game when the object has gone"
FOLLOWED = "the board is followed or looked for; the same game"
REPORTED = "reported, and accepted only as a move that leaves exactly this table; as before when put right"
BACK = "the move counts or is reported; taking it back is reported, and one undo restores the game"
CAUGHT_UP = "the move is found or reported, and no other one; one undo restores the game"
WHAT_LIES_WRONG = ("illegal", "strange", "seen")
"""Fields of a snapshot that may change while an object lies on the table or hides pieces."""
Change = Callable[[Picture, Generator], Picture]


class Wrong(NamedTuple):
    """A change of the picture or of the table, or what `happens`, and the expected reaction."""

    reaction: str
    picture: Change | None = None
    table: Callable[[Watched, Generator], Table] | None = None
    happens: Callable[[Watched, Generator], None] | None = None


def torture(times: int, seed: int = 1) -> Tally:
    """Try `times` wrong tables, all kinds and games in turn."""
    tally = Tally("wrong tables")
    kinds = [(kind, name) for kind in WRONG for name in with_camera()]
    with ExitStack() as stack:
        for number in range(times):
            kind, name = kinds[number % len(kinds)]
            again = number // len(kinds)
            chance = np.random.default_rng([seed, number])
            folder = stack.enter_context(TemporaryDirectory())
            with tally.trying(f"{kind} in {name}, {again}"), Journal(Path(folder) / "j.sqlite3") as journal:
                check(WRONG[kind], Watched(name, journal, 3 + again, MOVES), chance)
    return tally


def check(wrong: Wrong, table: Watched, chance: Generator) -> None:
    """Check the reaction. Raises AssertionError if it is another one."""
    for _ in range(2):
        assert table.look() is None, "not read at first"
    before, stored = table.shown(), table.stored()
    if wrong.picture is not None:
        _thing(wrong.picture, table, chance, before)
    elif wrong.happens is not None:
        wrong.happens(table, chance)
    else:
        _wrong(wrong.table, table, chance, before)
    table.table.lay(table.expected)
    for _ in range(MAX_LOOKS):
        trouble = table.look()
    assert trouble is None, f"not read again: {trouble}"
    undone = () if wrong.picture else ("can_redo", "undone")
    changes = _changes(table, before, undone)
    assert changes == {}, f"not as before: {changes}"
    assert not wrong.picture or table.stored() == stored, "an event was stored"


def _thing(change: Change, table: Watched, chance: Generator, before: Mapping[str, Any]) -> None:
    seed = int(chance.integers(1 << 30))
    for _ in range(LOOKS):
        held = np.random.default_rng(seed)  # the thing lies still
        table.look(partial(_in_the_picture, change, held))
        changes = _changes(table, before, WHAT_LIES_WRONG)
        assert changes == {}, f"believed: {changes}"


def _wrong(
    change: Callable[[Watched, Generator], Table] | None,
    table: Watched,
    chance: Generator,
    before: Mapping[str, Any],
) -> None:
    messages = _messages(table)
    actual: Table | None = None
    if change is None:
        table.table.fall(chance)
    else:
        table.table.lay(actual := change(table, chance))
    for _ in range(LOOKS):
        trouble = table.look()
    believed = table.session.snapshot(GAME).played - before["played"]
    if believed and table.twin.expected_table(table.session) == actual:
        table.session.tell(Undo(GAME, believed))  # no picture tells it from the move that leaves just this
    else:
        assert not believed, f"{believed} moves believed"
    if change is not None:
        assert trouble or _messages(table) != messages or _changes(table, before), "not reported"


def taken_back(table: Watched, chance: Generator) -> None:
    """Hands make a move, and then take it back."""
    _moved(table, chance, lambda: None)


def while_off(table: Watched, chance: Generator) -> None:
    """Hands make a move while the app is off."""
    _moved(table, chance, table.switched_off_and_on)


def _moved(table: Watched, chance: Generator, meanwhile: Callable[[], None]) -> None:
    played, messages = table.session.snapshot(GAME).played, _messages(table)
    moved = table.twin.moved(table.session, chance)
    meanwhile()
    table.table.lay(moved)
    for _ in range(LOOKS):
        trouble = table.look()
    believed = table.session.snapshot(GAME).played - played
    assert believed >= 0, "a move was taken back"
    if believed:
        assert table.twin.expected_table(table.session) == moved, f"{believed} other moves believed"
    else:
        assert trouble or _messages(table) != messages or table.twin.expected_table(table.session) == moved, (
            "not reported"
        )
    messages = _messages(table)
    table.table.lay(table.expected)
    for _ in range(LOOKS):
        trouble = table.look()
    now = table.session.snapshot(GAME).played - played
    assert now in (0, believed), f"{now} moves believed where one was taken back"
    if now:
        assert trouble or _messages(table) != messages, "taking it back is not reported"
        table.session.tell(Undo(GAME, now))


def _in_the_picture(change: Change, chance: Generator, picture: Picture) -> Picture:
    return change(picture, chance)


def _messages(table: Watched) -> object:
    shown: Any = table.session.snapshot(GAME)
    names = ("unclear", "unsure", "differences", *WHAT_LIES_WRONG)
    return shown.prompt, str(shown.problem), [getattr(shown, name, None) for name in names]


def _changes(table: Watched, before: Mapping[str, Any], besides: tuple[str, ...] = ()) -> dict[str, Any]:
    now = table.shown()
    return {key: (before[key], now[key]) for key in now if now[key] != before[key] and key not in besides}


def lost(table: Watched, chance: Generator) -> Table:
    """A piece is missing."""
    return _without(table.expected, _some(table, chance, 1))


def replaced(table: Watched, chance: Generator) -> Table:
    """A piece has another colour or kind; a thing on several spaces is turned."""
    (spaces,) = _some(table, chance, 1)
    if len(spaces) > 1:
        turned = dict(zip(spaces, (table.expected[space] for space in spaces[1:] + spaces[:1]), strict=True))
        return {**table.expected, **turned}
    others = {
        kind
        for thing in table.twin.things(table.session)
        for space in thing
        for kind in table.expected[space]
    }
    kinds = sorted(others - set(table.expected[spaces[0]]))
    if not kinds:
        return lost(table, chance)
    return {**table.expected, spaces[0]: {kinds[int(chance.integers(len(kinds)))]: 1}}


def swept(table: Watched, chance: Generator) -> Table:
    """A third of the pieces are missing."""
    return _without(table.expected, _some(table, chance, len(table.twin.things(table.session)) // 3 + 1))


def two_at_once(table: Watched, chance: Generator) -> Table:
    """Two pieces are missing."""
    return _without(table.expected, _some(table, chance, 2))


def _some(table: Watched, chance: Generator, count: int) -> list[tuple[Space, ...]]:
    things = sorted(table.twin.things(table.session), key=str)
    return [things[int(n)] for n in chance.permutation(len(things))[:count]]


def _without(table: Table, things: Iterable[tuple[Space, ...]]) -> Table:
    gone = {space for thing in things for space in thing}
    return {space: kinds for space, kinds in table.items() if space not in gone}


WRONG: Mapping[str, Wrong] = {
    "the board is bumped": Wrong(FOLLOWED, pictures.bumped),
    "the board is turned round": Wrong(SAME, pictures.turned_round),
    "the camera slips": Wrong(FOLLOWED, pictures.camera_slips),
    "the camera is turned": Wrong(FOLLOWED, pictures.camera_turned),
    "the lamp goes out": Wrong(SAME, pictures.lamp_off),
    "sun on the board": Wrong(SAME, pictures.sun_patch),
    "a phone on the board": Wrong(SAME, pictures.phone),
    "a cup on the board": Wrong(SAME, pictures.cup),
    "a sleeve on the board": Wrong(SAME, pictures.sleeve),
    "the lens is covered": Wrong(SAME, pictures.lens_covered),
    "the markers are taken away": Wrong(SAME, pictures.markers_taken_away),
    "a piece is lost": Wrong(REPORTED, table=lost),
    "a piece is replaced by another": Wrong(REPORTED, table=replaced),
    "a piece falls over": Wrong(REPORTED),
    "many pieces are swept off": Wrong(REPORTED, table=swept),
    "two take a piece at once": Wrong(REPORTED, table=two_at_once),
    "a move is taken back": Wrong(BACK, happens=taken_back),
    "a move is made while the app is off": Wrong(CAUGHT_UP, happens=while_off),
}
REACTIONS: Mapping[str, str] = {kind: wrong.reaction for kind, wrong in WRONG.items()}
