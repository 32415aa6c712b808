"""What tests touch on the play screen of Fate."""

from typing import Any

from tests.ui.layout import widgets


def tap_hex(running: Any, place: str) -> None:
    running.tap(*running.screen.ids.board.middle(place))


def rows(running: Any) -> list[str]:
    """What the buttons beside the board say."""
    from ui.widgets.basics import TouchButton

    return [w.text for w, _ in widgets(running.screen.ids.panel) if isinstance(w, TouchButton) and w.text]


def press(running: Any, text: str, root: Any = None) -> None:
    """Press the button that says or shows this."""
    from ui.widgets.basics import Key

    for widget, _ in widgets(root or running.screen):
        if isinstance(widget, Key) and (widget.text or widget.icon).startswith(text):
            widget.dispatch("on_release")
            running.lay_out()
            return
    raise AssertionError(f"no button says {text!r}")


def action(running: Any, name: str) -> Any:
    """The key of an action of the hero."""
    from ui.games.fate.hero_parts import ActionKey

    return next(w for w, _ in widgets(running.screen) if isinstance(w, ActionKey) and w.text == name)


def popups(running: Any) -> list[Any]:
    """The answers that are pictures, in their order."""
    from ui.games.fate.pictures import PopupAnswer

    found = [w for w, _ in widgets(running.screen.ids.panel) if isinstance(w, PopupAnswer)]
    return found[::-1]
