"""The Kivy app: screens, pages over them, language, and snapshots that may come from any thread.

Import only after `ui.app.configure`.
"""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from typing import Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.modalview import ModalView
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager

from companion import kept
from companion.errors import CompanionError
from companion.games import registry
from companion.i18n import error_text, translator
from companion.session.base import manifest
from companion.session.messages import Message
from companion.session.snapshot import Snapshot
from companion.settings import tags
from companion.settings.preferences import Preferences
from ui import all_games, lifetime, memory, multitouch, theme
from ui.controller import Controller
from ui.deleted_game import DeletedGame
from ui.error_handler import ErrorHandler
from ui.exhibition import Exhibition
from ui.hold import HoldToExplain
from ui.lifetime import Lifetime, end_motions, in_window, move_little
from ui.overlay import NoticeKey, Overlay
from ui.playback import Playback
from ui.player_names import shown_name
from ui.screens import first_start
from ui.screens.page import Page
from ui.screens.pages import PAGES, page
from ui.screens.phones import to_be_seated
from ui.screens.play import PlayScreen
from ui.screens.secret import DealtScreen, leave_to_phones
from ui.screens.tags import TagsPage
from ui.screens.too_small import too_small
from ui.sounds import SoundName, Sounds
from ui.touch import TouchFilter
from ui.voice import Voice
from ui.widgets.painted import Painted

_RESTYLED = ("night", "little_motion", "text_size", "hand", "rotation")
"""Preferences that affect every widget; a change rebuilds the screens."""
_DEALT = "dealt"
_TIDY_S = 2.0
"""Seconds after screens were built or discarded until memory is given back."""


_ANSWER_S = 2.0
"""Time for which a decision waits for its answer; after it the next touch is sent all the same."""


class AtOnce(NoTransition):
    """Screen transition within one frame; no frame shows both screens."""

    def start(self, manager: ScreenManager) -> None:
        """Begin and end."""
        super().start(manager)
        self._anim.cancel(self)
        self._on_complete()


