"""Set-up of the strip: one light after the other shines, and people touch its place."""

from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.base import N_
from ui import theme
from ui.screens.set_up_part import Part
from ui.setup_service import StripStep
from ui.widgets.basics import Text, TouchButton
from ui.widgets.rows import Row, RowList
from ui.widgets.table_edge import TableEdge
from ui.widgets.text_sheet import TextSheet

HOST = "wled.local"
"""Default host name of a WLED strip."""
LAMPS, LEAST_LAMPS, MOST_LAMPS = 60, 8, 500
_STRIPS = (
    ("twin", "panel", N_("No strip: lights on the screen")),
    ("wled", "lamp", N_("ESP32 with WLED, by USB")),
    ("adalight", "lamp", N_("Arduino with Adalight, by USB")),
    ("network", "chart", N_("WLED in your network")),
)
_COLOURS = (("red", N_("Red")), ("green", N_("Green")), ("blue", N_("Blue")))


class LightsPart(Part):
    """Part that finds the layout of the strip: a light shines, people touch its place."""

    title, icon = N_("Lights"), "lamp"

    def build(self) -> None:
        """Show the present question."""
        self._shown: StripStep = self.setup.strip_step()
        step = self._shown
        if step.asks in ("", "done"):
            self._ask_kind(step.asks == "done")
        elif step.asks == "wait":
            self._wait(step)
        elif step.asks == "colour":
            self._ask_colour()
        else:
            self._ask_place(step)

    def look(self) -> None:
        """Check for the strip's answer."""
        if self.setup.strip_step() != self._shown:
            self.anew()

    def leave(self) -> None:
        """Restore the strip."""
        self.setup.leave_strip()

    def _ask_kind(self, done: bool) -> None:
        now = self.setup.strip_driver()
        lamps = self.chosen.get("lamps", LAMPS)
        text = (
            N_("Done. The lamps now light up at the spaces of every game.")
            if done
            else N_(
                "Say how many lamps are on the strip, then what drives it. Lay it around the board first."
            )
        )
        rows = RowList()
        rows.show([
            Row(self.tr(words), partial(self._choose, driver), icon, driver == now, True)
            for driver, icon, words in _STRIPS
        ])  # fmt: skip
        self.orientation = "vertical"
        self.add_widget(self.say(self.tr(text)))
        self.add_widget(self._count(lamps))
        self.add_widget(rows)

    def _count(self, lamps: int) -> Widget:
        line = BoxLayout(spacing=theme.mm(1.2), size_hint_y=None, height=theme.mm(10))
        words = self.app.tr.ngettext("{n} lamp", "{n} lamps", lamps).format(n=lamps)
        count = Text(text=words, bold=True, halign="center")
        for by in (-10, -1, 0, 1, 10):
            if not by:
                line.add_widget(Widget() if theme.portrait() else count)
                continue
            more = min(MOST_LAMPS, max(LEAST_LAMPS, lamps + by))
            made = TouchButton(text=f"{by:+d}".replace("-", "\N{MINUS SIGN}"))
            made.size = (theme.mm(13), theme.mm(10))
            made.disabled = more == lamps
            made.why_not = self.tr(N_("A strip cannot have more or fewer lamps than this."))
            made.bind(on_release=lambda _, more=more: self.choose(lamps=more))
            line.add_widget(made)
        if not theme.portrait():
            return line
        lines = BoxLayout(orientation="vertical", size_hint_y=None, height=theme.mm(18))
        lines.add_widget(count)
        lines.add_widget(line)
        return lines

    def _choose(self, driver: str) -> None:
        if driver == "network":
            title = self.tr(N_("Name or address of WLED"))
            TextSheet(title, partial(self._begin, driver), self.setup.strip_host() or HOST)
        else:
            self._begin(driver, "")

    def _begin(self, driver: str, host: str) -> None:
        lamps = self.chosen.get("lamps", LAMPS)
        self.attempt(lambda: self.setup.begin_strip(driver, lamps, host.strip() or HOST))
        self.anew()

    def _answer(self, seen: str) -> None:
        self.attempt(lambda: self.setup.answer_strip(seen))
        self.anew()

    def _wait(self, step: StripStep) -> None:
        text = self.tr(N_("Looking for the strip …"))
        if step.problem:
            text = str(self.app.explain(step.problem))
        self.orientation = "vertical"
        self.add_widget(self.say(text))
        self.add_widget(self._cancel())

    def _cancel(self) -> Widget:
        made = TouchButton(icon="cross", text=self.tr(N_("Another strip")), size_hint=(1, None))
        made.height = theme.mm(10)
        made.bind(on_release=lambda _: self._give_up())
        return made

    def _give_up(self) -> None:
        self.setup.leave_strip()
        self.anew()

    def _ask_colour(self) -> None:
        self.orientation = "vertical"
        self.add_widget(self.say(self.tr(N_("All lamps are lit. In which colour?"))))
        line = BoxLayout(spacing=theme.mm(2))
        for colour, words in _COLOURS:
            made = TouchButton(text=self.tr(words), size_hint=(1, 1), em="title")
            made.bind(on_release=lambda _, colour=colour: self._answer(colour))
            line.add_widget(made)
        self.add_widget(line)
        self.add_widget(self._cancel())

    def _ask_place(self, step: StripStep) -> None:
        edge = TableEdge(size_hint=(1.7, 1))
        edge.bind(on_place=lambda _, place: self._answer(place))
        side = BoxLayout(orientation="vertical", spacing=theme.mm(1.6))
        text = self.tr(N_("One lamp is lit. Touch where it is."))
        if step.problem:
            text = str(self.app.explain(step.problem))
        side.add_widget(self.say(text))
        side.add_widget(Text(text=f"{step.share:.0%}", em="title", halign="center"))
        side.add_widget(self._cancel())
        self.add_widget(edge)
        self.add_widget(side)
