"""A game of Fate as text, for a terminal without a display."""

from collections.abc import Callable
from gettext import NullTranslations

from companion.app.fate.event_text import difference
from companion.games.fate.places import placed
from companion.games.fate.track import last_step
from companion.i18n import say
from companion.session.fate.snapshot import FateSnapshot
from companion.session.snapshot import Snapshot
from companion.table.compare import Difference


class LogScreen:
    """Shows snapshots by `echo`: a line for everything that happened and for every difference but moves
    that the players may have made.
    """

    def __init__(self, tr: NullTranslations, echo: Callable[[str], object]) -> None:
        self._tr, self._echo = tr, echo
        self._told = 0
        self._step = 0
        self._differences: tuple[Difference, ...] = ()

    def show(self, shown: Snapshot) -> None:
        """Show what is new in a game of Fate."""
        if not isinstance(shown, FateSnapshot):
            return
        position = shown.position
        if position.step != self._step:
            self._step, last = position.step, last_step(position.options)
            track = f"[{'#' * self._step:.<{last}}]"
            town = self._tr.gettext("Town pieces: {n}").format(n=position.town)
            self._echo(f"{track}  {town}")
        for entry in shown.log[self._told :]:
            self._echo(f"{entry.number:4}  {say(self._tr, [placed(entry.text)])}")
        self._told = len(shown.log)
        moved = shown.choice is not None and shown.choice.what == "seen"
        differences = () if moved else shown.differences
        for found in differences:
            if found not in self._differences:
                self._echo(f"   !  {difference(self._tr, found)}")
        if self._differences and not differences:
            right = self._tr.gettext("The table is right again.")
            self._echo(f"   +  {right}")
        self._differences = differences
