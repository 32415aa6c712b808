"""Choice of lessons, and list of learnt sets."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.base import N_
from ui import all_games
from ui.screens.teach_state import LearntSort
from ui.teacher import Teacher
from ui.widgets.page_parts import PictureButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SORTS: Mapping[LearntSort, str] = {"boards": N_("board"), "pieces": N_("pieces")}


class TeachTile(PictureButton):
    """A lesson of a board or pieces, or a `page` of the game for other lessons."""

    game, sort, page = StringProperty(""), StringProperty(""), StringProperty("")


class LearntTile(BoxLayout):
    """A learnt board or set of pieces, to use or to delete. `used`: it is in use;
    `spoiled`: reason if it cannot be used.
    """

    game, sort, name, text = StringProperty(""), StringProperty(""), StringProperty(""), StringProperty("")
    used, spoiled = BooleanProperty(False), ObjectProperty(None, allownone=True)
    teacher = ObjectProperty(None)

    def take(self) -> None:
        """Use it from now on. Raises StorageError, or the reason why it cannot be used."""
        if self.spoiled:
            raise self.spoiled
        self.teacher.use(self.sort, self.game, self.name)

    def forget(self) -> None:
        """Delete it. Raises StorageError."""
        self.teacher.forget(self.sort, self.game, self.name)


class TeachChoice(BoxLayout):
    """Tiles of lessons beside the list of learnt sets."""

    def tiles(self) -> Iterator[TeachTile]:
        """A tile for every board, and for the pieces of games that can learn them."""
        tr = App.get_running_app().tr
        for game_ui in (game_ui for game_ui in all_games.each() if game_ui.corners):
            text = tr.gettext("My board of {game}").format(game=game_ui.title)
            yield TeachTile(icon=game_ui.tile, text=text, game=game_ui.name, sort="boards", size_hint=(1, 1))
            if game_ui.learnable:
                icon, _ = next(iter(game_ui.learnable.values()))
                text = tr.gettext("My pieces of {game}").format(game=game_ui.title)
                yield TeachTile(icon=icon, text=text, game=game_ui.name, sort="pieces", size_hint=(1, 1))

        for game_ui in (game_ui for game_ui in all_games.each() if game_ui.own):
            text = tr.gettext("My set of {game}").format(game=game_ui.title)
            yield TeachTile(icon=game_ui.tile, text=text, page=f"{game_ui.name}_own", size_hint=(1, 1))

    def known(self, teacher: Teacher) -> Iterator[LearntTile]:
        """Learnt sets, last used first."""
        tr = App.get_running_app().tr
        for game_ui in all_games.each():
            for sort in _SORTS:
                learnt, damaged = teacher.learnt(sort, game_ui.name), teacher.damaged(sort, game_ui.name)
                used = next((name for name in learnt if name not in damaged), None)
                for name in learnt:
                    text = f"{game_ui.title} · {tr.gettext(_SORTS[sort])} · {tr.gettext(name)}"
                    if name in damaged:
                        text = tr.gettext("{name}: damaged").format(name=text)
                    yield LearntTile(
                        teacher=teacher,
                        game=game_ui.name,
                        sort=sort,
                        name=name,
                        text=text,
                        used=name == used,
                        spoiled=damaged.get(name),
                    )
