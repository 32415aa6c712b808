"""Contrast of the page's papers and inks, by day and night: text at least 4.5 to 1 (WCAG 2.2, 1.4.3)."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import ui.phone as phone_page

STYLE = (Path(phone_page.__path__[0]) / "style.css").read_text("utf-8")
GAMES = ("", "fae", "fate", "fairytile", "fabula")
LEAST = 4.5
ON = {
    "ground": ("ink", "soft"),
    "surface": ("ink", "soft", "good", "bad", "ask"),
    "sunk": ("ink",),
    "ink": ("surface",),
    "accent": ("on-accent",),
    "ask": ("on-signal",),
    "bad": ("on-signal",),
    "on-signal": ("ask", "bad"),
}
"""Inks that words and icons are written with on a paper."""


def blocks(light: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the game and the colours of each rule for a light: "day", "night", or "dark", the phone's own."""
    head = {"day": "", "night": ':root[data-light="night"]', "dark": ':root:not([data-light="day"])'}[light]
    for line in STYLE.splitlines():
        found = re.match(r'\s*(:root\S*)?\s*(?:body\[data-game="(\w+)"\])? \{(.*)\}', line)
        if found and (found[1] or "") == head and "--ground" in found[3]:
            yield found[2] or "", dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", found[3]))


def papers(light: str) -> Mapping[str, Mapping[str, str]]:
    """Return the colours of every game in a light; a game that says nothing has those of the house."""
    root = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", STYLE[: STYLE.index("}")]))
    found = dict(blocks(light))
    return {game: {**root, **found.get("", {}), **found.get(game, {})} for game in GAMES}


def luminance(code: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2), 0 to 1."""
    full = code[1:] if len(code) == 7 else "".join(2 * digit for digit in code[1:])
    shares = [int(full[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4 for n in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("light", ["day", "night"])
def test_every_ink_is_readable_on_its_papers(light: str) -> None:
    found = {
        (game, paper, ink): contrast(colours[paper], colours[ink])
        for game, colours in papers(light).items()
        for paper, inks in ON.items()
        for ink in inks
    }
    assert len({colours["ground"] for colours in papers(light).values()}) == len(GAMES)
    poor = {pair: round(value, 2) for pair, value in found.items() if value < LEAST}
    assert not poor
    print(f"{light}: lowest {min(found.values()):.2f} of {len(found)} pairs")


def test_the_phones_own_night_is_the_chosen_one() -> None:
    assert papers("dark") == papers("night") != papers("day")
