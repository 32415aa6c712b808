"""Start page: the stored game to go on with, and the covers of all games."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.utils import get_color_from_hex

from companion.errors import CompanionError
from companion.games import registry
from companion.i18n import say
from companion.i18n.error_text import translated_text
from ui import all_games, days, theme
from ui.backup_service import StoredBackup
from ui.explanation import About
from ui.player_names import figure_of, figures, shown_name
from ui.screens import start_game, table_status
from ui.screens.cover import Cover, CoverPicture
from ui.screens.page import Page
from ui.services import DeviceStatus, SavedGame, Where
from ui.widgets.basics import Icon, PanelBox
from ui.widgets.lines import Lines
from ui.widgets.painted import Painted
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

AT_ONCE = 5
"""Maximum number of stored games to resume; the page of all games has the others."""
_LEAST_COVER_MM = (28.0, 24.0)
"""Minimum width and height of a cover, unless there is less room even for one."""
_GAP_MM = 2.6
_SWIPE_MM = 12.0
"""Minimum way of a swipe."""
_DOT_MM, _DOT_PITCH_MM = 1.6, 3.0
_APPEAR_S = 0.18
LOOK_EVERY_S = 2.0
"""Seconds between two queries of the devices' status."""


def _try_again() -> None:
    """Leave safe mode: restart with all devices."""
    app = App.get_running_app()
    app.controller.devices.try_again()
    app.stop()


def _explain_left_out() -> None:
    """Show the file and line of each error."""
    tr = App.get_running_app().tr
    reasons = [Lines(text=translated_text(tr, error), em="note") for error in registry.left_out().values()]
    ModalSheet(tr.gettext("Left out"), reasons)


