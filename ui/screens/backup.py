"""Page of backups: the USB stick, a backup now, and the backups on it to restore."""

from functools import partial
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from companion.games.base import N_
from companion.i18n import say
from ui import days, theme
from ui.backup_service import BackupLook, Backups, StoredBackup
from ui.screens.scan_page import ScanPage
from ui.widgets.basics import TouchButton
from ui.widgets.lines import Lines
from ui.widgets.page_parts import PageHead
from ui.widgets.progress import Progress
from ui.widgets.rows import Row, RowList
from ui.widgets.sheet import Dialog, ModalSheet

_BUSY = {
    "saving": N_("The backup is being saved. Leave the USB stick in."),
    "restoring": N_("The backup is being checked. Leave the USB stick in."),
}
_ASK = N_(
    "{when}: put back everything from this backup? The app restarts with it; what is stored now is kept in a "
    "folder beside it."
)


class BackupPage(ScanPage):
    """Sticks, the last backup, and two actions: save and restore."""

    icon = "save"

    def __init__(self, **kwargs: Any) -> None:
        self._progress = Progress(size_hint_y=None, height=theme.mm(3))
        super().__init__(**kwargs)

    @property
    def backups(self) -> Backups:
        """Backups of the app."""
        backups: Backups = App.get_running_app().controller.backups
        return backups

    def begin(self) -> None:
        """Look at the sticks."""
        self.backups.look()

    def found(self) -> BackupLook:
        """The present state, without the progress, which a bar shows that is not built anew."""
        look = self.backups.look()
        sticks = tuple(stick._replace(free_mb=round(stick.free_mb)) for stick in look.sticks)
        self._progress.share = look.share
        return look._replace(share=0.0, sticks=sticks)

    def open(self, restore: Path | None = None, **about: Any) -> None:
        """Show the page; `restore` asks for the restore of this backup."""
        super().open(**about)
        for stored in self.found().backups or ():
            if stored.file == restore:
                self.ask(stored)

    def refresh_text(self) -> None:
        """Show everything anew."""
        app, look = App.get_running_app(), self.found()
        tr = app.tr
        self._seen = look
        column = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        column.add_widget(PageHead(title=tr.gettext("Backup"), icon=self.icon))
        for text in (self._place(look), self._last(look)):
            column.add_widget(Lines(text=text, em="note"))
        result = app.explain(look.problem) if look.problem else say(tr, [look.done]) if look.done else ""
        result = tr.gettext(_BUSY[look.busy]) if look.busy else result
        if result:
            colour = theme.BAD if look.problem and not look.busy else theme.INK
            column.add_widget(Lines(text=result, color=colour, em="note"))
        if look.busy:
            self._progress.parent and self._progress.parent.remove_widget(self._progress)
            column.add_widget(self._progress)
        save = TouchButton(icon="save", text=tr.gettext("Back up now"), size_hint=(1, None))
        save.primary, save.height = True, theme.mm(13)
        save.disabled = bool(look.busy) or not look.sticks
        wait = tr.gettext("Wait until the work is done.")
        save.why_not = wait if look.busy else tr.gettext("Put a USB stick into the device first.")
        save.bind(on_release=lambda _: self._save())
        column.add_widget(save)
        rows = RowList()
        rows.show([self._row(stored, bool(look.busy)) for stored in look.backups or ()])
        column.add_widget(rows)
        self.clear_widgets()
        self.add_widget(column)

    def ask(self, stored: StoredBackup) -> None:
        """Restore a backup after a confirmation."""
        tr = App.get_running_app().tr
        row = Row(tr.gettext("Restore"), partial(self._restore, stored))
        question = tr.gettext(_ASK).format(when=self._named(stored))
        Dialog(tr.gettext("Restore"), question, tr.gettext("Keep"), row)

    def _save(self) -> None:
        self.backups.save()
        self.refresh_text()

    def _restore(self, stored: StoredBackup) -> None:
        self.backups.restore(stored.file)
        self.refresh_text()

    @property
    def _tr(self) -> NullTranslations:
        tr: NullTranslations = App.get_running_app().tr
        return tr

    def _place(self, look: BackupLook) -> str:
        tr = self._tr
        if not look.sticks:
            return tr.gettext("No USB stick. Plug one in: the app finds it.")
        pattern = tr.gettext("USB stick {name}: {n} MB free")
        return " · ".join(pattern.format(name=stick.name, n=f"{stick.free_mb:.0f}") for stick in look.sticks)

    def _last(self, look: BackupLook) -> str:
        tr = self._tr
        if not look.sticks:
            return tr.gettext("Every evening the app then saves all games on it.")
        if look.backups is None:
            return tr.gettext("One moment …")
        own = [stored for stored in look.backups if stored.own]
        if not own:
            return tr.gettext("This stick has no backup of this table yet.")
        return tr.gettext("Last backup of this table: {when}").format(when=days.moment(tr, own[0].when))

    def _named(self, stored: StoredBackup) -> str:
        tr = self._tr
        parts = [days.moment(tr, stored.when)]
        if stored.games is not None:
            parts.append(tr.ngettext("{n} game", "{n} games", stored.games).format(n=stored.games))
        if not stored.own:
            parts.append(stored.file.name)
        return " · ".join(parts)

    def _row(self, stored: StoredBackup, busy: bool) -> Row:
        app = App.get_running_app()
        if stored.problem:
            why = app.explain(stored.problem)
            text = app.tr.gettext("{name}: cannot be restored").format(name=stored.file.name)
            return Row(text, partial(ModalSheet, stored.file.name, (), why), "warn", dim=True)
        wait = app.tr.gettext("Wait until the work is done.")
        return Row(self._named(stored), None if busy else partial(self.ask, stored), "undo", why_not=wait)
