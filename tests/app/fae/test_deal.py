"""Fae in the running app."""

from pathlib import Path

import pytest

from companion.app.app import App
from companion.errors import RuleError
from companion.games import fae
from companion.games.fae.autoplay import opening
from companion.settings.settings import load
from companion.storage.journal import Journal


def test_no_spirit_is_shown_of_a_game_that_was_left(tmp_path: Path) -> None:
    druids = {int(space): next(iter(kinds)) for space, kinds in fae.table(opening(3, 2)).items()}
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        app.start_game(("Ana", "Bo"), "none", druids)
        with pytest.raises(RuleError, match="spirits"):
            app.show_secret("Cy")
        app.leave_game()
        with pytest.raises(RuleError, match="spirits"):
            app.show_secret("Ana")
        app.close()
