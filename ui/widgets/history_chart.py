"""A stored game: the chart of its numbers, its replay and its key moments to tap."""

from collections.abc import Callable, Mapping
from gettext import NullTranslations
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from companion.games import registry
from companion.games.base import player_name
from ui import theme
from ui.player_names import shown_name
from ui.services import History
from ui.widgets.chart import LineChart, LineStyle
from ui.widgets.rows import Row, RowList


class HistoryChart(BoxLayout):
    """Chart of a `History`; the first row starts the replay, a tap on a moment shows its board.

    Chart and moments are in one row if `side_by_side`, else in one column.
    """

    def __init__(self, side_by_side: bool = False, **kwargs: Any) -> None:
        super().__init__(
            spacing=theme.mm(2), orientation="horizontal" if side_by_side else "vertical", **kwargs
        )
        self.chart = LineChart()
        self.moments = RowList()
        if side_by_side:
            self.chart.size_hint_x = 1.5
        else:
            self.chart.size_hint_y = 1.4
        self.add_widget(self.chart)
        self.add_widget(self.moments)

    def show(self, history: History, styles: Mapping[str, LineStyle]) -> None:
        """Show a game; `styles` are the appearances of its lines."""
        tr = App.get_running_app().tr
        chart_of(self.chart, history, styles)
        rows = [Row(tr.gettext("Watch it again"), _opener("replay", game=history.id), "play")]
        if App.get_running_app().controller.reviews.offered(history):
            rows.append(Row(tr.gettext("What decided it"), _opener("review", game=history.id), "chart"))
        rows += [
            Row(moment.sentence.say(tr), _opener("replay", game=history.id, at=moment.step), "eye")
            for moment in history.moments
        ]
        self.moments.show(rows)


def _opener(page: str, **about: int) -> Callable[[], None]:
    return lambda: App.get_running_app().open(page, **about)


def chart_of(chart: LineChart, history: History, styles: Mapping[str, LineStyle]) -> None:
    """Put a game on a chart; `styles` are those of its lines, others are not shown."""
    chart.styles = styles
    chart.names = {
        line: shown_name(player) for player, line in history.secrets.items() if isinstance(line, str)
    }
    chart.series = {name: values for name, values in history.series.items() if name in styles}
    chart.moments = [moment.at for moment in history.moments]


def result(history: History, tr: NullTranslations) -> str:
    """Result of a game as text."""
    if not history.finished:
        name = player_name(tr, history.turn)
        return tr.gettext("{player} is next").format(player=name) if name else tr.gettext("it goes on")
    if registry.rules(history.game).cooperative:
        return tr.gettext("won together") if history.winners else tr.gettext("lost")
    if not history.winners:
        return tr.gettext("nobody won")
    pattern = tr.ngettext("{players} won", "{players} won", len(history.winners))
    return pattern.format(players=", ".join(player_name(tr, name) for name in history.winners))


def lasted(history: History, tr: NullTranslations) -> str:
    """Duration of a game as text."""
    return tr.ngettext("{n} minute", "{n} minutes", history.minutes).format(n=history.minutes)
