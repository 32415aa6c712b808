"""What decided a stored game: its course, at most three turning points, and a badge for everybody."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.games.base import Space
from companion.i18n import say
from ui import all_games, days, theme
from ui.boards.art import WHITE
from ui.game_ui import GameUi
from ui.player_names import figure_of, figures, shown_name
from ui.screens.page import Page
from ui.services import History, ReplayStep, Review, TurningPoint, Where
from ui.widgets.basics import PanelBox, TouchButton
from ui.widgets.course import Course as Course  # for the kv file
from ui.widgets.history_chart import result
from ui.widgets.progress import Progress as Progress  # for the kv file
from ui.widgets.result_chip import ResultChip

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK_S = 0.15
"""Time between two looks at the work in the background."""
_DRAW_S = 0.9
"""Time in which the curve draws itself, once."""


class BadgeCard(PanelBox):
    """A person, with a laurel if they `won`, and what they were good at: its sign, words and number."""

    figure = StringProperty("")
    name = StringProperty("")
    sign = StringProperty("")
    words = StringProperty("")
    number = StringProperty("")
    won = BooleanProperty(False)


class Captioned(FloatLayout):
    """A board that fills this widget, with a label in its corner."""

    text = StringProperty("")

    def __init__(self, board: Any, text: str) -> None:
        super().__init__()
        self.add_widget(board, index=len(self.children))
        self.text = text
        self.bind(
            pos=lambda _, pos: setattr(board, "pos", pos), size=lambda _, size: setattr(board, "size", size)
        )


class ReviewPage(Page):
    """What decided the stored game with the id it is opened with.

    `chosen` is the turning point that is shown; `share` of the work in the background is done.
    """

    chosen = NumericProperty(-1)
    share = NumericProperty(0.0)
    ready = BooleanProperty(False)
    told = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.game = 0
        self._history: History | None = None
        self._steps: Sequence[ReplayStep] = ()
        self._review: Review | None = None
        self._boards: tuple[Any, Any] | None = None
        super().__init__(**kwargs)
        self._looking = self.lifetime.trigger(self._look, _LOOK_S, repeat=True)

    def open(self, **about: Any) -> None:
        """Begin the review of the stored `game`; show its turning point `chosen`, by default the last one."""
        self.game, self.chosen = about["game"], about.get("chosen", -1)
        self.ready, self._review, self._history = False, None, None
        super().open()
        if self.attempt(self._begin):
            self._looking()
        self.refresh_text()

    def state(self) -> dict[str, Any]:
        """The turning point that is shown."""
        return {"game": self.game, "chosen": int(self.chosen)}

    def on_leave(self, *_: Any) -> None:
        """End the work: nobody waits for it any more."""
        super().on_leave()
        self._looking.cancel()
        App.get_running_app().controller.reviews.stop()

    def choose(self, turn: int) -> None:
        """Show a turning point on the boards."""
        self.chosen = turn
        self._show_turn()

    def show_better(self) -> None:
        """Show the better move on the first board, in place of what led to the turning point."""
        better, boards = self._turn.better if self._turn else None, self._boards
        if better and boards:
            self._put(boards[0], better.step - 1, (better.way,), better.way)

    def watch(self) -> None:
        """Play the game from the turning point that is shown."""
        at = max(0, self._turn.step - 1) if self._turn else 0
        App.get_running_app().open("replay", game=self.game, at=at, playing=True)

    def refresh_text(self) -> None:
        """Write everything again."""
        if self._history is None:
            return
        app, history = App.get_running_app(), self._history
        self._show_people(app, history)
        self._show_turn()

    def _begin(self) -> None:
        controller = App.get_running_app().controller
        self._history = controller.archive.history(self.game)
        self._steps = controller.archive.replay(self.game)
        controller.reviews.begin(self.game)

    def _look(self, _: float) -> None:
        """Show how far the work is, or the review."""
        reviews = App.get_running_app().controller.reviews
        found = None

        def take() -> None:
            nonlocal found
            found, self.share = reviews.latest(), reviews.progress()

        if self.attempt(take) and found is None:
            return
        self._looking.cancel()
        if found is None:
            self.refresh_text()
            return
        self._review, self.ready = found, True
        if not 0 <= self.chosen < len(found.turns):
            self.chosen = len(found.turns) - 1
        self._show_course(found)
        self.refresh_text()

    @property
    def _turn(self) -> TurningPoint | None:
        turns = self._review.turns if self._review else ()
        return turns[int(self.chosen)] if 0 <= self.chosen < len(turns) else None

    def _show_course(self, found: Review) -> None:
        assert self._history
        course, game = self.ids.course, all_games.of(self._history.game)
        known = figures(App.get_running_app(), self._history.players)
        course.values = [list(values) for values in found.course.values()]
        course.colours = _colours(game, self._history, found)
        if found.course.keys() <= set(self._history.players):
            course.pictures = [figure_of(self._history.bots, known, name) for name in found.course]
            course.tints = [WHITE] * len(course.pictures)
        else:
            looks = game.danger[1:] if game.danger else ()
            course.pictures = [look.picture for look in looks]
            course.tints = [list(look.tint) for look in looks]
        course.losses = found.losses
        course.turns = [turn.step for turn in found.turns]
        course.drawn = 0.0
        self.lifetime.animate(course, Animation(drawn=1.0, duration=_DRAW_S))

    def _show_turn(self) -> None:
        """Show the chosen turning point: its boards, what happened, and a better move."""
        self.ids.course.chosen = self.chosen
        tr, turn = App.get_running_app().tr, self._turn
        self.ids.boards.clear_widgets()
        self.ids.better.clear_widgets()
        if self._review is None or self._history is None:
            self.told = "" if self.problem else tr.gettext("Looking through the game …")
            return
        if turn is None:
            self.told = tr.gettext("No single move decided it: it came bit by bit.")
            return
        self.told = say(tr, turn.sentences)
        if turn.better:
            text = tr.gettext("Better: {move}").format(move=say(tr, turn.better.sentences))
            key = TouchButton(icon="lamp", text=text, quiet=True, align="left", em="note")
            lines = 3.5 if theme.large_text() and theme.portrait() else 2.4
            key.size_hint, key.height = (1, None), max(theme.mm(9), lines * theme.em("note") + theme.mm(2.4))
            key.bind(on_release=lambda _: self.show_better())
            self.ids.better.add_widget(key)
        self._show_boards(all_games.of(self._history.game), turn)

    def _show_boards(self, game: GameUi, turn: TurningPoint) -> None:
        if game.past_board is None:
            return
        before, after = self._boards = game.past_board(), game.past_board()
        tr = App.get_running_app().tr
        labels = tr.gettext("before"), tr.gettext("after")
        for board, label in zip(self._boards, labels, strict=True):
            self.ids.boards.add_widget(Captioned(board, label))
        where = self._steps[turn.step].where
        spaces = (*(space for way in where.ways for space in way), *where.spaces)
        self._put(before, turn.step - 1, where.ways, spaces)
        self._put(after, turn.step, (), spaces, where.spaces)

    def _put(
        self,
        board: Any,
        step: int,
        ways: tuple[tuple[Space, ...], ...],
        near: Sequence[Space],
        marked: tuple[Space, ...] = (),
    ) -> None:
        """Show a step of the replay on a board, close to some spaces."""
        board.look_at(self._steps[step].position, Where(ways, marked))
        self.lifetime.once(lambda _: board.look_closer(near))  # once it has its size

    def _show_people(self, app: Any, history: History) -> None:
        known, game = figures(app, history.players), all_games.of(history.game)
        badges = {badge.player: badge for badge in self._review.badges} if self._review else {}
        self.ids.chips.clear_widgets()
        self.ids.cards.clear_widgets()
        two = len(history.players) == 2 and not theme.portrait()  # the title keeps its room
        for name in history.players:
            if two and name in history.points:
                self.ids.chips.add_widget(
                    ResultChip(
                        figure=figure_of(history.bots, known, name),
                        points=str(history.points[name]),
                        won=name in history.winners,
                    )
                )
            card = BadgeCard(figure=figure_of(history.bots, known, name), name=shown_name(name))
            card.won = name in history.winners and len(history.winners) < len(history.players)
            if name in badges:
                look = game.badges[badges[name].kind]
                card.sign, card.words = look.icon, app.tr.gettext(look.words)
                card.number = look.number.format(n=badges[name].amount)
            self.ids.cards.add_widget(card)
        when = days.moment(app.tr, history.when) if self.ids.chips.children else result(history, app.tr)
        what = app.tr.gettext(game.danger.words) if game.danger else game.title
        self.ids.subtitle.text = self.problem or f"{what} · {when}"


def _colours(game: GameUi, history: History, found: Review) -> list[theme.Rgba]:
    """The colour of each line: that of the player's secret if it has one, else one of four."""
    spare = [theme.ACCENT, theme.ASK, theme.GOOD, theme.BAD]
    colours = []
    for at, line in enumerate(found.course):
        look = game.chart.get(str(history.secrets.get(line)))
        colours.append(list(look.colour) if look else spare[at % len(spare)])
    return colours
