"""Every key that is only an icon explains itself, and every disabled one says why, in all scenes."""

from typing import Any

import pytest

from tests.ui.layout import _things
from tests.ui.scene import Scene
from tests.ui.test_gallery import SCENES

ICONS_OF_GAMES = ("face-", "fb-", "ft-", "portrait-", "shelf", "star")
"""Icons whose words are those of one game, which its own screens must give."""
SHOWN = [scene for scene in SCENES if not scene.demo]
"""A demo takes no touches."""


@pytest.mark.parametrize("scene", SHOWN, ids=lambda scene: scene.name)
def test_icons_and_dimmed_keys_have_words(open_window: Any, scene: Scene) -> None:
    running = scene.show(open_window, "en", (800, 480))
    from ui.widgets.basics import Key

    roots = (running.screen, *running.window.children[:-1])
    keys = [key for root in roots for key, _ in _things(root) if isinstance(key, Key)]
    icons = [key for key in keys if key.icon and not key.text and not key.icon.startswith(ICONS_OF_GAMES)]
    assert [key.icon for key in icons if key.about_at(0, 0) is None] == []
    assert [(key.icon, key.text) for key in keys if key.disabled and not key.why_not] == []


def test_sentences_of_icons_are_short_and_translated() -> None:
    from companion.i18n import LANGUAGES, translator
    from ui.explanation import KEYS, about_key

    for language in LANGUAGES:
        for icon in KEYS:
            name, sentence = about_key(translator(language), icon)
            assert name and len(sentence) <= 90, (language, icon, sentence)
            assert language == "en" or sentence != KEYS[icon][1], (language, icon)
