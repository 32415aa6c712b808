"""The board as text, for a terminal without a display."""

from collections.abc import Iterator, Mapping
from gettext import NullTranslations

from companion.games.base import Table
from companion.games.fae.board import CENTRES, RITUAL_CARDS, SPACES
from companion.i18n import say
from companion.session.caption import Caption
from companion.session.fae import words
from companion.session.fae.caption import caption
from companion.session.fae.snapshot import FaeSnapshot

COLUMNS, ROWS = 76, 22
LETTERS = {"red": "r", "blue": "b", "yellow": "y", "purple": "p", "black": "k"}
ANSI = {"red": "91", "blue": "94", "yellow": "93", "purple": "95", "black": "97;100"}
DIM = "2"
CLEAR = "\033[H\033[2J"
_SIGNS = {"mistake": "!", "mended": "+", "doubt": "?"}
"""Signs in front of events other than moves."""


class BoardLines:
    """Lines for snapshots: the whole board if `live`, else moves, mistakes and doubts."""

    def __init__(self, tr: NullTranslations, live: bool) -> None:
        self._tr, self._live = tr, live
        self._caption: Caption | None = None

    def __call__(self, before: FaeSnapshot | None, shown: FaeSnapshot) -> Iterator[str]:
        """Yield the lines for a snapshot that follows another."""
        if shown.position is None:
            return
        if before and before.position is None:
            before = None
        happened = caption(self._tr, before, shown) if before else None
        self._caption = happened or self._caption
        if self._live:
            marked = () if shown.step is None or shown.step.space is None else (int(shown.step.space),)
            yield f"{CLEAR}{board(shown.table, marked, coloured=True)}\n"
            yield say(self._tr, [shown.prompt.text])
            yield self._progress(shown)
            if self._caption:
                yield _line(self._caption)
            return
        if happened and happened.kind in _SIGNS:
            yield _line(happened)
        if before is None or len(shown.log) > len(before.log):
            yield self._progress(shown)
            if shown.log and shown.log[-1].rituals:
                yield board(shown.table, tuple(ritual.space for ritual in shown.log[-1].rituals))

    def _progress(self, shown: FaeSnapshot) -> str:
        """Return progress, last move and scores, on one line."""
        parts = [f"[{'#' * (len(RITUAL_CARDS) - shown.cards_left):.<{len(RITUAL_CARDS)}}]"]
        if shown.log:
            turn = shown.log[-1]
            parts.append(f"{turn.number:3}. {turn.player} {turn.move.source} → {turn.move.target}")
        parts.append(" ".join(f"{words.colour(self._tr, colour)} {n}" for colour, n in shown.scores.items()))
        return "  ".join(parts)


def _line(happened: Caption) -> str:
    return f"   {_SIGNS.get(happened.kind, ' ')}  {happened.text}"


def board(table: Table, marked: tuple[int, ...] = (), coloured: bool = False) -> str:
    """The board: on every space its druids as letters with their number, "·" when empty.

    Marked spaces stand in brackets.
    """
    rows: list[list[tuple[str, str]]] = [[(" ", "")] * COLUMNS for _ in range(ROWS)]
    for space in SPACES:
        cells = _cells(table.get(space, {}))
        if space in marked:
            cells = [("[", "1"), *cells, ("]", "1")]
        x, y = CENTRES[space]
        row = rows[round(y * (ROWS - 1))]
        start = min(max(0, round(x * (COLUMNS - 1)) - len(cells) // 2), COLUMNS - len(cells))
        row[start : start + len(cells)] = cells
    return "\n".join(
        "".join(f"\033[{code}m{text}\033[0m" if code and coloured else text for text, code in row).rstrip()
        for row in rows
    )


def _cells(pieces: Mapping[str, int]) -> list[tuple[str, str]]:
    if not pieces:
        return [("·", DIM)]
    return [
        (letter, ANSI[colour])
        for colour, n in pieces.items()
        for letter in (LETTERS[colour] if n == 1 else f"{LETTERS[colour]}{n}")
    ]
