"""An illustrated report of a game of Fate: one HTML file that needs nothing else."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from html import escape
from itertools import pairwise
from math import cos, pi, sin

from companion.games.base import player_name
from companion.games.fate.board import LOCATION_OF, ROADS, TERRAIN
from companion.games.fate.geometry import GRIMHEIM_HEXES, HEXES, MAP_MM, centre_mm, corners_mm
from companion.games.fate.position import GRIMHEIM, Position
from companion.session.fate.words import name
from companion.simulation.report_page import STYLE, DrawnFrame, facts_table, photos

GROUNDS = {
    "plains": "#a8c17c", "forest": "#5f8f56", "mountain": "#9a948e", "lake": "#5aa3d0", "town": "#d3a380",
    "DeadPlains": "#e9ecee", "MarshOfSorrow": "#8d8479",
}  # fmt: skip
DARK, LIGHT = "#111", "#fff"
PIECES: Mapping[str, tuple[str, str, int, str]] = {
    "goblin": ("G", "#66ba48", 4, DARK), "brute": ("B", "#2e8836", 4, LIGHT),
    "troll": ("T", "#143f28", 4, LIGHT), "sprite": ("S", "#eec424", 3, DARK),
    "elemental": ("E", "#ec7a1c", 3, DARK), "jotunn": ("J", "#d02422", 3, LIGHT),
    "imp": ("I", "#c82490", 5, LIGHT), "skeleton": ("S", "#5c2882", 5, LIGHT),
    "draugr": ("D", "#201c30", 5, LIGHT), "bjorn": ("Bj", "#267838", 0, LIGHT),
    "alva": ("Al", "#2654aa", 0, LIGHT), "embla": ("Em", "#e47a1c", 0, DARK),
    "boldur": ("Bo", "#7e3626", 0, LIGHT),
}  # fmt: skip
"""Letters, colour, corners (0 is round) and ink of a piece; every other one is a legend."""


def page(
    tr: NullTranslations,
    positions: Sequence[Position],
    facts: Sequence[tuple[str, str]],
    frames: Sequence[DrawnFrame],
) -> str:
    """The report as HTML; `positions` are those after every act, `frames` camera pictures to show."""
    _ = tr.gettext
    heroes = ", ".join(
        f"{player_name(tr, hero.player)}: {tr.gettext(name(hero.id))}" for hero in positions[0].heroes
    )
    figures = "".join(_figure(tr, position) for position in after_monster_turns(positions))
    title, seen = escape(_("A game of Fate")), escape(_("What the camera saw"))
    after = escape(_("After every monster turn"))
    return f"""<!DOCTYPE html>
<html lang="{escape(str(tr.info().get("language", "en")) or "en")}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<style>{STYLE}</style>
<h1>{title}</h1>
<p>{escape(heroes)}</p>
{facts_table(facts)}
<h2>{seen}</h2>
{photos(frames)}
<h2>{after}</h2>
<svg width="0" height="0" style="position:absolute"><defs>{_board_symbol()}</defs></svg>
<div class="boards">{figures}</div>
</html>
"""


def after_monster_turns(positions: Sequence[Position]) -> list[Position]:
    """The positions in which the heroes' turns begin anew, and the last one."""
    found = [
        after for before, after in pairwise(positions) if after.phase == "heroes" and before.phase != "heroes"
    ]
    return found if found and found[-1] == positions[-1] else [*found, positions[-1]]


def board(position: Position) -> str:
    """The board as SVG with all pieces by letter; it needs the symbol that the page defines."""
    parts = ['<use href="#board"/>']
    parts += [_piece(monster.kind, *centre_mm(monster.hex), monster.damage) for monster in position.monsters]
    home = iter(GRIMHEIM_HEXES)
    for hero in position.heroes:
        x, y = centre_mm(next(home) if hero.hex == GRIMHEIM else hero.hex)
        parts.append(_piece(hero.id, x, y, hero.damage))
    box = f"0 0 {MAP_MM[0]:g} {MAP_MM[1]:g}"
    return f'<svg viewBox="{box}" width="525" role="img" font-family="sans-serif">{"".join(parts)}</svg>'


def _figure(tr: NullTranslations, position: Position) -> str:
    pattern = tr.gettext("Space {step} of the time track, town pieces: {town}, monsters: {monsters}")
    text = pattern.format(step=position.step, town=position.town, monsters=len(position.monsters))
    return f"<figure>{board(position)}<figcaption>{escape(text)}</figcaption></figure>"


def _piece(kind: str, x: float, y: float, damage: int) -> str:
    letters, fill, corners, ink = PIECES.get(kind, (kind[:2].capitalize(), "#33343c", 6, LIGHT))
    if corners:
        turn = 0.5 if corners == 4 else 0.0
        shape = _path([_around(x, y, 14.0, (k + turn) / corners) for k in range(corners)])
        body = f'<path d="{shape}" fill="{fill}" stroke="#fff" stroke-width="1.5"/>'
    else:
        body = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{fill}" stroke="#fff" stroke-width="1.5"/>'
    place = f'x="{x:.1f}" y="{y + 4:.1f}" font-size="11" text-anchor="middle"'
    text = f'<text {place} fill="{ink}">{letters}</text>'
    if damage:
        text += f'<text x="{x + 11:.1f}" y="{y - 8:.1f}" fill="#b00" font-size="11">-{damage}</text>'
    return body + text


def _around(x: float, y: float, radius: float, share: float) -> tuple[float, float]:
    return x + radius * sin(2 * pi * share), y - radius * cos(2 * pi * share)


def _board_symbol() -> str:
    line = 'stroke="#5b5340"'
    parts = [f'<path d="{_path(corners_mm(hex_))}" fill="{_ground(hex_)}" {line}/>' for hex_ in HEXES]
    line = 'fill="none" stroke="#8a6442" stroke-width="4" opacity=".6"'
    for hexes in ROADS.values():
        way = [*(centre_mm(hex_) for hex_ in hexes), centre_mm("9,9")]
        parts.append(f'<path d="{_path(way)[:-1]}" {line}/>')
    return f'<g id="board">{"".join(parts)}</g>'


def _ground(hex_: str) -> str:
    if hex_ in GRIMHEIM_HEXES:
        return GROUNDS["town"]
    terrain = TERRAIN[hex_]
    place = LOCATION_OF.get(hex_, "") if terrain == "plains" else ""
    return GROUNDS.get(place, GROUNDS[terrain])


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
