"""Page of an update: the changes, then a confirmation."""

from kivy.app import App

from companion.games.base import N_
from ui import theme
from ui.machine_service import NewsLook
from ui.screens.scan_page import ScanPage
from ui.widgets.basics import TouchButton
from ui.widgets.rows import Row
from ui.widgets.sheet import Dialog

MOST_LETTERS = 160
"""Maximum length of a shown change, in characters."""

_UNVERIFIED = N_(
    "Updates are not verified: this machine has no list of trusted signers. Install this one anyway?"
)


class UpdatePage(ScanPage):
    """Changes of an update, and the button to install it."""

    icon = "redo"

    def begin(self) -> None:
        """Start the update check."""
        self.machine.look_for_news()

    def found(self) -> NewsLook:
        """Result of the update check."""
        return self.machine.news()

    def refresh_text(self) -> None:
        """Show everything anew."""
        app = App.get_running_app()
        tr, look = app.tr, self.found()
        problem = self.problem or (app.explain(look.problem) if look.problem else "")
        rows = [Row(_short(point), lambda: None, "plus", keep=True) for point in look.found or ()]
        page = self.show(tr.gettext("Update"), problem or tr.gettext(_words(look)), bool(problem), rows)
        if look.different and not self.problem:
            update = TouchButton(
                icon="redo", text=tr.gettext("Update now"), primary=True, size_hint=(1, None)
            )
            update.height = theme.mm(10)
            update.bind(on_release=lambda _: self._update() if look.verified else self._ask())
            page.add_widget(update)

    def _ask(self) -> None:
        tr = App.get_running_app().tr
        row = Row(tr.gettext("Update now"), self._update)
        Dialog(tr.gettext("Update"), tr.gettext(_UNVERIFIED), tr.gettext("Keep"), row)

    def _update(self) -> None:
        app = App.get_running_app()
        if self.attempt(lambda: self.machine.run_action("update")):
            app.back()
        else:
            self.refresh_text()


def _words(shown: NewsLook) -> str:
    if shown.found is None:
        return N_("One moment …")
    if not shown.different:
        return N_("The newest version is installed.")
    if not shown.verified:
        return N_("There is a new version. Updates are not verified on this machine.")
    if not shown.found:
        return N_("There is a new version with small changes.")
    return N_("These are the changes. If the new version does not start, the current one comes back.")


def _short(point: str) -> str:
    return point if len(point) <= MOST_LETTERS else f"{point[: MOST_LETTERS - 2]} …"
