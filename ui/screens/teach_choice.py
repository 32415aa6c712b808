"""What can be taught, and what was learnt already."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.base import N_
from ui import games
from ui.screens.teach_state import Sort
from ui.services import Teacher
from ui.widgets.pictured import PictureButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SORTS: Mapping[Sort, str] = {"boards": N_("board"), "pieces": N_("pieces")}


class LessonTile(PictureButton):
    """A board or pieces to teach."""

    game, sort = StringProperty(""), StringProperty("")


class Known(BoxLayout):
    """A board or pieces learnt: to take from now on, or to forget. `used`: it is the one taken now."""

    game, sort, name, text = StringProperty(""), StringProperty(""), StringProperty(""), StringProperty("")
    used = BooleanProperty(False)
    teacher = ObjectProperty(None)

    def take(self) -> None:
        """Use it from now on. Raises StorageError."""
        self.teacher.use(self.sort, self.game, self.name)

    def forget(self) -> None:
        """Delete it. Raises StorageError."""
        self.teacher.forget(self.sort, self.game, self.name)


class TeachChoice(BoxLayout):
    """Tiles of what can be taught beside the list of what is known."""

    def tiles(self) -> Iterator[LessonTile]:
        """A tile for every board, and for the pieces of games that have some to learn."""
        tr = App.get_running_app().tr
        for face in games.FACES.values():
            text = tr.gettext("My board of {game}").format(game=face.title)
            yield LessonTile(icon=face.tile, text=text, game=face.name, sort="boards", size_hint=(1, 1))
            if face.kinds:
                icon, _ = next(iter(face.kinds.values()))
                text = tr.gettext("My pieces of {game}").format(game=face.title)
                yield LessonTile(icon=icon, text=text, game=face.name, sort="pieces", size_hint=(1, 1))

    def known(self, teacher: Teacher) -> Iterator[Known]:
        """What was learnt, last used first."""
        tr = App.get_running_app().tr
        for game, face in games.FACES.items():
            for sort in _SORTS:
                for at, name in enumerate(teacher.learnt(sort, game)):
                    text = f"{face.title} · {tr.gettext(_SORTS[sort])} · {tr.gettext(name)}"
                    yield Known(teacher=teacher, game=game, sort=sort, name=name, text=text, used=at == 0)
