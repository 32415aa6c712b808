"""Table check: position of the board, light, and pieces."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.errors import CompanionError
from companion.games.base import Space
from ui import all_games, theme
from ui.controller import TableKind
from ui.game_ui import Begin, GameUi
from ui.screens.page import Page
from ui.screens.table_check_text import ABOUT_ICONS, check_advice, numbered
from ui.services import PicturePoint, TableCheck, TableLook
from ui.widgets.basics import PanelBox
from ui.widgets.corners import Outline
from ui.widgets.page_parts import PageHead as PageHead  # for the kv file
from ui.widgets.page_parts import PictureButton as PictureButton  # for the kv file
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet
from ui.widgets.split import Split as Split  # for the kv file
from ui.widgets.table_picture import TablePicture as TablePicture
from ui.widgets.table_picture import inside, pulse

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

LOOK_EVERY_S = 0.1
READ_AT_ONCE = 4
"""Number of further pieces that appear with every picture, so that people can follow the reading."""


def _top(outline: tuple[PicturePoint, ...]) -> PicturePoint:
    """Top of an outline, where a sign hides little of the piece inside."""
    return sum(x for x, _ in outline) / len(outline), min(y for _, y in outline)


def _number_spot(outline: tuple[PicturePoint, ...], number: int) -> PicturePoint:
    """Place of the numbered piece in the lower part of a space, below the figure."""
    low = max(y for _, y in outline)
    middle = [sum(values) / len(outline) for values in zip(*outline, strict=True)]
    return middle[0] + 0.02 * number, 0.35 * middle[1] + 0.65 * low


class TellPanel(ButtonBehavior, PanelBox):
    """Panel with the next step; a touch shows all problems."""


class TableCheckPage(Page):
    """Page of the table check: the camera picture and the reading.

    `open(game, begin, table)` before a game, `open(resume=True)` while one runs.
    """

    icon, colour = StringProperty("wait"), ListProperty(theme.SOFT)
    status, others = StringProperty(""), StringProperty("")
    ready = BooleanProperty(False)
    resume = BooleanProperty(False)
    dragged = BooleanProperty(False)
    simulated = BooleanProperty(False)
    can_touch = BooleanProperty(False)

    _game_ui: GameUi | None = None
    _begin: Begin | None = None
    _sheet: ModalSheet | None = None

    def __init__(self, **kwargs: Any) -> None:
        self.look: TableLook | None = None
        self._outlines: Mapping[Space, tuple[PicturePoint, ...]] = {}
        self._shown = 0
        super().__init__(**kwargs)
        self._anyway = self.ids.anyway.__self__  # `ids` holds it only weakly
        self._ticks = self.lifetime.trigger(self._tick, LOOK_EVERY_S, repeat=True)

    def open(
        self, game: str = "", begin: Begin | None = None, table: TableKind = "camera", resume: bool = False,
        **about: Any,
    ) -> None:  # fmt: skip
        """Start the camera."""
        app = App.get_running_app()
        self._game_ui = all_games.of(app.snapshot.name) if resume else all_games.of(game)
        self.of_game = self._game_ui.name
        self._begin, self.resume, self.simulated = begin, resume, table == "simulated"
        self.can_touch = bool(self._game_ui.setup_page)
        if resume and self._anyway.parent:
            self.ids.foot.remove_widget(self._anyway)
        super().open(**about)
        if self.attempt(lambda: self._check.open(self._game.name, self.simulated)):
            self._ticks()
            self._tick()

    def state(self) -> dict[str, Any]:
        """Arguments that restore the page."""
        return {"table": self._table}

    def stop(self) -> None:
        """Stop, unless the page is only rebuilt."""
        super().stop()
        if self._sheet:
            self._sheet.shut()

    def on_leave(self, *_: Any) -> None:
        """Release the camera, unless the page is only rebuilt."""
        super().on_leave()
        app = App.get_running_app()
        app.lifetime.once(lambda _: app.root.current == self.name or app.controller.table_check.close())

    def refresh_text(self) -> None:
        """Show the next step."""
        if self._game_ui:
            self._tell()

    def start(self) -> None:
        """Begin the game with the reading."""
        self._begin_with(self._read_setup() if self.can_touch else None)

    def start_anyway(self) -> None:
        """Begin despite problems; people correct the reading by touch."""
        page, app = self._game.setup_page, App.get_running_app()
        if page and self._begin:
            app.open(page, begin=self._begin, table=self._table, read=self._read_setup())
        else:
            self._begin_with(None)

    def find_again(self) -> None:
        """Discard the dragged corners."""
        self.attempt(lambda: self._check.drag(None))
        self._tick()

    def drag(self, corners: list[PicturePoint]) -> None:
        """Set the board to the dragged corners."""
        self.attempt(lambda: self._check.drag(corners))
        self._tick()

    def touched(self, place: PicturePoint) -> None:
        """Ask for the true content of a space."""
        spaces = [space for space, outline in self._outlines.items() if inside(place, outline)]
        if spaces and not self.resume and self.look:
            self._ask(spaces[0], self.look.pieces.get(spaces[0], {}))

    def tell_all(self) -> None:
        """List all problems by number."""
        tr = App.get_running_app().tr
        if self.look is None or not self.others:
            return
        sentences = dict.fromkeys(problem.sentence.say(tr) for problem in self.look.problems)
        rows = [Row(f"{number}. {text}", lambda: None) for number, text in enumerate(sentences, 1)]
        self._sheet = ModalSheet(tr.gettext("To fix"), rows)

    def choose_camera(self) -> None:
        """Ask for the camera, and if it may go on adapting to the light."""
        app = App.get_running_app()
        tr, liked = app.tr, app.controller.profiles.preferences()
        now = "sim:" if self.simulated else liked.camera
        rows = [
            Row(tr.gettext(choice.name), partial(self._use, choice.source), "camera",
                chosen=bool(now) and choice.source.startswith(now))
            for choice in self._check.cameras()
        ]  # fmt: skip
        held = {
            "exposure": liked.lock_exposure,
            "white_balance": liked.lock_white_balance,
            "focus": liked.lock_focus,
        }
        words = {
            "exposure": tr.gettext("Hold the brightness"),
            "white_balance": tr.gettext("Hold the colours"),
            "focus": tr.gettext("Hold the focus"),
        }
        for name, on in held.items():
            act = partial(self._hold, **{**held, name: not on})
            rows.append(Row(words[name], act, "lock" if on else "lock_open", chosen=on))
        self._sheet = ModalSheet(tr.gettext("Which camera?"), rows)

    @property
    def _check(self) -> TableCheck:
        check: TableCheck = App.get_running_app().controller.table_check
        return check

    @property
    def _game(self) -> GameUi:
        assert self._game_ui
        return self._game_ui

    @property
    def _table(self) -> TableKind:
        return "simulated" if self.simulated else "camera"

    def _use(self, source: str) -> None:
        if self.attempt(lambda: self._check.use(source)):
            self.simulated = source.startswith("sim:")
            self._tick()

    def _hold(self, exposure: bool, white_balance: bool, focus: bool) -> None:
        self.attempt(lambda: self._check.lock(exposure, white_balance, focus))

    def _begin_with(self, setup: Mapping[Space, str] | None) -> None:
        begin, app = self._begin, App.get_running_app()
        if begin is None:
            app.back()
            return
        self._check.close()
        if not self.attempt(lambda: begin(self._table, setup)):
            self._check.open(self._game.name, self.simulated)

    def _read_setup(self) -> dict[Space, str]:
        """Spaces with exactly one piece, with that piece."""
        pieces = self.look.pieces if self.look else {}
        return {space: next(iter(kinds)) for space, kinds in pieces.items() if sum(kinds.values()) == 1}

    def _ask(self, space: Space, now: Mapping[str, int]) -> None:
        tr = App.get_running_app().tr

        def answer(pieces: Mapping[str, int] | None) -> None:
            self.attempt(lambda: self._check.correct(space, pieces))
            self._tick()

        rows = [
            Row(tr.gettext(piece.words), partial(answer, {piece.value: 1}), piece.icon,
                chosen=dict(now) == {piece.value: 1})
            for piece in self._game.setup_pieces
        ]  # fmt: skip
        rows += [
            Row(tr.gettext("Nothing"), lambda: answer({}), "cross", chosen=not now),
            Row(tr.gettext("Look again"), lambda: answer(None), "camera"),
        ]
        self._sheet = ModalSheet(tr.gettext("What stands here?"), rows, columns=2)

    def _tick(self, *_: Any) -> None:
        try:
            self.look = self._check.latest()
        except CompanionError as error:
            self.look = None
            self.icon, self.colour = "camera", theme.BAD
            self.status, self.others = App.get_running_app().explain(error), ""
            self.ready, self.ids.picture.picture = False, None
            return
        self._tell()
        if self.look is not None:
            self._show(self.look)

    def _tell(self) -> None:
        tr = App.get_running_app().tr
        self.icon, self.colour, self.status, others = check_advice(self.look, tr)
        more = tr.ngettext("and {n} more", "and {n} more", others)
        self.others = more.format(n=others) if others else ""
        self.ready = bool(self.look and self.look.ready)

    def _show(self, look: TableLook) -> None:
        picture, strength = self.ids.picture, pulse()
        wrong = [*theme.BAD[:3], strength]
        hint = [*theme.ACCENT[:3], strength]
        self.dragged, self._outlines = look.dragged, look.outlines
        lost = any(hint.about == "board" for hint in look.hints)
        picture.markers = {} if self.dragged else dict(look.markers)
        picture.dashed = look.dragged or lost
        if picture.held < 0:
            usual = self._game.corners if lost else ()
            picture.corners = list(look.corners or usual)
        picture.outlines = [
            *(Outline(place.outline, hint, ABOUT_ICONS[place.about])
              for place in look.hints if place.about == "reflection"),
            *(Outline(problem.outline, wrong) for problem in look.problems),
        ]  # fmt: skip
        numbers = numbered(look)
        picture.signs = [
            (_top(problem.outline), numbers[str(problem.sentence)] if len(numbers) > 1 else 0)
            for problem in look.problems if problem.outline
        ]  # fmt: skip
        picture.read = self._read(look)
        picture.picture = look.picture

    def _read(self, look: TableLook) -> list[tuple[PicturePoint, str]]:
        """Symbols of the read pieces beside their places; they appear one by one after a new reading."""
        art = {piece.value: piece.icon for piece in self._game.setup_pieces}
        found = [
            (_number_spot(look.outlines[space], number), art[kind])
            for space, kinds in look.pieces.items() if space in look.outlines
            for number, kind in enumerate(kind for kind, n in kinds.items() for _ in range(n)) if kind in art
        ]  # fmt: skip
        self._shown = min(len(found), self._shown + READ_AT_ONCE)
        return found[: self._shown]
