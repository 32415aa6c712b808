"""Every scene fits in the longest language, with slow tests in each; `make gallery` keeps their pictures."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.i18n import LANGUAGES, translator
from tests.ui import longer
from tests.ui.device_scenes import DEVICE_SCENES
from tests.ui.layout import SIZES, check_apart, check_layout, check_words
from tests.ui.scene import Scene
from tests.ui.scenes import SCENES as TABLE_SCENES
from tests.ui.scenes import Past, start
from tests.ui.services import FakeHints
from tests.ui.test_poster import poster

SCENES = (*TABLE_SCENES, *DEVICE_SCENES)
GALLERY = Path("build/gallery")
LONGEST, LARGEST = "es", 1.25
"""The language with the longest words, and the largest text size."""
UPRIGHT = (
    "start", "new-fae", "fae-play", "fate-turn", "menu", "history", "phones-seats", "machine", "fae-rule",
)  # fmt: skip
"""Scenes that every run shows upright, and not lying."""
ALIKE = (
    "check-wrong", "set-up-lamp", "set-up-camera", "set-up-seat", "password", "phones", "phones-code",
    "phones-onlookers", "phones-make", "phones-wifi", "phones-own", "fae-guided",
)  # fmt: skip
"""Scenes of pages that other scenes show in every run; slow tests show them upright."""
ALSO_UPRIGHT = ("settings", "faults", "update", "fabula-own", "fairytile-page", "fairytile-end", "intro-fae")
"""Other scenes that slow tests show upright."""
LONG = ("fabula-laid", "fabula-alone", "fabula-play")
"""Scenes that are reached by many moves."""
POSTERS = {"poster-fae": Past.FAE, "poster-fate": Past.WON}
POSTER_PX = 1131
"""Height in pixels of a page 800 px wide."""
EACH_SCENE = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)


def looked_at(running: Any) -> None:
    """Check the layout of an open scene."""
    running.lay_out()
    running.lay_out()
    check_layout(running)
    check_apart(running)


def keep(row: Image.Image, name: str) -> None:
    """A picture of the gallery."""
    assert len(row.getcolors(1 << 24) or ()) > 8, "expected something to see"
    GALLERY.mkdir(parents=True, exist_ok=True)
    row.quantize(256, dither=Image.Dither.NONE).save(GALLERY / f"{name}.png", optimize=True)


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, marks=pytest.mark.slow)
        if at % 2 or scene.name in (*UPRIGHT, *ALIKE, *LONG)
        else scene
        for at, scene in enumerate(SCENES)
    ],
    ids=lambda scene: scene.name,
)
def test_scene_fits(open_window: Any, scene: Scene) -> None:
    """Every second scene in every run; slow tests show all of them, in any window."""
    running = scene.show(open_window, LONGEST, (800, 480))
    looked_at(running)
    if not scene.demo:  # a demo takes no touches
        check_words(running)


@pytest.mark.parametrize(
    "scene",
    [
        scene if scene.name in UPRIGHT else pytest.param(scene, marks=pytest.mark.slow)
        for scene in SCENES
        if scene.name in (*UPRIGHT, *ALIKE, *ALSO_UPRIGHT)
    ],
    ids=lambda scene: scene.name,
)
def test_large_letters_fit_an_upright_window(open_window: Any, scene: Scene) -> None:
    running = scene.show(open_window, LONGEST, (480, 800), text_size=LARGEST)
    looked_at(running)
    check_words(running)


@pytest.fixture(autouse=True)
def a_longer_language(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window also speaks a language that is longer than every other."""
    monkeypatch.setattr(
        "ui.window.translator", lambda code: longer.Longer() if code == longer.CODE else translator(code)
    )


@pytest.fixture(autouse=True)
def hints_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key of hints is there, as for people who play."""
    monkeypatch.setattr(FakeHints, "offered", lambda _: True)


@pytest.mark.slow
@EACH_SCENE
def test_scene_fits_any_window(open_window: Any, scene: Scene) -> None:
    """All that does not fit, in each size and text size, in all languages and for the left hand."""
    misfits = []
    wishes: tuple[dict[str, Any], ...] = ({}, {"text_size": LARGEST}, {"hand": "left"})
    for size, likes in product(SIZES, wishes):
        running: Any = None
        for language in (LONGEST,) if "hand" in likes else (*LANGUAGES, longer.CODE):
            if running is None or scene.sheet:
                running = scene.show(open_window, language, size, **likes)
                running.app.prefer = lambda **_: None  # nobody's preference: one language does not exist
            running.app.speak(language)
            try:
                looked_at(running)
            except AssertionError as error:
                misfits.append(f"{size[0]}x{size[1]} {likes or ''} {language}: {str(error).splitlines()[0]}")
    assert not misfits, "\n".join(misfits)


@pytest.mark.slow
@EACH_SCENE
def test_picture(open_window: Any, scene: Scene) -> None:
    """One picture a scene, the three languages beside each other."""
    from ui.lifetime import end_motions

    running = scene.show(open_window, "en", (800, 480))
    row = Image.new("RGB", (len(LANGUAGES) * 800, 480))
    for index, language in enumerate(LANGUAGES):
        if scene.sheet and index:
            running.close()
            running = scene.show(open_window, language, (800, 480))
        running.app.speak(language)
        running.lay_out()
        end_motions()  # numbers are counted to their end
        with Image.open(running.screenshot(f"{scene.name}-{language}.png")) as shot:
            row.paste(shot, (index * 800, 0))
    keep(row, scene.name)


@pytest.mark.slow
@pytest.mark.parametrize("name", POSTERS)
def test_picture_of_a_poster(open_window: Any, name: str) -> None:
    """The page to print, the three languages beside each other."""
    running = open_window(start())
    row = Image.new("RGB", (len(LANGUAGES) * 800, POSTER_PX))
    for index, language in enumerate(LANGUAGES):
        running.app.speak(language)
        with poster(running, POSTERS[name]) as page:
            row.paste(page.resize((800, POSTER_PX), Image.Resampling.LANCZOS), (index * 800, 0))
    keep(row, name)


def test_readme_shows_every_scene() -> None:
    shown = re.findall(r"\n(.+)\n\n!\[(.+)\]\(gallery/(.+)\.png\)", Path("ui/README.md").read_text("utf-8"))
    scenes = [(scene.words, scene.words, scene.name) for scene in SCENES]
    assert sorted(row for row in shown if row[2] not in POSTERS) == sorted(scenes)
    names = {scene.name for scene in SCENES} | set(POSTERS)
    assert {name for *_, name in shown} == {path.stem for path in Path("ui/gallery").glob("*.png")} == names