class Covers(ScrollView):
    """The covers of all games, as large as possible; they scroll if there are many."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(scroll_distance=theme.mm(2), bar_width=theme.mm(0.8), **kwargs)
        self._grid = GridLayout(spacing=theme.mm(_GAP_MM), size_hint=(None, None))
        self._grid.bind(minimum_size=self._grid.setter("size"))
        self.add_widget(self._grid)
        self.bind(size=lambda *_: self._lay_out())

    def show(self, covers: Sequence[Cover]) -> None:
        """Replace the covers."""
        self._grid.clear_widgets()
        for cover in covers:
            self._grid.add_widget(cover)
        self._lay_out()

    def _lay_out(self) -> None:
        """One row, and two abreast in an upright window."""
        covers, gap = self._grid.children, theme.mm(_GAP_MM)
        abreast = min(2, len(covers)) if theme.portrait() else len(covers)
        self._grid.cols = abreast or 1
        shares = (self._grid.cols, ceil(len(covers) / self._grid.cols) or 1)
        width, height = (
            max(min(theme.mm(least), room), (room + gap) / share - gap)
            for least, room, share in zip(_LEAST_COVER_MM, self.size, shares, strict=True)
        )
        for cover in covers:
            cover.size = (width, height)


class StartNotice(BoxLayout):
    """A notice about a problem, with a button that explains or solves it."""

    why = StringProperty("")
    icon = StringProperty("")
    text = StringProperty("")
    act = ObjectProperty(None)


class StoredGameDots(ButtonBehavior, Painted):
    """A dot for every stored game, the one that is shown full and wide; a touch shows the next."""

    watched = ("count", "at")
    count = NumericProperty(1)
    at = NumericProperty(0)

    def paint(self) -> None:
        """Draw the dots."""
        side, pitch = theme.mm(_DOT_MM), theme.mm(_DOT_PITCH_MM)
        x, y = self.middle
        x -= (pitch * (self.count - 1) + side + side) / 2
        for i in range(int(self.count)):
            here = i == self.at
            self.box((x, y - side / 2), (2 * side if here else side, side), theme.INK if here else theme.SOFT,
                     side / 2)  # fmt: skip
            x += pitch + side * here


class StoredGame(PanelBox):
    """The stored game to go on with: its board, when it was played, and by whom."""

    when = StringProperty("")
    title = StringProperty("")
    """Whose turn it is; the names of the players while that is not known."""
    who = StringProperty("")
    """Names of the players, unless they are the title."""
    people_px = NumericProperty(0)
    """Height that figures and names need."""
    frame = ListProperty(theme.INK)
    go_on = ObjectProperty(None)
    more = ObjectProperty(None)
    browse = ObjectProperty(None)
    """Called with 1 for the next stored game and -1 for the one before."""
    count = NumericProperty(1)
    at = NumericProperty(0)
    """Number of stored games, and the index of this one."""

    def __init__(self, game: SavedGame, **kwargs: Any) -> None:
        app = App.get_running_app()
        tr = app.tr
        super().__init__(**kwargs)
        self.people_px = theme.mm(8.4)
        moves = tr.ngettext("{n} move", "{n} moves", game.moves).format(n=game.moves)
        when = tr.gettext("{when}, {moves}").format(when=days.day(tr, game.when), moves=moves)
        self.when = f"{registry.rules(game.game).title} · {when}"
        self.title = ", ".join(map(shown_name, game.players))
        self._game = game
        known = figures(app, game.players)
        for name in game.players:
            self.ids.figures.add_widget(Icon(name=figure_of(game.bots, known, name)))
        tile = all_games.tiles()[game.game]
        self.frame = get_color_from_hex(tile.strip)
        self.ids.board.add_widget(CoverPicture(tile=tile))

    def about_at(self, x: float, y: float) -> About:
        """Explain the stored game."""
        stored = App.get_running_app().tr.gettext("The game that was stored last. You can go on with it.")
        return About(self.who, stored)

    def show_board(self, board: Any) -> None:
        """Show the board instead of the cover."""
        self.ids.board.clear_widgets()
        self.ids.board.add_widget(board)

    def show_turn(self, seat: int) -> None:
        """Show whose turn it is, as an index of the players."""
        pattern = App.get_running_app().tr.gettext("{player} is next")
        self.who, self.title = self.title, pattern.format(player=shown_name(self._game.players[seat]))

    def on_touch_up(self, touch: Any) -> bool:
        """Turn a swipe into `browse`; a key under it is let go."""
        across, along = touch.x - touch.ox, touch.y - touch.oy
        wide = abs(across) > max(theme.mm(_SWIPE_MM), 2 * abs(along))
        if wide and self.count > 1 and touch.grab_current is None and self.collide_point(*touch.opos):
            for key in filter(None, [held() for held in touch.grab_list]):
                touch.ungrab(key)
                key.state = "normal"
            self.browse(-1 if across > 0 else 1)
            return True
        return bool(super().on_touch_up(touch))


class StartScreen(Page):
    """Start page: a stored game to go on with, a cover for every game, and the status of the table."""

    status = StringProperty("twin")
    status_words = StringProperty("")
    saved: Sequence[SavedGame] = ()
    signs: Sequence[DeviceStatus] = ()
    offer: StoredBackup | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._ticks = self.lifetime.trigger(self._look, LOOK_EVERY_S, repeat=True)
        self._card: StoredGame | None = None
        self._checked = registry.waiting()
        """Games that were still being checked when the page was built."""
        self.shown = 0
        """Index of the stored game that is shown."""
        self.bind(on_enter=lambda _: self._ticks())

    def open(self, problem: str = "", **about: Any) -> None:
        """Reload games and devices; `problem` is the last refusal."""
        self.saved, self.signs, self.shown = (), App.get_running_app().controller.devices.signs(), 0
        self.attempt(self._look_for_games)
        self._look_for_checked()
        problem = problem or self.problem
        super().open(**about)
        self.problem = problem

    def refresh_text(self) -> None:
        """Rebuild the page."""
        self._show_notice()
        self._show_status()
        self._show_covers()
        self._show_saved()

    def explain(self) -> None:
        """Show all devices of the table."""
        table_status.show(self.signs)

    def new_game(self, game: str) -> None:
        """Open the page of a new game; before the first one it is said what the game is about."""
        app = App.get_running_app()
        new = app.controller.profiles.is_new(game) and all_games.tiles()[game].teaches
        app.open("intro" if new else "new", game=game)

    def resume(self, game: SavedGame) -> None:
        """Resume a stored game, with the table kind used last for this game."""
        app = App.get_running_app()
        table = start_game.plan_for(app, all_games.of(game.game)).table
        self.attempt(lambda: app.controller.resume(game.id, table))

    def choose(self, index: int) -> None:
        """Show another stored game."""
        self.shown = index
        self._show_saved()
        if self._card:
            self._card.opacity = 0
            self.lifetime.animate(self._card, Animation(opacity=1, duration=_APPEAR_S))

    def browse(self, by: int) -> None:
        """Show the next stored game, or the one before; after the last comes the first."""
        self.choose((self.shown + by) % len(self.saved))

    def more(self) -> None:
        """Offer the other stored games, and to delete the one that is shown."""
        tr, now = App.get_running_app().tr, self.saved[self.shown]
        others = [
            Row(f"{days.day(tr, game.when)} · {', '.join(map(shown_name, game.players))}",
                partial(self.choose, index), all_games.tiles()[game.game].icon)
            for index, game in enumerate(self.saved) if game is not now
        ]  # fmt: skip
        delete = Row(tr.gettext("Delete this game"), partial(self.delete, now), "trash")
        ModalSheet(tr.gettext("Stored games"), [*others, delete])

    def delete(self, game: SavedGame) -> None:
        """Put a stored game away."""
        App.get_running_app().deleted.put_away(game.id, partial(self._show_again, game))

    def _show_again(self, game: SavedGame) -> None:
        self.open()
        self.choose(next((i for i, saved in enumerate(self.saved) if saved.id == game.id), 0))

    def on_leave(self, *_: Any) -> None:
        """Stop everything; a game that was put away is deleted now."""
        App.get_running_app().deleted.settle()
        super().on_leave()

    def _look_for_games(self) -> None:
        stored = App.get_running_app().controller.archive.saved_games()
        shown = all_games.tiles()  # a stored game's may have been removed
        kept = [game for game in stored if game.game in shown and game.id != App.get_running_app().deleted.id]
        self.saved = kept[:AT_ONCE]

    def _look_for_checked(self) -> None:
        """Show the games that became playable, and their stored games; their catalogues count from now on."""
        if (checked := registry.waiting()) != self._checked:
            self._checked = checked
            self.attempt(self._look_for_games)
            app = App.get_running_app()
            app.speak(app.language)

    def _look(self, _: float) -> None:
        self._look_for_checked()
        signs = App.get_running_app().controller.devices.signs()
        if list(signs) != list(self.signs):
            self.signs = signs
            self._show_status()
        offer = App.get_running_app().controller.backups.offer()
        if offer != self.offer:
            self.offer = offer
            self._show_notice()

    def _show_notice(self) -> None:
        app, box = App.get_running_app(), self.ids.notice
        box.clear_widgets()
        if why := app.controller.devices.safe_mode_reason():
            again = app.tr.gettext("Try again")
            box.add_widget(StartNotice(why=say(app.tr, [why]), icon="redo", text=again, act=_try_again))
        if offer := self.offer:
            pattern = app.tr.gettext("There is a backup on the USB stick: {when}")
            ask = partial(app.open, "backup", restore=offer.file)
            why = pattern.format(when=days.moment(app.tr, offer.when))
            box.add_widget(StartNotice(why=why, icon="undo", text=app.tr.gettext("Restore"), act=ask))
        if left_out := registry.left_out():
            pattern = app.tr.ngettext(
                "A game cannot be loaded: {games}.", "Games cannot be loaded: {games}.", len(left_out)
            )
            why = pattern.format(games=", ".join(left_out))
            more = app.tr.gettext("Why?")
            box.add_widget(StartNotice(why=why, icon="help", text=more, act=_explain_left_out))

    def _show_status(self) -> None:
        self.status, self.status_words = table_status.status(App.get_running_app().tr, self.signs)

    def _show_covers(self) -> None:
        app, covers = App.get_running_app(), []
        for name, tile in all_games.tiles().items():
            cover = Cover(name, tile)
            cover.about = app.tr.gettext("Begins a new game. The numbers: players, minutes, age.")
            cover.bind(on_release=lambda _, game=name: self.new_game(game))
            cover.bind(on_learn=lambda _, game=name: app.open("intro", game=game))
            covers.append(cover)
        covers += [Cover(name, None) for name in registry.waiting()]
        self.ids.covers.show(covers)

    def _show_saved(self) -> None:
        box = self.ids.saved
        box.clear_widgets()
        self._card = None
        if self.saved:
            game = self.saved[self.shown]
            card = self._card = StoredGame(
                game,
                go_on=partial(self.resume, game),
                more=self.more,
                browse=self.browse,
                count=len(self.saved),
                at=self.shown,
            )
            box.add_widget(card)
            # the game's screens are loaded only after a picture of the page
            self.lifetime.once(lambda _: self.lifetime.once(partial(self._show_board, card, game)))

    def _show_board(self, card: StoredGame, game: SavedGame, _: float) -> None:
        if card is not self._card:
            return
        with suppress(CompanionError):  # the cover stays
            steps, board = (
                App.get_running_app().controller.archive.replay(game.id),
                all_games.of(game.game).past_board,
            )
            if not steps:
                return
            rules = registry.rules(game.game)
            if (turn := rules.turn(steps[-1].position)) is not None:
                card.show_turn(turn)
            if board:
                shown = board()
                card.show_board(shown)
                shown.look_at(steps[-1].position, Where())
