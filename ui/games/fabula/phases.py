"""Phases of a turn in the message bar; the present one stands on ink and has its word."""

from kivy.app import App
from kivy.properties import StringProperty

from companion.games.base import N_
from ui import theme
from ui.explanation import About
from ui.games.fabula import card_print, explanations
from ui.widgets.painted import Painted

_LAST = "end"
"""Phase that is only shown while it lasts."""
PHASES = {
    "restoration": ("fb-turn", N_("Restore")),
    "action": ("fb-hand", N_("Cards")),
    "offence": ("fb-offence", N_("Attack")),
    "influence": ("fb-influence", N_("Influence")),
    "end": ("check", N_("End")),
}
_SIDE_MM, _GAP_MM = 8.4, 0.6


class Phases(Painted):
    """Row of phases as wide as it needs to be; none is present before the first turn."""

    watched = ("phase", "language")
    phase = StringProperty("")
    language = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.size_hint = None, 1
        self.bind(phase=self._measure, language=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        self._said = self._word()
        self.width = len(self._shown()) * theme.mm(_SIDE_MM + _GAP_MM) + self._word_wide()

    def _shown(self) -> dict[str, tuple[str, str]]:
        """Phases in the row: none before the first turn; an upright window has room for one alone."""
        if self.phase not in PHASES:
            return {}
        return {
            phase: looks
            for phase, looks in PHASES.items()
            if phase == self.phase or not (phase == _LAST or theme.portrait())
        }

    def _word(self) -> str:
        """Word of the present phase; large letters leave it no room in an upright window."""
        if self.phase not in PHASES or (theme.portrait() and theme.large_text()):
            return ""
        return str(App.get_running_app().tr.gettext(PHASES[self.phase][1]))

    def _word_wide(self) -> float:
        word = self._said
        return card_print.width_of(word, theme.em("body"), card_print.BOLD) + theme.mm(2) if word else 0.0

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the phase at a place."""
        right = self.x
        for phase in self._shown():
            right += theme.mm(_SIDE_MM + _GAP_MM) + (self._word_wide() if phase == self.phase else 0)
            if x < right:
                return explanations.phase(App.get_running_app().tr, phase)
        return None

    def paint(self) -> None:
        """Draw the row."""
        side, x, y = theme.mm(_SIDE_MM), self.x, self.middle[1]
        for phase, (sign, _) in self._shown().items():
            now = phase == self.phase
            wide = side + (self._word_wide() if now else 0)
            rim = theme.mm(0.3)
            self.box((x, y - side / 2), (wide, side), theme.INK if now else theme.LINE, side / 2)
            if not now:
                inner = (wide - 2 * rim, side - 2 * rim)
                self.box((x + rim, y - side / 2 + rim), inner, theme.GROUND, side / 2 - rim)
            ink = theme.SURFACE if now else theme.SOFT
            self.draw(sign, x + side / 2, y, 0.6 * side, ink)
            if now:
                self.text(self._said, x + 0.92 * side, y, theme.em("body"), ink, 0)
            x += wide + theme.mm(_GAP_MM)
