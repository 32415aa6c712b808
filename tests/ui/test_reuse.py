"""Widgets that show the same as before stay the same widgets."""

from typing import Any

from tests.ui.games.fate import states


def test_an_act_changes_only_what_it_changes(open_window: Any) -> None:
    from companion.games.fate.acts import Prepare

    fake = states.hero_turn()
    running = open_window(fake)
    panel = running.screen.ids.panel
    (sheet,) = panel.children
    before = {row.text: row for row in _rows(sheet)}
    fake.put(Prepare())
    fake.publish()
    running.lay_out()
    assert panel.children == [sheet]
    kept = [row for row in _rows(sheet) if before.get(row.text) is row]
    assert len(kept) >= len(before) - 2
    assert sheet._spaces["prepare"].spent


def test_a_row_that_stays_acts_as_the_new_one(open_window: Any) -> None:
    from ui.widgets.rows import Row, RowList

    open_window(states.hero_turn())
    done: list[str] = []
    rows = RowList()
    rows.show([Row("A", lambda: done.append("old")), Row("B")])
    first, second = reversed(rows._grid.children)
    rows.show([Row("new"), Row("A", lambda: done.append("new")), Row("B", chosen=True)])
    _, again, other = reversed(rows._grid.children)
    assert again is first and other is not second
    again.dispatch("on_release")
    assert done == ["new"]


def test_lines_of_the_log_stay(open_window: Any) -> None:
    from ui.widgets.log import LogLine, LogView

    open_window(states.hero_turn())
    log = LogView(print, print, print)
    lines = (LogLine(1, "Ana"), LogLine(2, "Bo"))
    log.show(lines, 2)
    before = log.list.shown()
    log.show((*lines, LogLine(3, "Ana")), 3)
    assert log.list.shown()[:3] == before
    assert [row.line.number for row in log.list.shown()] == [0, 1, 2, 3]


def _rows(sheet: Any) -> list[Any]:
    return list(reversed(sheet.rows._grid.children))
