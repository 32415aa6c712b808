"""Find and press widgets on the screen."""

from typing import Any

from tests.ui.layout import widgets


def buttons(running: Any) -> list[Any]:
    """All buttons on the screen; those of a sheet on top come first."""
    from ui.widgets.basics import Key

    roots = [*running.window.children[:-1], running.screen]
    return [widget for root in roots for widget, _ in widgets(root) if isinstance(widget, Key)]


def press(running: Any, text: str = "", icon: str = "") -> None:
    """Press the first button that begins with this text, or has this icon."""
    for button in buttons(running):
        if button.text.startswith(text) and icon in ("", button.icon) and not button.disabled:
            button.dispatch("on_press")
            button.dispatch("on_release")
            running.lay_out()
            return
    raise AssertionError(f"no button says {text or icon!r}: {[b.text or b.icon for b in buttons(running)]}")


def type_name(running: Any, name: str) -> None:
    """Type on the keys on the screen."""
    for letter in name:
        press(running, "Space" if letter == " " else letter.upper())
    press(running, icon="check")
