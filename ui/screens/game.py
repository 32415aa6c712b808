"""Base of all play screens: message bar, refusals, light strip and camera picture."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.i18n import say
from companion.session.messages import AllDone, Message, Redo, Undo
from ui import games, theme
from ui.boards.people import APP, picture
from ui.explanation import About
from ui.lifetime import Lifetime, LivingScreen
from ui.player_names import figures
from ui.screens.menu import MenuItem
from ui.screens.message import BarMessage
from ui.screens.teaching import Teaching
from ui.sounds import SoundName
from ui.widgets.basics import TouchButton, text_height
from ui.widgets.bubble import Box, Spot
from ui.widgets.reuse import arrange
from ui.widgets.seat_chip import SeatChip
from ui.widgets.twins import CameraView

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_REFRESH_S = 0.1
_PHONES_S = 1.0
_FLASH_S = 4.0
_INKS = {
    "turn": (theme.CLEAR, theme.INK),
    "do": (theme.ACCENT, theme.ON_ACCENT),
    "good": (theme.GOOD, theme.ON_SIGNAL),
    "over": (theme.CLEAR, theme.INK),
    "wrong": (theme.BAD, theme.ON_SIGNAL),
    "ask": (theme.ASK, theme.ON_SIGNAL),
    "wait": (theme.CLEAR, theme.INK),
    "look": (theme.CLEAR, theme.INK),
}
_SOUNDS: dict[str, SoundName] = {"do": "attention", "wrong": "wrong", "ask": "ask"}
_LAMP, _GLOW_S = "check", 2.0
_BAR_MM = 13.2
"""Least height of the message bar at the normal text size."""
_BAR_PARTS = 5
"""Number of the bar's own parts in the kv file: menu, figure, words, what is beside them, help."""
_EMBER = 0.2
"""Brightness of the indicator in quiet mode while nothing happens, 0..1."""


