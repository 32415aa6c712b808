"""A stored game: the chart of its numbers, its replay and its key moments to tap."""

from collections.abc import Mapping
from gettext import NullTranslations

from companion.games import registry
from companion.games.base import player_name
from ui.player_names import shown_name
from ui.services import History
from ui.widgets.chart import LineChart, LineStyle


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
