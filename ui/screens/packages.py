"""Page of installed games: those on a USB stick to install, those installed to remove."""

from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App

from companion.games.base import N_
from companion.i18n import say
from ui import theme
from ui.package_service import InstalledPackage, PackageLook, Packages
from ui.screens.scan_page import ScanPage
from ui.widgets.progress import Progress
from ui.widgets.rows import Row
from ui.widgets.sheet import Dialog

_BUSY = {
    "installing": N_("The game is checked and installed. Leave the USB stick in."),
    "removing": N_("The game is being removed."),
}
_ASK_INSTALL = N_(
    "{file}: install this game? A game may do all that the app may: is it from people you trust?"
)
_ASK_REMOVE = N_("Remove {game} {version}? Its stored games are kept.")
_MOST_LETTERS = 20


def short_words(text: str) -> str:
    """Return a text whose words of more than 20 letters, names of files, end in `…`."""
    return " ".join(
        word if len(word) <= _MOST_LETTERS else f"{word[: _MOST_LETTERS - 1]}…" for word in text.split(" ")
    )


class PackagesPage(ScanPage):
    """Games to install and to remove, each after a question."""

    icon = "plus"

    def __init__(self, **kwargs: Any) -> None:
        self._progress = Progress(size_hint_y=None, height=theme.mm(3))
        super().__init__(**kwargs)

    @property
    def packages(self) -> Packages:
        """Packages of the app."""
        packages: Packages = App.get_running_app().controller.packages
        return packages

    def begin(self) -> None:
        """Look at the sticks."""
        self.packages.look()

    def found(self) -> PackageLook:
        """The present state, without the progress, which a bar shows that is not built anew."""
        look = self.packages.look()
        self._progress.share = look.share
        return look._replace(share=0.0)

    def refresh_text(self) -> None:
        """Show everything anew."""
        app, look = App.get_running_app(), self.found()
        tr = app.tr
        wait = tr.gettext("Wait until the work is done.") if look.busy else ""
        rows = [self._file(file, wait) for file in look.files or ()]
        rows += [self._game(game, wait) for game in look.games]
        if look.busy:
            said = tr.gettext(_BUSY[look.busy])
        elif look.problem:
            said = short_words(app.explain(look.problem))
        elif look.done:
            said = say(tr, [look.done])
        elif not look.stick:
            said = tr.gettext("Plug in a USB stick with a game, a .whl file: the app finds it.")
        elif look.files is None:
            said = tr.gettext("One moment …")
        elif not look.files:
            said = tr.gettext("The USB stick has no game: no file that ends in .whl.")
        else:
            said = tr.gettext("Touch a game to install or to remove it.")
        column = self.show(tr.gettext("Add a game"), said, bool(look.problem and not look.busy), rows)
        if look.busy:
            self._progress.parent and self._progress.parent.remove_widget(self._progress)
            column.add_widget(self._progress)

    def _file(self, file: Path, wait: str) -> Row:
        text = App.get_running_app().tr.gettext("Install {file}").format(file=file.name)
        return Row(text, None if wait else partial(self._ask_install, file), "plus", why_not=wait)

    def _game(self, game: InstalledPackage, wait: str) -> Row:
        text = f"{game.title} {game.version}"
        icon = "warn" if game.problem else "cross"
        return Row(text, None if wait else partial(self._ask_remove, game), icon, why_not=wait)

    def _ask_install(self, file: Path) -> None:
        tr = App.get_running_app().tr
        row = Row(tr.gettext("Install"), partial(self._act, partial(self.packages.install, file)))
        question = tr.gettext(_ASK_INSTALL).format(file=file.name)
        Dialog(tr.gettext("Add a game"), question, tr.gettext("Cancel"), row)

    def _ask_remove(self, game: InstalledPackage) -> None:
        app = App.get_running_app()
        tr = app.tr
        row = Row(tr.gettext("Remove"), partial(self._act, partial(self.packages.remove, game.name)))
        question = tr.gettext(_ASK_REMOVE).format(game=game.title, version=game.version)
        why = f"{short_words(app.explain(game.problem))} " if game.problem else ""
        Dialog(tr.gettext("Remove"), why + question, tr.gettext("Keep"), row)

    def _act(self, act: partial[None]) -> None:
        act()
        self.refresh_text()
