"""How the tables of the games must look when a game begins, and what is wrong with one."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, Protocol

from companion.app.learnt import own_pieces
from companion.games.base import N_, Sentence, Space, Table, in_order
from companion.games.fae.board import COLOURS, REGIONS
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.i18n.phrases import COLOURS as COLOUR_NAMES
from companion.session.fate.words import name
from companion.table.compare import SURE
from companion.table.observation import Observation
from vision.calibrate import View
from vision.cameras import Picture
from vision.fae.plan import fae_plan
from vision.fae.reader import Reader as FaeReader
from vision.fate.plan import fate_plan
from vision.fate.reader import Reader as FateReader
from vision.find_board import Plan
from vision.overlay import Outlined

FEW_NATS = 30.0
"""What a usual piece of a set-up weighs at least; noise on a bare board weighs half of it."""


class Read(NamedTuple):
    """What stands on the table, and the spaces in doubt; `bare`: hardly anything stands there."""

    table: Table
    unsure: frozenset[Space] = frozenset()
    bare: bool = False


class Wrong(NamedTuple):
    """Something to put right on a space."""

    space: Space
    sentence: Sentence


class Beginning(NamedTuple):
    """How the table of a game begins.

    `read(picture, view, printed)` tells what stands there; with `printed` pieces carry the marks everybody
    has. `wrong(table, unsure)` tells what to put right.
    """

    read: Callable[[Picture, View, bool], Read]
    wrong: Callable[[Table, Collection[Space]], list[Wrong]]
    bare: Sentence
    """What to do with a bare table; an empty pattern where a game begins with one."""


class Board(Plan, Outlined, Protocol):
    """A board that can be found and whose spaces are known."""


BOARDS: Mapping[str, Callable[[], Board]] = {"fae": fae_plan, "fate": fate_plan}


def _read_fae(picture: Picture, view: View, _printed: bool) -> Read:
    reader = FaeReader(fae_plan(), lambda _: view)
    observation = reader.look("", 0.0, picture)
    if reader.learnt.usual < FEW_NATS:
        return Read({}, bare=True)
    return Read(observation.table, _doubtful(observation))


def _wrong_fae(table: Table, unsure: Collection[Space]) -> list[Wrong]:
    """What of E-002 is not so: one druid a space, one of each colour a region."""
    found: list[Wrong] = []
    for spaces in REGIONS.values():
        here = Counter(kind for space in spaces for kind, n in table.get(space, {}).items() for _ in range(n))
        missing = [colour for colour in COLOURS if not here[colour]]
        wrong = [
            *_empty([space for space in spaces if not table.get(space)], missing),
            *_crowded({space: sum(table.get(space, {}).values()) for space in spaces}),
            *_doubled(spaces, table, here, missing),
        ]
        asked = [Wrong(space, Sentence(_UNSURE)) for space in spaces if space in unsure and table.get(space)]
        found += wrong or asked
    return found


_UNSURE = N_("Which druid is this? Tap it.")
_MISSING = N_("{colour} is missing here.")
_EMPTY = N_("A druid is missing here.")
_CROWDED = N_("Only one druid belongs here.")
_DOUBLED = N_("{colour} stands twice in this region; missing: {missing}.")
_TWICE = N_("{colour} stands twice in this region.")
_TOO_MUCH = N_("{piece} lies here: take it off.")
_PUT_DRUIDS = N_("Put one druid on every space: in each region one of every colour.")
PATTERNS = (_UNSURE, _MISSING, _EMPTY, _CROWDED, _DOUBLED, _TWICE, _TOO_MUCH, _PUT_DRUIDS)
"""All that can be wrong."""


def _empty(empty: list[int], missing: list[str]) -> list[Wrong]:
    if len(missing) == 1:
        return [Wrong(space, Sentence(_MISSING, {"colour": COLOUR_NAMES[missing[0]]})) for space in empty]
    return [Wrong(space, Sentence(_EMPTY)) for space in empty]


def _crowded(counts: Mapping[int, int]) -> list[Wrong]:
    return [Wrong(space, Sentence(_CROWDED)) for space, count in counts.items() if count > 1]


def _doubled(
    spaces: Collection[int], table: Table, here: Mapping[str, int], missing: list[str]
) -> list[Wrong]:
    found: list[Wrong] = []
    for colour in COLOURS:
        places = [space for space in spaces if table.get(space, {}).get(colour)]
        if here[colour] > 1 and len(places) > 1:
            values = {"colour": COLOUR_NAMES[colour]}
            sentence = Sentence(_TWICE, values)
            if len(missing) == 1:
                sentence = Sentence(_DOUBLED, values | {"missing": COLOUR_NAMES[missing[0]]})
            found += [Wrong(space, sentence) for space in places]
    return found


def _read_fate(picture: Picture, view: View, printed: bool) -> Read:
    reader = FateReader(lambda _: view, None, None if printed else own_pieces())
    observation = reader.look("", 0.0, picture)
    unsure = _doubtful(observation)
    return Read({space: kinds for space, kinds in observation.table.items() if space not in unsure}, unsure)


def _wrong_fate(table: Table, _unsure: Collection[Space]) -> list[Wrong]:
    """The board begins empty but for the heroes in Grimheim; the first monsters come with the game."""
    return [
        Wrong(space, Sentence(_TOO_MUCH, {"piece": name(kind)}))
        for space in in_order(table)
        if space not in GRIMHEIM_HEXES
        for kind in table[space]
    ]


def _doubtful(observation: Observation) -> frozenset[Space]:
    return frozenset(space for space, chance in observation.confidence.items() if chance < SURE)


BEGINNINGS: Mapping[str, Beginning] = {
    "fae": Beginning(_read_fae, _wrong_fae, Sentence(_PUT_DRUIDS)),
    "fate": Beginning(_read_fate, _wrong_fate, Sentence("")),
}
