"""The play screen of all games: what the session says, and touches that become answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games import registry
from companion.games.base import N_, Advice, Reason, Sentence
from companion.i18n import say
from companion.session.answering import Answered, Answering, only_way, started
from companion.session.messages import AllDone, GoTo, Learn, Message, Redo, Undo
from companion.session.view import Answer, Decision, Thing
from companion.session.view_json import sentence
from ui import all_games
from ui.boards.people import APP, picture
from ui.lifetime import LivingScreen
from ui.player_names import figures
from ui.screens.menu import MenuItem
from ui.screens.message import FLASH_ICONS, BarMessage, MainKey, of_prompt
from ui.screens.message_bar import MessageBar as MessageBar  # for the kv files
from ui.screens.teaching import Teaching
from ui.sounds import SoundName
from ui.widgets.log import LogLine, LogView, told
from ui.widgets.reuse import arrange
from ui.widgets.seat_chip import SeatChip
from ui.widgets.spotlight import Box, Spot
from ui.widgets.twins import CameraView

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_REFRESH_S = 0.1
_PHONES_S = 1.0
_FLASH_S = 4.0


class PlayKeys(BoxLayout):
    """The row of keys of a `screen`: undo, redo, hint, what the game adds, and the main one."""

    screen = ObjectProperty(None)


class PlayScreen(LivingScreen):
    """A play screen: a message bar, a board, a panel and keys, and perhaps a light strip; it knows no rule.

    A game's kv file gives the slots by their ids: `message`, the `board`, `controls` beside it with the
    `panel` and the `key_row`, and the light `strip`. What the panel holds there is what it usually shows.

    `watched`: a real or simulated camera watches the table. `exhibiting`: demo mode. The picture is only
    requested while it is shown. `bar` is the message bar. `scene_s`: seconds that the last move is shown;
    `went_on`: the present touch has ended that.
    """

    bar = ObjectProperty(None)
    watched = BooleanProperty(False)
    exhibiting = BooleanProperty(False)
    twin = BooleanProperty(False)
    rim_mm = NumericProperty(0)
    """The strip is drawn around the board, as there is no table."""
    log_shown = BooleanProperty(False)
    exhibited: tuple[str, ...] = ()
    """Ids of the widgets that stay beside the board in demo mode."""
    shows_past: bool = False
    """The board shows the position of a line of the log: `past` is its number, None for the present one."""

    def __init__(self, **kwargs: Any) -> None:
        self.snapshot: Any = None
        self.answering = Answering()
        self.past: int | None = None
        self.log: LogView | None = None
        self._flash: BarMessage | None = None
        self._camera = CameraView()
        self._looking = False
        self._put_aside: list[Widget] = []
        self._panel_key: object = None
        self._teaching = Teaching(self)
        self._read = -1
        self.scene_s = 0.0
        self.went_on = False
        super().__init__(**kwargs)
        self.usual_panel = list(reversed(self.ids.panel.children)) if "panel" in self.ids else []
        if "key_row" in self.ids:
            self.keys = {name: key.__self__ for name, key in self.ids.key_row.ids.items()}
            self.ids.update(self.keys)
        self._end_flash = self.lifetime.trigger(lambda _: self.unflash(), _FLASH_S)
        self._refresh = self.lifetime.trigger(self._live, _REFRESH_S, repeat=True)
        self._seated: Mapping[str, bool] = {}
        self._phones = self.lifetime.trigger(lambda _: self._look_at_phones(), _PHONES_S, repeat=True)

    def on_bar(self, *_: Any) -> None:
        """Connect the message bar."""
        self.bar.bind(on_done=lambda _: self.table_is_right())
        self.bar.bind(on_menu=lambda _: self.menu(), on_help=lambda _: self.help())
        self.bar.bind(on_leave=lambda _: self._teaching.leave())
        self.bar.bind(on_touch_up=lambda _, touch: self._touch_bar(touch))

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
            ("undo", snapshot.can_undo, tr.gettext("There is nothing to take back yet.")),
            ("redo", snapshot.can_redo, tr.gettext("Nothing was taken back, so there is nothing to redo.")),
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
        """Return what the app did since the last move of a person, in one line; "" for nothing."""
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
        """Fill the panel anew if `key` has changed, so that a touched or scrolled one stays.

        The log goes before. Widgets of `build` that it shows already stay, too. Returns true if it was
        filled; demo mode has no panel.
        """
        lines = self.log_lines() if self.log_shown else ()
        if self.log_shown:
            key = "log", App.get_running_app().language, self.snapshot.game, lines
        if key == self._panel_key or self.exhibiting:
            return False
        self._panel_key = key
        if self.log_shown:
            self.log = self.log or LogView(self.look_back, self.go_back, self.toggle_log)
            self.log.show(lines, self.snapshot.played)
            arrange(self.ids.panel, [self.log_panel(self.log)])
        else:
            self.log = None
            arrange(self.ids.panel, build())
        return True

    def log_panel(self, log: Widget) -> Widget:
        """Return what the panel shows as the log."""
        return log

    def log_lines(self) -> tuple[LogLine, ...]:
        """Return the lines of the log: the story."""
        return told(App.get_running_app().tr, self.snapshot.story) if self.snapshot else ()

    def toggle_log(self) -> None:
        """Show or hide the log."""
        self.log_shown = not self.log_shown and "panel" in self.ids
        self.look_back(None)

    def look_back(self, number: int | None) -> None:
        """Show the board after `number` moves if it can be shown; None for the present position."""
        if self.snapshot is None:
            return
        self.let_go()
        self.past = None if not self.shows_past or number == self.snapshot.played else number
        if self.log and self.log_shown:
            self.log.choose(self.snapshot.played if number is None else number)
        self.refresh_text()

    def go_back(self, number: int) -> None:
        """Undo or redo until `number` moves are played."""
        self.log_shown = False
        self.look_back(None)
        self.tell(GoTo(self.snapshot.game, number))

    def main_key(self) -> MainKey:
        """Return the key that moves the game on: the result at the end, or what a confirmation means."""
        tr = App.get_running_app().tr
        if self.snapshot.over:
            about = tr.gettext("Shows the result of the game.")
            ends = all_games.of(self.snapshot.name).end
            return MainKey("trophy", tr.gettext("Result"), about) if ends else MainKey()
        about = tr.gettext("Tells the app that this is right, or that it is done.")
        if (found := self.confirmed()) is None:
            return MainKey()
        text = Sentence(N_("Yes"))
        for one in self.decisions(found.decision):
            text = text if one.id == "which" else one.said(found.way)
        return MainKey("check", sentence(text, tr), about)

    def more_keys(self) -> Sequence[str]:
        """Return the ids of the keys that a game adds now, before the main one."""
        return ()

    def offers_hint(self) -> bool:
        """Return whether a hint may be asked for."""
        shown, hints = self.snapshot, App.get_running_app().controller.hints
        if shown is None or shown.over:
            return False
        return bool(all_games.of(shown.name).hint_board) and hints.offered()

    def show_main(self) -> MainKey:
        """Write on the main key what it does now."""
        key, shown = self.main_key(), self.ids.main
        shown.icon, shown.text, shown.about, shown.why_not = key.icon, key.text, key.about, key.why_not
        shown.disabled = bool(key.why_not) or not key.text
        shown.primary = key.primary and not shown.disabled
        return key

    def show_keys(self) -> None:
        """Show the keys that have an effect.

        What was taken back stands in the place of the hint; a lesson says itself what to do.
        """
        shown, key = self.snapshot, self.show_main()
        hint = not shown.lesson and self.offers_hint()
        other = ["redo"] if shown.can_redo else ["hint"] if hint else []
        names = ["undo", *other, *self.more_keys(), *(["main"] if key.text else [])]
        arrange(self.ids.key_row, [self.keys[name] for name in names])

    def main(self) -> None:
        """Handle the main key: the result at the end, or what a confirmation means."""
        if self.snapshot is None:
            return
        if self.snapshot.over:
            App.get_running_app().show_result()
        elif found := self.confirmed():
            self.answer(found)

    def swap_camera(self) -> None:
        """Show the camera picture in the place of the board, under buttons that lie on it, or the board."""
        camera, board = self._camera, self.ids.board
        covered = board.opacity == 1
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

        While the board shows a past position, the bar says which. Demo mode shows no instructions.
        """
        message = message if self.past is None else self._past_message(self.past)
        self._camera.nothing = App.get_running_app().tr.gettext("No camera picture")
        said = self._teaching.said(self.may_teach(message) and not self._flash)
        if self.exhibiting and message.kind in ("turn", "over"):
            message = replace(message, detail="")
        elif message.calm:
            message = self._with_goal(self._with_line(message))
        turn = self.snapshot.turn if self.snapshot else ""
        self.bar.show(message, self._flash, self._hands(), self.pictures().get(turn, ""))
        self.bar.learning = bool(self.snapshot and self.snapshot.learning)
        self.bar.teach(said)

    def _past_message(self, number: int) -> BarMessage:
        tr = App.get_running_app().tr
        pattern = tr.gettext("After move {number} of {moves}")
        title = pattern.format(number=number, moves=self.log_lines()[-1].number)
        return BarMessage("wait", "clock", title, tr.gettext("Touch the board to see it as it is now."))

    def may_teach(self, message: BarMessage) -> bool:
        """Return whether the teacher may speak now: nothing else must be done first."""
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

    def teaching_area(self, spots: Sequence[Spot]) -> Box | None:
        """Part of the window that is dimmed around what the lesson means: the widget with the id `board`."""
        board = self.ids.board
        return Box(*board.to_window(*board.pos), *board.size)

    def spot_of(self, space: Any) -> Spot | None:
        """Place of a space in the window; None if it is not seen."""
        return None

    def box_of(self, control: str) -> Box | None:
        """Return where a control is seen in the window: the widget with this id, if it is in the window."""
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
        """Clear the refusal at the next touch; a finger that rests on its words explains it first."""
        self._teaching.touched(touch)
        touch.ud["cleared"] = bool(self._flash)
        if self._flash and not (self.bar and self.bar.explains_at(*self.bar.to_widget(*touch.pos))):
            self.unflash()
        return bool(super().on_touch_down(touch))

    def meant_words(self, touch: Any) -> bool:
        """Return whether a touch that ends meant the words of the bar, and not to clear a refusal in them."""
        inside = self.bar.has_words_at(*touch.pos) and self.bar.has_words_at(*touch.opos)
        return inside and not touch.grab_list and not touch.ud.get("cleared")

    def _touch_bar(self, touch: Any) -> None:
        """Show or hide the log with a touch of the bar's words, or clear the refusal that stood there."""
        if self._flash and touch.ud.get("cleared") and self.bar.has_words_at(*touch.pos):
            self.unflash()
        elif self.meant_words(touch):
            self.toggle_log()

    def flash(self, text: str, rule: str = "", kind: Literal["wrong", "good", "do"] = "wrong") -> None:
        """Show a refusal in place of the next step, until the next touch, or without a rule a few seconds.

        `rule`: id of the rule that was broken. `kind` "good" is a success, "do" what must be done first.
        """
        self._flash = BarMessage(kind, FLASH_ICONS[kind], text, rule=rule)
        self._end_flash.cancel()
        if not rule:
            self._end_flash()
        self.refresh_text()

    def unflash(self) -> None:
        """Clear the refusal."""
        self._flash = None
        self._end_flash.cancel()
        self.refresh_text()

    def ways(self) -> Sequence[MenuItem]:
        """Return what the menu offers besides the usual: the log, the lesson, and the camera's picture."""
        about = N_("Lists all moves. You can go back to any of them.")
        tiles = [MenuItem("list", N_("What was done"), self.toggle_log, about)] if "panel" in self.ids else []
        shown = self.snapshot
        if shown and not shown.learning and not shown.over and registry.lesson(shown.name):
            about = N_("The raven says what to do, as in a first game.")
            tiles.append(MenuItem("teach", N_("Teach me"), lambda: self.tell(Learn(shown.game)), about))
        if not self.watched or "board" not in self.ids:
            return tiles
        if self.ids.board.opacity == 1:
            return [*tiles, MenuItem("picture", N_("Camera picture"), self.swap_camera)]
        return [*tiles, MenuItem("board", N_("Show the board"), self.swap_camera)]

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
        shown = self.snapshot
        unread = shown and not (self.watched or shown.can_redo) and shown.played != self._read
        line = self.app_did(shown) if unread else ""
        return replace(message, detail=line) if line else message

    def _with_goal(self, message: BarMessage) -> BarMessage:
        """Keep the goal of the game in sight, below what happens."""
        intro = all_games.of(self.snapshot.name).intro if self.snapshot else None
        if intro is None or message.detail:
            return message
        return replace(message, detail=App.get_running_app().tr.gettext(intro.goal))

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

    @property
    def offered(self) -> tuple[Decision, ...]:
        """The decisions that are open on this screen."""
        return self.snapshot.decisions if self.snapshot else ()

    def refuse(self, thing: Thing, reason: Reason | None) -> None:
        """Say why a thing may not be touched, or what is to do first."""

    def message(self) -> BarMessage:
        """Return what to do: what follows the touches so far, or the sentence of the moment."""
        tr, then = App.get_running_app().tr, self.answering.then
        return BarMessage("look", "finger", say(tr, [then])) if then else of_prompt(tr, self.snapshot.prompt)

    def not_yet(self) -> str:
        """Return what must happen before anything may be touched; "" if nothing must."""
        shown, tr = self.snapshot, App.get_running_app().tr
        asked = any(one.form.after(()) for one in self.offered)
        if shown.turn in shown.bots:
            done = tr.gettext("Touch the marked space when it is done.")
            return done if asked else say(tr, [shown.prompt.text])
        if asked or not self.decisions("done"):
            return ""
        return str(tr.gettext("First make the table look like the screen."))

    def let_go(self) -> None:
        """Forget the touches so far."""
        self.answering = started(self.offered)

    def follow(self) -> None:
        """Keep the touches so far for what may be decided now, if they fit it."""
        self.answering = self.answering.among(self.offered)

    def press(self, id: str) -> None:
        """Take a touch of the key of a decision: it answers, or touches are for it alone."""
        found = self.answering.press(id)
        if isinstance(found, Answered):
            self.answer(found)
        else:
            self.answering = found

    def touch_thing(self, thing: Thing) -> None:
        """Take a touch: it goes on, answers, or is refused."""
        found = self._doubted(thing) or self.answering.touch(thing)
        if isinstance(found, Answered):
            self.answer(found)
        elif isinstance(found, Answering):
            self.answering = found
        else:
            self.refuse(thing, found)

    def propose(self, advice: Advice[Any]) -> None:
        """Choose the things of a suggested move as if they had been touched; what is whole then is sent."""
        self.let_go()
        for thing in advice.way:
            if thing in self.answering.next_things:
                self.touch_thing(thing)
        self.refresh_text()

    def answer(self, answer: Answered) -> None:
        """Send an answer."""
        self.let_go()
        self.tell(Answer(self.snapshot.game, *answer))

    def decisions(self, *ids: str) -> Sequence[Decision]:
        """Return the open decisions with these ids."""
        return [one for one in self.offered if one.id in ids]

    def confirmed(self) -> Answered | None:
        """Return what the check mark means now: what was touched, done, or the only move in doubt."""
        if self.answering.chosen:
            return self.answering.complete
        for one in self.offered:
            if one.default is not None:
                return Answered(one.id, one.default)
        for one in self.decisions("done", "which"):
            if () in one.ways or len(one.ways) == 1:
                return Answered(one.id, () if () in one.ways else one.ways[0])
        return None

    def _doubted(self, thing: Thing) -> Answered | None:
        """Return the only move in doubt that touches a thing, before any other touch."""
        asked = () if self.answering.chosen else self.decisions("which")
        return next((found for one in asked if (found := only_way(one, thing))), None)
