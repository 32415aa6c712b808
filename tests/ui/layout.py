from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest

SIZES = [(800, 480), (480, 800), (1280, 720)]

_SLOW = [pytest.param(size, marks=pytest.mark.slow) for size in SIZES]


def _named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


ICONS_OF_GAMES = ("face-", "fb-", "ft-", "portrait-", "shelf", "star")
"""Icons whose words are those of one game, which its own screens must give."""
at_each_size = pytest.mark.parametrize("size", [SIZES[0], *_SLOW[1:]], ids=_named)
"""Windows other than the smallest are only for the slow tests."""
at_any_size = pytest.mark.parametrize("size", _SLOW, ids=_named)
"""For layouts that a scene of the gallery shows too: every run checks that scene."""


def widgets(root: Any, scrolled: bool = False) -> Iterator[tuple[Any, bool]]:
    """All descendants of a widget, each with True if it may be scrolled out of sight."""
    from kivy.uix.scrollview import ScrollView

    yield root, scrolled
    for child in root.children:
        yield from widgets(child, scrolled or isinstance(root, ScrollView))


def check_layout(running: Any) -> None:
    """Check that texts fit their boxes and the window, and that buttons are as large as a finger."""
    from ui import theme
    from ui.widgets.basics import Key, Text
    from ui.widgets.painted import Painted

    for root in (running.screen, *running.window.children[:-1]):
        for widget, scrolled in widgets(root):
            if isinstance(widget, Text) and widget.text and widget.height > 1:
                assert widget.fits, f"{widget.text!r} does not fit {widget.size}"
                assert _drawn(widget) == "".join(widget.text.split()), f"words missing of {widget.text!r}"
                if not scrolled:
                    assert widget.x >= -1 and widget.right <= running.window.width + 1, widget.text
                    assert widget.y >= -1 and widget.top <= running.window.height + 1, widget.text
            if isinstance(widget, Painted):
                assert widget.smallest_px >= theme.em("note") - 0.5, (
                    f"small letters on {type(widget).__name__}"
                )
            if isinstance(widget, Key):
                assert min(widget.size) >= theme.mm(theme.TOUCH_MM) - 1, (widget.icon, widget.text)


def check_words(running: Any) -> None:
    """Check that every key that is only an icon explains itself, and that every disabled one says why."""
    from ui.widgets.basics import Key

    roots = (running.screen, *running.window.children[:-1])
    keys = [key for root in roots for key, _ in _things(root) if isinstance(key, Key)]
    icons = [key for key in keys if key.icon and not key.text and not key.icon.startswith(ICONS_OF_GAMES)]
    assert [key.icon for key in icons if key.about_at(0, 0) is None] == []
    assert [(key.icon, key.text) for key in keys if key.disabled and not key.why_not] == []


def _drawn(label: Any) -> str:
    """Letters that a label draws, without spaces: what is wider than its box, such as a path, is broken."""
    label.texture_update()
    words = (word.text for line in label._label._cached_lines for word in line.words)
    return "".join("".join(words).split())


def check_apart(running: Any) -> None:
    """Check that no text or button overlaps another one."""
    for root in (running.screen, *running.window.children[:-1]):
        check_parts_apart(root)


def check_parts_apart(root: Any) -> None:
    """Check that no text or button in a widget overlaps another one there."""
    seen = list(_things(root))
    for index, (one, box) in enumerate(seen):
        for other, its in seen[index + 1 :]:
            deep = [min(box[i + 2], its[i + 2]) - max(box[i], its[i]) for i in (0, 1)]
            assert min(deep) < 2 or _below(other, one) or _below(one, other), (
                f"{_said(one)} {box} and {_said(other)} {its} lie on each other"
            )


Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top on the window."""


def _things(widget: Any, seen: Box = (0, 0, 1e6, 1e6)) -> Iterator[tuple[Any, Box]]:
    """Visible texts and buttons, with their boxes."""
    from kivy.uix.scrollview import ScrollView

    from ui.widgets.basics import Key, Text

    if not widget.opacity:
        return
    box = _shown(widget, seen)
    if isinstance(widget, Text | Key) and min(box[2] - box[0], box[3] - box[1]) > 1:
        yield widget, _written(widget, box) if isinstance(widget, Text) else box
    if isinstance(widget, ScrollView):
        seen = box
    for child in widget.children:
        yield from _things(child, seen)


def _shown(widget: Any, seen: Box) -> Box:
    left, bottom = widget.to_window(*widget.pos)
    right, top = widget.to_window(widget.right, widget.top)
    return max(left, seen[0]), max(bottom, seen[1]), min(right, seen[2]), min(top, seen[3])


def _written(label: Any, box: Box) -> Box:
    """Box of the letters in a label that is larger than its text."""
    if not label.text:
        return 0, 0, 0, 0
    width, height = label._label.get_extents(label.text) if "\n" not in label.text else label.texture_size
    left, bottom, right, top = box
    wide, high = max(0, right - left - width), max(0, top - bottom - height)
    before = {"left": 0.0, "right": 1.0}.get(label.halign, 0.5)
    under = {"bottom": 0.0, "top": 1.0}.get(label.valign, 0.5)
    return left + wide * before, bottom + high * under, right - wide * (1 - before), top - high * (1 - under)


def _below(widget: Any, other: Any) -> bool:
    """Return whether a widget is part of another one."""
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        if widget is other:
            return True
    return False


def _said(widget: Any) -> str:
    return f"{type(widget).__name__} {getattr(widget, 'icon', '')} {widget.text!r}"