class CompanionApp(App):
    """The Kivy app: shows the controller's snapshots; `tr` is the catalogue of the language in use.

    An `exhibition` takes no input.

    Without a game the page below all others is "start". Pages lie over each other and over the game:
    `open` puts one on top, `back` takes it away.
    """

    tr = ObjectProperty(NullTranslations(), rebind=True)
    language = StringProperty("en")

    def __init__(
        self, controller: Controller, language: str, *, exhibition: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.title = "Table Companion"
        self.lifetime = Lifetime()
        self.controller = controller
        self.language = language
        self.tr = translator(language)
        self.board_wanted = False
        self.snapshot: Snapshot | None = None
        self._told_at: int | None = None
        self._told_until_s = 0.0
        self._left = 0
        self._worn = theme.HOUSE
        self._pages: list[tuple[str, dict[str, Any]]] = []
        self._filled_px: tuple[int, int] = (0, 0)
        self._rebuild = self.lifetime.trigger(self._refill, 0.2)
        self._tidy = self.lifetime.trigger(self._give_back, _TIDY_S)
        self.touches = TouchFilter(lambda: Clock.time())
        self.overlay = Overlay(controller.devices.dim)
        self.deleted = DeletedGame()
        self.hold = HoldToExplain()
        self._error_handler = ErrorHandler(lambda error: self.overlay.notice(self.explain(error)))
        self.voice = Voice()
        self._sounds = Sounds()
        self._exhibition = Exhibition(self.stop) if exhibition else None
        self._playback = Playback(self.lifetime, self._show_snapshot, self._end_scene)

    def build(self) -> ScreenManager:
        """Make the screens and listen to the game."""
        self._preferences = self.controller.profiles.preferences()
        self.touches.on_down = self._touched
        self.touches.on_nonsense = self._nonsense
        end = self.lifetime.at_end
        EventLoop.postproc_modules.insert(0, self.touches)  # before Kivy's own, which filter nothing
        end(lambda: EventLoop.remove_postproc_module(self.touches))
        self._sounds.use(self._preferences.sound_card)
        self._sounds.start()
        multitouch.listen(Window)
        self._error_handler.listen()
        end(self._error_handler.leave)
        end(self.voice.stop)
        end(lambda: self._turn(0))
        self.overlay.lay()
        self.lifetime.bind(Window, size=self._resized)
        self._screens = ScreenManager(transition=AtOnce())
        self._screens.bind(current=lambda *_: self.touches.changed())
        self._screens.bind(current=lambda *_: self.hold.hide())
        if self.controller.profiles.first_start() and not self._exhibition:
            self._pages = [first_start.begin()]
        self._fill()
        self.lifetime.once(self._begin)  # over the screens, which are not in the window yet
        end(self.controller.profiles.on_change(in_window(self._on_preferences)))
        end(self.controller.subscribe(in_window(self._playback.take)))
        end(self.controller.on_help(in_window(self._help)))
        end(self.controller.on_kept(in_window(self.tell_kept)))
        end(self.controller.on_broken(in_window(self._leave_broken)))
        end(self.controller.phones.on_moving(in_window(self._offer_code)))
        end(self.controller.on_tag(in_window(self._tag)))
        end(self.controller.on_seat(in_window(self._seat)))
        if self._exhibition:
            self._exhibition.begin()
        else:
            self.hold.begin()
        return self._screens

    def _help(self) -> None:
        """Open the rules of the present situation; the same button leads back to the game."""
        if self._pages and self._pages[-1][0] == "rules":
            self.back()
        elif self.snapshot is not None:
            self.open("rules")

    def _tag(self, tag: str) -> None:
        """Touch the thing that the tag stands for on the top page, if possible; offer to teach a new tag."""
        screen = self._screens.current_screen
        self.overlay.stir()
        if isinstance(screen, TagsPage):
            screen.hold(tag)
        elif any(isinstance(child, ModalView) for child in Window.children):
            return  # a sheet takes all touches, so tags behind it have no effect either
        elif what := self.controller.profiles.tags().get(tag):
            if isinstance(screen, PlayScreen | Page):
                screen.touched(*tags.parts(what))
        elif self.snapshot is None:
            self.open("tags", tag=tag)
        else:
            self.overlay.notice(
                self.tr.gettext(
                    "This card has no meaning yet. Set one under Cards, in the set-up of this table."
                )
            )

    def _seat(self, player: str) -> None:
        """Open the private look of the player who pressed the button at a seat."""
        screen = self._screens.current_screen
        self.overlay.stir()
        if isinstance(screen, PlayScreen):
            screen.wants_to_look(player)

    def on_stop(self) -> None:
        """Stop everything in the window, even if a screen fails."""
        try:
            self._stop_screens()
        finally:
            for sheet in [child for child in Window.children if isinstance(child, ModalView)]:
                sheet.dismiss(force=True, animation=False)
            lifetime.close()

    def get_ready(self) -> None:
        """Load the games' screens, one game between two pictures; a game that fails is left out."""
        waiting = list(all_games.tiles())

        def load_next(_: float) -> None:
            if waiting:
                with suppress(CompanionError, ModuleNotFoundError):  # told by `all_games`
                    all_games.of(waiting.pop(0))
                self.lifetime.once(load_next)
                return
            all_games.each()
            memory.keep()
            if registry.left_out() and self._screens.current == "start":
                self.choose_screen()

        self.lifetime.once(load_next)

    def choose_screen(self) -> None:
        """Go to the page on top, else to the screen that fits the state of the game; put on its papers."""
        if self._papers() is not self._worn:
            self._fill()  # and choose again
        elif too_small(*Window.size):
            self._page("too_small", {})
        elif self._pages:
            name, about = self._pages[-1]
            self._page(name, about)
        elif self.snapshot is None:
            self._page("start", {})
        else:
            screen = self._screen(self._screen_for(self.snapshot))
            self._screens.current = screen.name  # first: the shown text may be read aloud
            screen.show(self.snapshot)

    def open(self, page: str, **about: Any) -> None:
        """Put a page on top; `about` goes to its `open`."""
        self._pages.append((page, about))
        self.choose_screen()

    def back(self) -> None:
        """Close the top page."""
        if self._pages:
            self._pages.pop()
        self.choose_screen()

    def home(self) -> None:
        """Close all pages; the game or the start page shows."""
        self._pages.clear()
        self.choose_screen()

    def show_board(self) -> None:
        """Show the board of a finished game."""
        self.board_wanted = True
        self.choose_screen()

    def show_result(self) -> None:
        """Return from the board to the result."""
        self.board_wanted = False
        self.choose_screen()

    def leave_game(self) -> None:
        """Return to the start page, which lists stored games."""
        self.controller.leave_game()
        self.forget_game()
        self.home()
        self._forget_screens()

    def _leave_broken(self, error: CompanionError) -> None:
        """Return to the start page from a game that has ended by a fault."""
        self.leave_game()
        self.overlay.notice(self.explain(error))

    def _offer_code(self, player: str) -> None:
        """Offer the code for another phone of a player, who asked for it on the phone."""
        words = self.tr.gettext("{player} wants to go on with another phone.").format(
            player=shown_name(player)
        )
        show = partial(self.open, "phones", player=player, moves=True)
        key = NoticeKey(self.tr.gettext("Show the code"), show, lambda: None)
        self.overlay.notice(words.format(player=shown_name(player)), key)

    def forget_game(self) -> None:
        """Discard the open pages and pending input of the game that was left."""
        if self.snapshot:
            self._left = self.snapshot.game
        self.snapshot, self.board_wanted = None, False
        self._playback.stop()

    def tell_kept(self) -> None:
        """Say that the last seconds are kept."""
        self.overlay.notice(self.tr.gettext("The last seconds are kept. Settings lists all kept moments."))

    def speak(self, language: str) -> None:
        """Set and remember the language; every screen changes at once."""
        self.language = language
        self.tr = translator(language)
        for screen in self._screens.screens:
            screen.refresh_text()
            for widget in screen.walk(restrict=True):
                if isinstance(widget, Painted):
                    widget.repaint_soon()
        if self._preferences.language != language:
            self.prefer(language=language)

    def prefer(self, **changes: object) -> None:
        """Change some preferences, by field name; a notice says when they cannot be kept."""
        try:
            self.controller.profiles.prefer(**changes)
        except CompanionError as error:
            self.overlay.notice(self.explain(error))

    def sound(self, name: SoundName) -> None:
        """Play a sound, if people want any."""
        if self.controller.profiles.preferences().sounds:
            self._sounds.play(name)

    @property
    def quiet(self) -> bool:
        """Return true if only problems, decisions and manual steps are to be announced."""
        return self.controller.profiles.preferences().quiet

    def say_aloud(self, text: str, needed: bool = True) -> None:
        """Speak a hint, replacing the one before, if speech is on; in quiet mode only necessary hints."""
        if self.controller.profiles.preferences().voice and (needed or not self.quiet):
            self.voice.say(text, self.language)

    def hear_example(self) -> None:
        """Speak a hint to try the voice."""
        self.say_aloud(self.tr.gettext("I read the next step aloud."))

    def explain(self, error: CompanionError, game: str = "") -> str:
        """Text of an error in the language in use and the words of the running or upcoming game."""
        game = self.snapshot.name if self.snapshot else game
        if not game:
            return error_text.short(self.tr, error)
        shown = manifest(game)
        return error_text.short(self.tr, error, shown.reasons, shown.worded)

    def refuse(self, why: str) -> None:
        """Say why nothing happens: in the message bar of a play screen, else as a notice."""
        screen = self._screens.current_screen
        if isinstance(screen, PlayScreen) and not any(isinstance(one, ModalView) for one in Window.children):
            screen.flash(why)
        else:
            self.overlay.notice(why)

    def tell(self, message: Message) -> None:
        """Send a decision to the game, for the state that is shown. Raises CompanionError.

        While the one before has no answer nothing is sent: a second touch meant the same.
        """
        shown = self.snapshot
        if shown is None or (shown.at == self._told_at and Clock.get_time() < self._told_until_s):
            return
        self.controller.tell(replace(message, at=shown.at, refused=in_window(self._refused)))
        self._told_at, self._told_until_s = shown.at, Clock.get_time() + _ANSWER_S

    def _refused(self, error: CompanionError) -> None:
        """Say that somebody was first; other refusals come with the next snapshot."""
        self._told_at = None
        if error.code == "stale":
            self.refuse(self.explain(error))

    def _show_snapshot(self, snapshot: Snapshot) -> float:
        """Show a snapshot; return how many seconds its scene takes."""
        if snapshot.game == self._left:
            return 0.0
        if not snapshot.over:
            self.board_wanted = False
        self.overlay.stir()
        before, self._told_at = self.snapshot, None
        fresh = before is None or before.game != snapshot.game
        self.snapshot = snapshot
        if fresh:
            self._pages.clear()
            self._forget_screens()
            if not self._exhibition and to_be_seated(snapshot):
                self._pages.append(("phones", {}))
        board = self._screens.current_screen
        if fresh or not self._pages:
            if snapshot.over and not fresh and isinstance(board, PlayScreen):
                board.show(snapshot)  # the last move is seen before the result
                if board.scene_s:
                    return board.scene_s
            self.choose_screen()
        if self._exhibition:
            self._exhibition.tell(None if fresh else before, snapshot)
        board = self._screens.current_screen
        return board.scene_s if isinstance(board, PlayScreen) else 0.0

    def _end_scene(self) -> None:
        if self.snapshot and not self._pages:
            self.choose_screen()

    def _on_preferences(self, preferences: Preferences) -> None:
        before, self._preferences = self._preferences, preferences
        self._sounds.use(preferences.sound_card)
        self.touches.turn = preferences.touch
        if any(getattr(before, name) != getattr(preferences, name) for name in _RESTYLED):
            self._fill()
        self._light()
        if not preferences.voice:
            self.voice.say("", self.language)
        if preferences.language not in (before.language, "auto", self.language):
            self.speak(preferences.language)

    def _begin(self, _: float) -> None:
        self._light()
        if problems := self.controller.profiles.problems():
            self.overlay.notice(" ".join(map(self.explain, problems)))

    def _touched(self) -> bool:
        """End what moves and the scene; return true if the touch only wakes the window or opened a page."""
        end_motions()
        screen = self._screens.current_screen
        skipped = self._playback.skip()
        if isinstance(screen, PlayScreen):
            screen.went_on = skipped
            if not skipped:
                screen.read_line()
        return self.overlay.stir() or self._screens.current_screen is not screen

    def _nonsense(self) -> None:
        text = self.tr.gettext("The touch screen sometimes sends invalid touches. The app ignores them.")
        self.overlay.notice(text)

    def _light(self) -> None:
        liked = self._preferences
        try:
            self.overlay.set(liked.brightness, liked.sleep_min)
        except CompanionError as error:
            self.overlay.notice(self.explain(error))

    def _resized(self, *_: Any) -> None:
        self._rebuild()

    def _refill(self, _: float) -> None:
        if tuple(Window.size) != self._filled_px:
            self._fill()

    def _tidy_later(self) -> None:
        self._tidy.cancel()
        self._tidy()

    def _give_back(self, _: float) -> None:
        self._screens.transition = AtOnce()  # the previous transition holds the screen that was left last
        if self.snapshot is None:  # no game is shown
            kept.clear_caches()
        memory.give_back()

    def _turn(self, rotation: int) -> None:
        if Window.rotation != rotation:
            Window.rotation = rotation
            Window.update_viewport()

    def _papers(self) -> theme.Papers:
        """The papers of the game that is played or introduced, else those of the house."""
        page, about = self._pages[-1] if self._pages else ("", {})
        game = about.get("game", "") if page == "intro" else self.snapshot.name if self.snapshot else ""
        return all_games.tiles()[game].papers if game else theme.HOUSE

    def _fill(self) -> None:
        liked = self._preferences
        self._turn(liked.rotation)
        self._filled_px = tuple(Window.size)
        theme.set_window(*Window.size)
        move_little(liked.little_motion)
        self._worn = self._papers()
        theme.wear(liked.night, liked.text_size, liked.hand == "left", self._worn)
        Window.clearcolor = theme.GROUND
        self.touches.turn = liked.touch
        self.touches.panel_mm = tuple(side / theme.mm(1) for side in Window.system_size)
        self._remember_page()
        self._stop_screens()
        for sheet in [child for child in Window.children if isinstance(child, ModalView)]:
            sheet.dismiss(animation=False)
        self.overlay.drop_notice()
        self.deleted.keep()  # nothing offers it back any more
        self.hold.hide()
        others = [screen for screen in self._screens.screens if screen is not self._screens.current_screen]
        self._screens.clear_widgets(others)  # first: the manager would enter them, and their timers begin
        self._screens.clear_widgets()
        self.choose_screen()

    def _screen_for(self, snapshot: Snapshot) -> str:
        """The screen that fits the state of a game."""
        leave_to_phones(self.controller, snapshot)
        if self.controller.unseen():
            return _DEALT
        return all_games.of(snapshot.name).screen(ended=snapshot.over and not self.board_wanted)

    def _remember_page(self) -> None:
        """Remember the state of the top page, to restore it when it is rebuilt."""
        if self._pages:
            name, about = self._pages[-1]
            if self._screens.has_screen(name):
                self._pages[-1] = (name, {**about, **self._screens.get_screen(name).state()})

    def _screen(self, name: str) -> Screen:
        """Return a screen, built on first use, because boards take a moment to paint."""
        if not self._screens.has_screen(name):
            made = page(name) if name in PAGES else _game_screens()[name]
            screen = made(name=name)
            self._screens.add_widget(screen)
            if self._exhibition:
                self._exhibition.furnish(screen)
            self._tidy_later()
        return self._screens.get_screen(name)

    def _forget_screens(self) -> None:
        """Discard all screens of the game that was left."""
        for screen in [screen for screen in self._screens.screens if screen.name not in PAGES]:
            if screen is not self._screens.current_screen:
                screen.stop()
                self._screens.remove_widget(screen)
        self._tidy_later()

    def _page(self, name: str, about: dict[str, Any]) -> None:
        page = self._screen(name)
        page.open(**about)
        if self._screens.current != name:
            self._screens.current = name
            page.appear()

    def _stop_screens(self) -> None:
        for screen in self._screens.screens:
            screen.stop()


def _game_screens() -> dict[str, type[Screen]]:
    """Names of screens that belong to a game and are discarded with it."""
    return {_DEALT: DealtScreen, **all_games.screens()}
