"""Every scene fits, in every language; their pictures are the gallery (`make gallery`)."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.i18n import LANGUAGES
from tests.ui.layout import check_apart, check_layout
from tests.ui.scenes import SCENES, Scene

GALLERY = Path("build/gallery")
SIZES = [(800, 480), (480, 800), (1280, 720)]
EACH_SCENE = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)


@EACH_SCENE
def test_scene_fits(open_window: Any, scene: Scene) -> None:
    running = scene.show(open_window, "en", (800, 480))
    for language in LANGUAGES:
        running.app.speak(language)
        running.lay_out()
        running.lay_out()
        check_layout(running)
        check_apart(running)


@pytest.mark.slow
@pytest.mark.parametrize("text_size", [1.0, 1.4])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@EACH_SCENE
def test_scene_fits_any_window(
    open_window: Any, scene: Scene, size: tuple[int, int], text_size: float
) -> None:
    for language in LANGUAGES:
        running = scene.show(open_window, language, size)
        running.app.prefer(text_size=text_size)
        running.lay_out()
        running.lay_out()
        check_layout(running)
        check_apart(running)


@pytest.mark.slow
@EACH_SCENE
def test_gallery(open_window: Any, scene: Scene) -> None:
    """One picture a scene, the three languages beside each other."""
    shots = []
    for language in LANGUAGES:
        running = scene.show(open_window, language, (800, 480))
        shot = cv2.imread(str(running.screenshot(f"{scene.name}-{language}.png")))
        assert shot is not None
        shots.append(shot)
        running.close()
    row = np.hstack(shots)
    GALLERY.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(GALLERY / f"{scene.name}.png"), row)
    assert len(np.unique(row.reshape(-1, 3), axis=0)) > 8, "expected something to see"
