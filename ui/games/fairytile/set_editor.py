"""Editor of the user's own set: tiles and pages, import and export."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup, get_hex_from_color

from companion.errors import CompanionError, RuleError
from companion.games.fairytile.board import TileFace, TileSide
from companion.games.fairytile.goals import parse
from companion.games.fairytile.sets import LAST_PAGE, sample_pages, sample_tiles
from companion.games.fairytile.words import NAMES, goal_sentence
from companion.i18n import say
from companion.session.fairytile import own_sets
from companion.session.fairytile.own_sets import OwnSet
from ui import theme
from ui.capture import LOOKING
from ui.games.fairytile import drafts, page_photo
from ui.games.fairytile.drafts import GoalBlock
from ui.games.fairytile.goal_editor import GoalEditor
from ui.games.fairytile.page_photo import PagePhoto
from ui.games.fairytile.tile_camera import EDIT, TileCameraPart
from ui.games.fairytile.tile_editor import TileEditor, figure_name
from ui.screens.page import Page
from ui.widgets.basics import Text, TouchButton
from ui.widgets.lines import Lines
from ui.widgets.page_parts import PageHead as PageHead  # for the kv file
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet
from ui.widgets.text_sheet import TextSheet

Builder.load_file(str(Path(__file__).with_suffix(".kv")))
_NAME, _MOST_LETTERS, MOST_TYPED = "mine", 24, 400
"""Initial name of a set; maximum number of characters of a goal in the list,
and of a typed goal."""
_MARKED = get_hex_from_color(theme.BAD)


class FairySetEditor(Page):
    """Editor of the set used last, or a new one; every change is stored at once."""

    of_game = "fairytile"
    part = OptionProperty("tiles", options=["tiles", "camera", "pages"])
    new_icon, new_text, status = StringProperty("plus"), StringProperty(""), StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.own = OwnSet(_NAME)
        self._tile, self._page = "", 0
        self._side: TileSide = "front"
        self._blocks: dict[int, Sequence[GoalBlock]] = {}
        self._drafts: dict[int, str] = {}
        self.camera = TileCameraPart(self._keep, self.refresh_text)
        self.photo = PagePhoto(self._keep_photo, self.refresh_text)
        super().__init__(**kwargs)
        self.bind(part=lambda *_: self._turned_to(), on_pre_leave=lambda _: self.stop())

    def open(self, **about: Any) -> None:
        """Show the set used last, or a new one."""
        names = own_sets.FILES.store.names()
        numbered = (f"{_NAME}-{n}" for n in count(2))
        unused = next(name for name in chain([_NAME], numbered) if name not in names)
        self._take(own_sets.FILES.last() or OwnSet(unused))
        self.status = ""
        self.refresh_text()

    def refresh_text(self) -> None:
        """Rebuild list and editor."""
        tr = App.get_running_app().tr
        self.new_icon = "plus"
        self.ids.editor.clear_widgets()
        if live := self._live():
            self.new_icon, self.new_text = live.next_text()
            rows = live.rows() if isinstance(live, TileCameraPart) else self._pages()
            widgets = self._camera_panel(live)
            self.problem, self.status = live.problem, live.status
        elif self.part == "tiles":
            self.new_text, rows, widgets = tr.gettext("New tile"), self._tiles(), self._tile_editor()
        else:
            self.new_text, rows, widgets = tr.gettext("New page"), self._pages(), self._page_editor()
        self.ids.list.show(rows)
        for widget in widgets:
            self.ids.editor.add_widget(widget)

    def stop(self) -> None:
        """Stop looking at the table."""
        self.camera.stop()
        self.photo.stop()

    def _live(self) -> TileCameraPart | PagePhoto | None:
        """Part of the page that uses the camera now."""
        if self.part == "camera":
            return self.camera
        return self.photo if self.part == "pages" and self.photo.page else None

    def _turned_to(self) -> None:
        self.stop()
        self.problem = self.status = ""
        self.refresh_text()

    @staticmethod
    def _camera_panel(live: TileCameraPart | PagePhoto) -> list[Widget]:
        said = LOOKING if live.busy else live.said()
        found = [_hint(App.get_running_app().tr.gettext(said)), live.panel()]
        if buttons := live.buttons():
            row = BoxLayout(size_hint_y=None, height=theme.text_mm(11.4), spacing=theme.mm(1.2))
            for icon, text, act in buttons:
                row.add_widget(_button(icon, text, act))
            found.append(row)
        return found

    def add(self) -> None:
        """Add a tile or a page, or take the next step of the camera part."""
        if self.part == "camera":
            self.camera.next(self.own)
        elif self.photo.page:
            self.photo.next()
        elif self.part == "tiles":
            number = next(n for n in range(1, 999) if f"T{n}" not in self.own.tiles)
            self._tile, self._side = f"T{number}", "front"
            self._keep(self.own._replace(tiles={**self.own.tiles, self._tile: {"front": drafts.BARE}}))
        else:
            self._page = next(n for n in range(1, LAST_PAGE) if n not in self.own.pages)
            self._put_blocks([GoalBlock()])

    def files(self) -> None:
        """Offer export, import, and the sample set."""
        tr = App.get_running_app().tr
        rows = [Row(tr.gettext("Write this set as a file"), self.export, "next")]
        rows += [
            Row(path.name.removesuffix(own_sets.SUFFIX), partial(self.take, path), "shelf")
            for path in own_sets.FILES.importable()
        ]
        rows.append(Row(tr.gettext("Begin with a copy of the sample"), self.copy, "star"))
        rows += [
            Row(
                tr.gettext("{name}: damaged").format(name=name),
                partial(self._ask_to_delete, name, found),
                "warn",
            )
            for name, found in own_sets.FILES.kept().items()
            if isinstance(found, CompanionError)
        ]
        ModalSheet(tr.gettext("Sets as files"), rows)

    def export(self) -> None:
        """Export the set and show its path."""

        def write() -> None:
            own_sets.FILES.save(self.own.name, self.own)
            self.status = say(App.get_running_app().tr, [own_sets.export(self.own.name).said])

        self.attempt(write)

    def take(self, path: Path) -> None:
        """Import the set of a file and use it from now on."""
        teacher = App.get_running_app().controller.teacher

        def check(looks: bytes) -> None:
            teacher.check("pieces", self.of_game, looks, str(path))

        self.attempt(lambda: self._take(own_sets.take(path, check)))
        self.refresh_text()

    def copy(self) -> None:
        """Begin with a copy of the sample set."""
        self._keep(OwnSet(self.own.name, dict(sample_tiles()), dict(sample_pages())))

    def _ask_to_delete(self, name: str, damaged: CompanionError) -> None:
        tr, why = App.get_running_app().tr, App.get_running_app().explain(damaged, self.of_game)

        def delete() -> None:
            self.attempt(lambda: own_sets.FILES.store.forget(name))
            self.refresh_text()

        keep = Row(tr.gettext("Keep"), lambda: None, "check")
        ModalSheet(name, [keep, Row(tr.gettext("Delete"), delete, "trash")], why)

    def _take(self, own: OwnSet) -> None:
        self.own, self._blocks, self._drafts = own, {}, {}
        self._tile, self._page = next(iter(own.tiles), ""), next(iter(sorted(own.pages)), 0)
        self._side = "front"

    def _keep(self, own: OwnSet) -> None:
        self.own, self.status = own, ""
        self.attempt(lambda: own_sets.FILES.save(own.name, own))
        self.refresh_text()

    def _tiles(self) -> list[Row]:
        return [
            Row(
                self._tile_name(name),
                partial(self._choose_tile, name),
                "ft-tile",
                name == self._tile,
            )
            for name in self.own.tiles
        ]

    def _tile_name(self, name: str) -> str:
        start = next((face.start for face in self.own.tiles[name].values() if face.start), None)
        return f"{name} · {App.get_running_app().tr.gettext(NAMES[start])}" if start else name

    def _choose_tile(self, name: str) -> None:
        self._tile, self._side = name, "front"
        self.refresh_text()

    def _tile_editor(self) -> list[Widget]:
        tr = App.get_running_app().tr
        if self._tile not in self.own.tiles:
            return [_said(tr.gettext("Put your tiles together here, or begin with a copy of the sample."))]
        face = self.own.tiles[self._tile].get(self._side, drafts.BARE)
        editor = TileEditor(face=face)
        editor.bind(on_edit=lambda _, changed: self._put_face(changed))
        row = BoxLayout(size_hint_y=None, height=theme.text_mm(11.4), spacing=theme.mm(1.2))
        side = tr.gettext("Front side") if self._side == "front" else tr.gettext("Back side")
        row.add_widget(_button("redo", side, self._turn_over))
        row.add_widget(
            _button("star", figure_name(face), lambda: self._put_face(drafts.with_next_figure(face)))
        )
        row.add_widget(_button("trash", "", self._forget_tile))
        status = tr.gettext(EDIT)
        return [_hint(status), editor, row]

    def _put_face(self, face: TileFace) -> None:
        sides = {**self.own.tiles[self._tile], self._side: face}
        self._keep(self.own._replace(tiles={**self.own.tiles, self._tile: sides}))

    def _turn_over(self) -> None:
        self._side = "back" if self._side == "front" else "front"
        self.refresh_text()

    def _forget_tile(self) -> None:
        tiles = {name: sides for name, sides in self.own.tiles.items() if name != self._tile}
        self._tile = next(iter(tiles), "")
        self._keep(self.own._replace(tiles=tiles))

    def _pages(self) -> list[Row]:
        tr, rows = App.get_running_app().tr, []
        for page, goal in sorted(self.own.pages.items()):
            words = say(tr, [goal_sentence(parse(goal))])
            short = words if len(words) <= _MOST_LETTERS else f"{words[:_MOST_LETTERS]}…"
            rows.append(Row(f"{page} · {short}", partial(self._choose_page, page), chosen=page == self._page))
        return rows

    def _choose_page(self, page: int) -> None:
        self.photo.stop()
        self._page = page
        self.refresh_text()

    def _page_editor(self) -> list[Widget]:
        tr = App.get_running_app().tr
        if self._page not in self.own.pages:
            return [
                _said(
                    tr.gettext(
                        "Give each of your pages its number and its goal. The story stays on the card."
                    )
                )
            ]
        row = BoxLayout(size_hint_y=None, height=theme.text_mm(11.4), spacing=theme.mm(1.2))
        row.add_widget(_button("less", "", lambda: self._number(-1)))
        number = tr.gettext("Page {number}").format(number=self._page)
        row.add_widget(Text(text=number, em="note", halign="center", bold=True, size_hint_x=1.8))
        row.add_widget(_button("more", "", lambda: self._number(1)))
        row.add_widget(_button("trash", "", self._forget_page))
        row.add_widget(_button("camera", "", lambda: self.photo.begin(self._page)))
        typing = _button("text", tr.gettext("Type it"), self._type_goal)
        typing.size_hint_x = 2.4
        row.add_widget(typing)
        return [row, *self._beside_photo(self._goal_editor())]

    def _beside_photo(self, widgets: list[Widget]) -> list[Widget]:
        """Add the photo of the page, if there is one, beside the widgets, in an upright window above them."""
        if (photo := page_photo.shown(self.own.photos.get(self._page))) is None:
            return widgets
        photo.size_hint = (1, 0.5) if theme.portrait() else (0.3, 1)
        both, right = (
            BoxLayout(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(1.6)),
            BoxLayout(orientation="vertical", spacing=theme.mm(1.4)),
        )
        for widget in widgets:
            right.add_widget(widget)
        both.add_widget(photo)
        both.add_widget(right)
        return [both]

    def _goal_editor(self) -> list[Widget]:
        tr = App.get_running_app().tr
        if (draft := self._drafts.get(self._page)) is not None:
            return self._refused_goal(draft)
        blocks = self._blocks.get(self._page)
        if blocks is None:
            goal = self.own.pages[self._page]
            words = Text(text=say(tr, [goal_sentence(parse(goal))]), bold=True)
            anew = _button("plus", tr.gettext("Build it again"), lambda: self._put_blocks([GoalBlock()]))
            anew.size_hint, anew.height = (1, None), theme.text_mm(11.4)
            return [words, Text(text=goal, color=theme.SOFT, em="note"), anew]
        return [GoalEditor(blocks, self._put_blocks)]

    def _type_goal(self) -> None:
        page, tr = self._page, App.get_running_app().tr
        text = self._drafts.get(page, self.own.pages[page])
        TextSheet(tr.gettext("Page {number}").format(number=page), self._typed_goal, text, most=MOST_TYPED)

    def _typed_goal(self, text: str) -> None:
        """Store a typed goal; an invalid one stays a draft, with its error."""
        try:
            parse(text)
        except RuleError:
            self._drafts[self._page] = text
            self.refresh_text()
            return
        self._drafts.pop(self._page, None)
        self._blocks.pop(self._page, None)
        self._keep(self.own._replace(pages={**self.own.pages, self._page: text}))

    def _refused_goal(self, text: str) -> list[Widget]:
        """Show the typed text before and after the error, and what was expected."""
        try:
            parse(text)
        except RuleError as error:
            at = int(str(error.params["column"])) - 1
            shown = escape_markup(text[:at]) + f"[color={_MARKED}]» " + escape_markup(text[at:]) + "[/color]"
            status = App.get_running_app().explain(error, "fairytile")
            typed = Text(text=shown, markup=True, bold=True)
            return [typed, Text(text=status, color=theme.BAD, em="note")]
        return []

    def _put_blocks(self, blocks: Sequence[GoalBlock]) -> None:
        self._blocks[self._page] = blocks
        self._drafts.pop(self._page, None)
        self._keep(self.own._replace(pages={**self.own.pages, self._page: drafts.goal(blocks)}))

    def _number(self, by: int) -> None:
        """Give the page the next free number."""
        page = self._page + by
        while page in self.own.pages:
            page += by
        if not 1 <= page <= LAST_PAGE:
            return
        pages = {page if number == self._page else number: goal for number, goal in self.own.pages.items()}
        photos = {page if number == self._page else number: p for number, p in self.own.photos.items()}
        if self._page in self._blocks:
            self._blocks[page] = self._blocks.pop(self._page)
        self._page = page
        self._keep(self.own._replace(pages=pages, photos=photos))

    def _keep_photo(self, page: int, photo: bytes) -> None:
        if page in self.own.pages:
            self._keep(self.own._replace(photos={**self.own.photos, page: photo}))

    def _forget_page(self) -> None:
        pages = {number: goal for number, goal in self.own.pages.items() if number != self._page}
        photos = {number: photo for number, photo in self.own.photos.items() if number != self._page}
        self._blocks.pop(self._page, None)
        self._page = next(iter(sorted(pages)), 0)
        self._keep(self.own._replace(pages=pages, photos=photos))


def _button(icon: str, text: str, act: Callable[[], object]) -> TouchButton:
    made = TouchButton(icon=icon, text=text, size_hint=(1, 1))
    made.bind(on_release=lambda _: act())
    return made


def _said(text: str) -> Text:
    """A text in the middle of the empty editor."""
    return Text(text=text, em="note", color=theme.SOFT, halign="center")


def _hint(text: str) -> Lines:
    """A text above what it explains."""
    return Lines(text=text, em="note", color=theme.SOFT, halign="center")