class MessageBar(BoxLayout):
    """The next step for the whole table in large letters, with a smaller line below if there is room.

    The keys of menu and help are at its ends; what is added to it stands before help. `figure`: art of the
    person who acts. A refusal takes the place of the next step, which then stands below.

    `hands`: what people should put back on a table without camera; the button beside it dispatches `on_done`.
    In quiet mode only a `calm` indicator shows while no message is needed.
    """

    icon = StringProperty("")
    figure = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    refusal = StringProperty("")
    hands = StringProperty("")
    shown = StringProperty("")
    under = StringProperty("")
    """Texts of the two lines."""
    colour = ListProperty(theme.CLEAR)
    ink = ListProperty(theme.INK)
    soft_ink = ListProperty(theme.SOFT)
    calm = BooleanProperty(False)
    __events__ = ("on_done", "on_menu", "on_help")

    def __init__(self, **kwargs: Any) -> None:
        self._said = ""
        self.lifetime = Lifetime()
        super().__init__(**kwargs)
        self.height = theme.text_mm(_BAR_MM)
        self._right = TouchButton(icon="check")
        if theme.portrait():
            self._right.icon = ""
        self._right.size = theme.mm(26 if theme.portrait() else 46), theme.text_mm(10.2)
        self._right.bind(on_release=lambda _: self.dispatch("on_done"))

    def on_kv_post(self, base_widget: Widget) -> None:
        """Lay the words out whenever they or their room change."""
        for name in ("shown", "under"):
            self.fbind(name, self._lay_words)
        self.ids.words.bind(size=self._lay_words)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        """Add a part of the bar, later something to show beside the message."""
        if len(self.children) < _BAR_PARTS:
            super().add_widget(widget, *args, **kwargs)
        else:
            self.ids.beside.add_widget(widget, *args, **kwargs)

    def on_done(self) -> None:
        """Handle the user's report that the table is right."""

    def on_menu(self) -> None:
        """Handle a touch of the key of the menu."""

    def on_help(self) -> None:
        """Handle a touch of the key of help."""

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the words of the bar."""
        tr = App.get_running_app().tr
        what = tr.gettext("The bar says what happens now and what to do next.")
        return About(tr.gettext("Next step"), what) if self.ids.words.collide_point(x, y) else None

    def show(
        self, message: BarMessage, refusal: str | None = None, hands: str = "", figure: str = ""
    ) -> None:
        """Show a message in the colours of its kind; a new one is also spoken. `figure`: who acts."""
        app = App.get_running_app()
        if refusal and refusal != self.refusal and self.get_parent_window():
            app.sound("wrong")
            app.say_aloud(refusal)
        elif message.title != self._said and self.get_parent_window():
            if message.kind in _SOUNDS:
                app.sound(_SOUNDS[message.kind])
            app.say_aloud(message.title, needed=message.needed)
        self._said, self.refusal, self.hands = message.title, refusal or "", hands
        self._right.text = app.tr.gettext("Table is right")
        beside = self.ids.beside
        if bool(hands) != bool(self._right.parent):
            (beside.add_widget if hands else beside.remove_widget)(self._right)
        self.calm = app.quiet and message.kind == "turn" and not (refusal or hands)
        if self.calm:
            self._light_lamp()
            return
        Animation.cancel_all(self, "ink")
        self.title, self.detail = message.title, message.detail
        kind, self.icon = message.kind, message.icon
        self.figure = figure if kind in ("turn", "look", "wait") else ""
        self.shown, self.under = message.title, message.detail
        if refusal:
            kind, self.icon, self.figure = "wrong", "warn", ""
            self.shown, self.under = refusal, message.title
        elif hands:
            kind, self.icon, self.figure = "do", "hand", ""
            self.shown, self.under = hands, message.title
        self.colour, self.ink = _INKS[kind]
        self.soft_ink = theme.SOFT if self.ink == theme.INK else self.ink

    def glow(self) -> None:
        """Flash the indicator of quiet mode: an action was accepted."""
        if self.calm:
            self.ink = theme.GOOD
            ember = [*theme.GOOD[:3], _EMBER]
            self.lifetime.animate(self, Animation(ink=ember, duration=_GLOW_S, t="in_quad"))

    def _light_lamp(self) -> None:
        if self.icon != _LAMP or self.title:
            self.colour, self.ink = theme.CLEAR, [*theme.GOOD[:3], _EMBER]
            self.icon, self.title, self.detail, self.figure = _LAMP, "", "", ""
            self.shown = self.under = ""

    def _lay_words(self, *_: Any) -> None:
        """Choose the largest lines that hold the message: the second line goes first, then the size.

        The bar grows for what is too long even in notes.
        """
        words, title, under = self.ids.words, self.ids.title, self.ids.under
        if min(words.size) < 2:
            return
        sizes: tuple[tuple[theme.TextSize, str], ...] = (
            ("title", self.under),
            ("title", ""),
            ("body", self.under),
            ("body", ""),
            ("note", ""),
        )
        for em, lines in sizes:
            title.em, under.text = em, lines
            under.height = text_height(lines, "note", words.width) if lines else 0
            high = text_height(self.shown, em, words.width, bold=em == "body")
            if high + under.height <= theme.text_mm(_BAR_MM) + 1:
                break
        if isfinite(high):
            self.height = max(theme.text_mm(_BAR_MM), high + under.height)


class GameScreen(LivingScreen):
    """A play screen: a message bar, a light strip `strip` if there is one, and a camera picture.

    `watched`: a real or simulated camera watches the table. `exhibiting`: demo mode. The picture is only
    requested while it is shown. `bar` is the message bar. `scene_s`: seconds that the last move is shown;
    `went_on`: the present touch has ended that.
    """

    bar = ObjectProperty(None)
    watched = BooleanProperty(False)
    exhibiting = BooleanProperty(False)
    twin = BooleanProperty(False)
    rim_mm = NumericProperty(0)
    """Whether the light strip is drawn around the board, because there is no table, and how wide it is."""
    exhibited: tuple[str, ...] = ()
    """Ids of the widgets that stay beside the board in demo mode."""

    def __init__(self, **kwargs: Any) -> None:
        self.snapshot: Any = None
        self._flash: str | None = None
        self._camera = CameraView()
        self._looking = False
        self._put_aside: list[Widget] = []
        self._panel_key: object = None
        self._teaching = Teaching(self)
        self._read = -1
        self.scene_s = 0.0
        self.went_on = False
        super().__init__(**kwargs)
        self._end_flash = self.lifetime.trigger(lambda _: self.unflash(), _FLASH_S)
        self._refresh = self.lifetime.trigger(self._live, _REFRESH_S, repeat=True)
        self._seated: Mapping[str, bool] = {}
        self._phones = self.lifetime.trigger(lambda _: self._look_at_phones(), _PHONES_S, repeat=True)

    def on_bar(self, *_: Any) -> None:
        """Connect the message bar."""
        self.bar.bind(on_done=lambda _: self.table_is_right())
        self.bar.bind(on_menu=lambda _: self.menu(), on_help=lambda _: self.help())

    def show(self, snapshot: Any) -> None:
        """Show a new snapshot; a refusal is shown until the next touch."""
        before, self.snapshot = self.snapshot, snapshot
        controller = App.get_running_app().controller
        self.watched = controller.watched()
        self.twin = "strip" in self.ids and (
            self.exhibiting or (self.watched and not controller.has_camera())
        )
        self.rim_mm = self.ids.strip.rim if self.twin else 0
        self.scene_s = self._scene_s(before, snapshot)
        self._teaching.follow(before, snapshot)
        self.update(before, snapshot)
        tr = App.get_running_app().tr
        for name, possible, why_not in (
            ("undo", snapshot.can_undo, tr.gettext("Nothing was done yet that could be taken back.")),
            ("redo", snapshot.can_redo, tr.gettext("Nothing was taken back that could be played again.")),
        ):
            if name in self.ids:
                self.ids[name].disabled, self.ids[name].why_not = not possible, why_not
        if before and before.game == snapshot.game and (sound := self.sound_of(before, snapshot)):
            App.get_running_app().sound(sound)
        problem = snapshot.problem
        if problem and (before is None or problem is not before.problem) and self.flashes(snapshot):
            self.flash(App.get_running_app().explain(problem))
        else:
            self.refresh_text()
        if before and snapshot.played != before.played:
            self.ids.message.glow()

    def update(self, before: Any, snapshot: Any) -> None:
        """Update the screen to the present snapshot; `before` is the previous one, None at first."""

    def scene(self, before: Any, snapshot: Any) -> float:
        """Return how many seconds the last move is shown before anything else; 0 for no scene.

        It is called where no camera watches, for moves of the app and those that the app answers.
        """
        return 0.0

    def app_did(self, snapshot: Any) -> str:
        """What the app did since the last move of a person, in one line; "" for nothing."""
        return ""

    def read_line(self) -> None:
        """Count the line about what the app did as read."""
        if self.snapshot and self._read != self.snapshot.played:
            self._read = self.snapshot.played
            if self.app_did(self.snapshot):
                self.refresh_text()

    def sound_of(self, before: Any, snapshot: Any) -> SoundName | None:
        """Sound of the last event; the next step has a sound of its own."""
        return "move" if snapshot.played != before.played else None

    def flashes(self, snapshot: Any) -> bool:
        """Return true if a problem shows for a few seconds; else `refresh_text` shows it while it lasts."""
        return True

    def exhibit(self, caption: Widget) -> None:
        """Enter demo mode: camera picture and caption replace `controls` beside the board."""
        self.exhibiting = True
        controls = self.ids.controls
        kept = [self.ids[name].__self__ for name in self.exhibited]
        self._put_aside = list(controls.children)  # keeps the hidden widgets alive; they are still updated
        for widget in (*kept, self._camera):
            if widget.parent:
                widget.parent.remove_widget(widget)
        controls.clear_widgets()
        for widget in (*kept, self._camera, caption):
            controls.add_widget(widget)

    def on_enter(self, *_: Any) -> None:
        """Show lights and camera."""
        super().on_enter()
        self._refresh()
        self._look_at_phones()
        self._phones()

    def stop(self) -> None:
        """Release the camera and clear the refusal."""
        super().stop()
        self._flash = None
        self._look(False)

    def _look_at_phones(self) -> None:
        """Mark the seats whose phones came or went."""
        seated = dict(App.get_running_app().controller.phones.seated())
        if seated != self._seated:
            self._seated = seated
            for widget in self.walk(restrict=True):
                if isinstance(widget, SeatChip):
                    widget.mark_phone(seated)

    def pictures(self) -> dict[str, str]:
        """Picture of every player: the figure of a person, or the sign of the app."""
        app, players = App.get_running_app(), self.snapshot.players if self.snapshot else ()
        found = {name: picture(person.colour) for name, person in figures(app, players).items()}
        return found | dict.fromkeys(self.snapshot.bots if self.snapshot else (), APP)

    def show_panel(self, key: object, build: Callable[[], Sequence[Widget]]) -> bool:
        """Fill the side panel anew if `key` has changed, so that a touched or scrolled one stays.

        Widgets of `build` that it shows already stay, too. The panel is the widget with the id `panel`.
        Returns true if it was filled. Demo mode has none.
        """
        if key == self._panel_key or self.exhibiting:
            return False
        self._panel_key = key
        arrange(self.ids.panel, build())
        return True

    def cover_board(self, board: Widget, covered: bool) -> None:
        """Show the camera picture in the place of the board, under the buttons that lie on it."""
        camera = self._camera
        if camera.parent:
            camera.parent.remove_widget(camera)
        board.opacity, board.disabled = (0, True) if covered else (1, False)
        if covered:
            camera.size_hint = (None, None)
            board.parent.add_widget(camera, index=board.parent.children.index(board.__self__))
            board.bind(pos=camera.setter("pos"), size=camera.setter("size"))
            camera.pos, camera.size = board.pos, board.size

    def refresh_text(self) -> None:
        """Write texts and marks again, also after a change of language."""

    def say(self, message: BarMessage) -> None:
        """Show the next step in the bar, with the refusal and the pieces to put back.

        Demo mode shows no instructions.
        """
        self._camera.nothing = App.get_running_app().tr.gettext("No camera picture")
        self._teaching.refresh(self.may_teach(message) and not self._flash)
        if self.exhibiting and message.kind in ("turn", "over"):
            message = replace(message, detail="")
        elif message.calm:
            message = self._with_goal(self._with_line(message))
        turn = self.snapshot.turn if self.snapshot else ""
        self.bar.show(message, self._flash, self._hands(), self.pictures().get(turn, ""))

    def may_teach(self, message: BarMessage) -> bool:
        """Return whether the lesson may lie over the board now: nothing else must be done first."""
        return message.calm

    def first_step(self) -> str:
        """Instruction that comes first while people put real pieces back."""
        tr, hands = App.get_running_app().tr, self.snapshot and self.snapshot.by_hand
        return str(say(tr, [hands]) if hands else tr.gettext("Make the table look like the screen."))

    def table_is_right(self) -> None:
        """Report that the table matches the screen."""
        self.tell(AllDone(self.snapshot.game))

    def tell(self, message: Message) -> None:
        """Send a decision to the game; a refusal comes with the next snapshot."""
        app = App.get_running_app()
        try:
            app.tell(message)
        except CompanionError as error:
            self.flash(app.explain(error))

    def touched(self, owner: str, thing: str) -> None:
        """Handle a tag of a person or a game piece at the reader: if only one such piece is
        on the board, it counts as a tap on its space.
        """
        shown = self.snapshot
        spaces = [space for space, kinds in shown.assumed_table.items() if thing in kinds] if shown else []
        if shown and owner == shown.name and len(spaces) == 1 and shown.assumed_table[spaces[0]][thing] == 1:
            self.tapped(spaces[0])

    def wants_to_look(self, player: str) -> None:
        """Handle a press of the button at a player's seat."""

    def tapped(self, space: Any) -> None:
        """Handle a tap on a space of the board."""

    def board_in_sight(self) -> bool:
        """Return true unless something lies over the board that people must see first."""
        return True

    def teaching_area(self) -> Box:
        """Part of the window in which words on the board may lie: the widget with the id `board`."""
        board = self.ids.board
        return Box(*board.to_window(*board.pos), *board.size)

    def spot_of(self, space: Any) -> Spot | None:
        """Place of a space in the window; None if it is not seen."""
        return None

    def box_of(self, control: str) -> Box | None:
        """Where a control is seen in the window: the widget with this id, if it is in the window."""
        widget = self.ids.get(control)
        if widget is None or not widget.get_parent_window():
            return None
        return Box(*widget.to_window(*widget.pos), *widget.size)

    def touched_spaces(self) -> Sequence[Any]:
        """Spaces that were touched so far for the move that is being made."""
        return ()

    def undo(self) -> None:
        """Take the last move back."""
        if self.snapshot:
            self.tell(Undo(self.snapshot.game))

    def redo(self) -> None:
        """Play the move that was taken back again."""
        if self.snapshot:
            self.tell(Redo(self.snapshot.game))

    def on_touch_down(self, touch: Any) -> bool:
        """Clear the refusal at the next touch."""
        self._teaching.touched(touch)
        touch.ud["cleared"] = bool(self._flash)
        if self._flash:
            self.unflash()
        return bool(super().on_touch_down(touch))

    def meant_words(self, touch: Any) -> bool:
        """Return whether a touch that ends meant the words of the bar, and not to clear a refusal in them."""
        words = self.bar.ids.words
        inside = words.collide_point(*touch.pos) and words.collide_point(*touch.opos)
        return inside and not touch.grab_list and not touch.ud.get("cleared")

    def flash(self, text: str) -> None:
        """Show a refusal beside the next step, until the next touch or for a few seconds."""
        self._flash = text
        self._end_flash.cancel()
        self._end_flash()
        self.refresh_text()

    def unflash(self) -> None:
        """Clear the refusal."""
        self._flash = None
        self._end_flash.cancel()
        self.refresh_text()

    def ways(self) -> Sequence[MenuItem]:
        """What the menu offers on this screen besides the usual."""
        return ()

    def menu(self) -> None:
        """Open the menu of the game."""
        App.get_running_app().open("menu")

    def help(self) -> None:
        """Open the rules of the present situation."""
        App.get_running_app().open("rules")

    def _scene_s(self, before: Any, now: Any) -> float:
        if self.watched or self.exhibiting or before is None or before.game != now.game:
            return 0.0
        by_app = before.turn in now.bots or now.turn in now.bots
        return self.scene(before, now) if by_app and now.played > before.played else 0.0

    def _with_line(self, message: BarMessage) -> BarMessage:
        """Say below the message what the app did, until the next touch."""
        unread = self.snapshot and not self.watched and self.snapshot.played != self._read
        line = self.app_did(self.snapshot) if unread else ""
        return replace(message, detail=line) if line else message

    def _with_goal(self, message: BarMessage) -> BarMessage:
        """Keep the goal of the game in sight: in a lesson above how far it is, else below what happens.

        What people just touched is more important than that.
        """
        tr, intro = App.get_running_app().tr, games.of(self.snapshot.name).intro if self.snapshot else None
        if intro is None:
            return message
        lesson = self._teaching.lesson
        if lesson and message.kind != "look" and self.may_teach(message):
            far = tr.gettext("First round, hint {number} of {count}. Any move is fine.")
            detail = far.format(number=lesson.number, count=lesson.count)
            return replace(message, title=tr.gettext(intro.goal), detail=detail)
        return message if message.detail else replace(message, detail=tr.gettext(intro.goal))

    def _hands(self) -> str:
        left = self.snapshot.put_back if self.snapshot else 0
        if not left:
            return ""
        tr = App.get_running_app().tr
        first = tr.gettext("On the table · {step}").format(step=self.first_step())
        more = tr.ngettext("And {n} more change.", "And {n} more changes.", left - 1).format(n=left - 1)
        return f"{first} {more}" if left > 1 else str(first)

    def _live(self, *_: Any) -> None:
        here = bool(self.manager) and self.manager.current == self.name
        self._look(here and self._camera.parent is not None)
        if not here:
            return
        self._teaching.move()
        controller = App.get_running_app().controller
        if "strip" in self.ids:
            self.ids.strip.show(controller.lights(), controller.lamps_a_side())
        if self._looking:
            self._camera.picture = controller.latest_picture()

    def _look(self, wanted: bool) -> None:
        """Request camera pictures, or stop them."""
        if wanted != self._looking:
            self._looking = wanted
            App.get_running_app().controller.show_camera_picture(wanted)
