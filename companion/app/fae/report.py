"""An illustrated report of a game: one HTML file that needs nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from html import escape
from typing import Any

from companion.games import fae
from companion.games.base import Table, player_name
from companion.games.fae.board import CENTRES, COLOURS, FRAME_MM, LAKES, MAP_MM, POLYGONS, SPACES, TERRAIN_OF
from companion.games.fae.script import read_moves, read_setup
from companion.i18n import say
from companion.session.fae import words
from companion.session.fae.describe import ritual
from companion.simulation.report_page import STYLE, DrawnFrame, facts_table, photos

INKS = {"red": "#d93434", "blue": "#2f7de0", "yellow": "#f1c522", "purple": "#9a48c9", "black": "#2b2b2b"}
DASHES = {"red": "none", "blue": "8 3", "yellow": "2 3", "purple": "10 3 2 3", "black": "5 5"}
GROUNDS = {"forest": "#6f9a5c", "hills": "#c2b465", "mountains": "#a39d98", "mushrooms": "#b78fae"}
WATER = "#5aa3d0"
CHART_PX = (760, 260)


@dataclass(frozen=True, slots=True)
class ReportedTurn:
    """A move of the game and what it led to."""

    number: int
    player: str
    move: fae.Move
    rituals: tuple[fae.Ritual, ...]
    after: fae.Position


def turns(document: Mapping[str, Any]) -> list[ReportedTurn]:
    """The game of a document in the script format, which must be legal."""
    setup = read_setup(document["setup"])
    position, found = setup.position, []
    for number, move in enumerate(read_moves(document["moves"]), 1):
        player = setup.players[position.turn]
        position, rituals = fae.resolve(position, move)
        found.append(ReportedTurn(number, player, move, rituals, position))
    return found


def page(
    tr: NullTranslations,
    document: Mapping[str, Any],
    facts: Sequence[tuple[str, str]],
    frames: Sequence[DrawnFrame],
) -> str:
    """The report as HTML; `facts` are rows of label and value, `frames` camera pictures to show."""
    _ = tr.gettext
    played = turns(document)
    figures = "".join(_ritual_figure(tr, turn) for turn in played if turn.rituals)
    title, seen = escape(_("A game of Fae")), escape(_("What the camera saw"))
    over_time, after = escape(_("Scores over time")), escape(_("After every ritual"))
    return f"""<!DOCTYPE html>
<html lang="{escape(str(tr.info().get("language", "en")) or "en")}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<style>{STYLE}</style>
<h1>{title}</h1>
<p>{escape(", ".join(player_name(tr, name) for name in document["setup"]["players"]))}</p>
{facts_table(facts)}
<h2>{seen}</h2>
{photos(frames)}
<h2>{over_time}</h2>
<figure>{chart(tr, played)}</figure>
<h2>{after}</h2>
<svg width="0" height="0" style="position:absolute"><defs>{_board_symbol()}</defs></svg>
<div class="boards">{figures}</div>
</html>
"""


def chart(tr: NullTranslations, played: Sequence[ReportedTurn]) -> str:
    """Each colour's score after every move; lines differ in dashes and end in the colour's name."""
    width, height = CHART_PX
    left, right, top, bottom = 40, 90, 12, 28
    most = max([*(max(turn.after.scores) for turn in played), 1])
    last = max(len(played), 1)

    def at(number: int, score: int) -> tuple[float, float]:
        x = left + (width - left - right) * number / last
        return round(x, 1), round(height - bottom - (height - top - bottom) * score / most, 1)

    parts = []
    for score in sorted({round(most * share / 4) for share in range(5)}):
        y = at(0, score)[1]
        parts.append(f'<path d="M{left} {y}H{width - right}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{score}</text>')
    ends = sorted((at(last, played[-1].after.scores[n] if played else 0)[1], n) for n in range(len(COLOURS)))
    label_y = -100.0
    for y, n in ends:
        colour = COLOURS[n]
        path = f"M{left} {at(0, 0)[1]}" + "".join(
            "H{}V{}".format(*at(turn.number, turn.after.scores[n])) for turn in played
        )
        parts.append(
            f'<path d="{path}" fill="none" stroke="{INKS[colour]}" stroke-width="2.5" '
            f'stroke-dasharray="{DASHES[colour]}"/>'
        )
        label_y = max(y + 4, label_y + 14)
        name = escape(words.colour(tr, colour))
        parts.append(f'<text x="{width - right + 6}" y="{label_y}" fill="{INKS[colour]}">{name}</text>')
    moves = escape(tr.ngettext("{n} move", "{n} moves", len(played)).format(n=len(played)))
    parts.append(f'<text x="{width - right}" y="{height - 8}" text-anchor="end">{moves}</text>')
    opening = f'<svg viewBox="0 0 {width} {height}" width="{width}" font-size="13" role="img">'
    return f"{opening}{''.join(parts)}</svg>"


def board(table: Table, marked: Sequence[int] = (), arrow: fae.Move | None = None) -> str:
    """The board as SVG; it needs the symbol that the page defines. Druids bear their colour's letter."""
    parts = ['<use href="#board"/>']
    parts += [_shape(POLYGONS[space], "none", "#fff", 5) for space in marked]
    if arrow:
        (x1, y1), (x2, y2) = (_centre(space) for space in (arrow.source, arrow.target))
        parts.append(
            f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" '
            'stroke="#fff" stroke-width="4" stroke-dasharray="7 4"/>'
        )
    for space, pieces in table.items():
        x, y = _centre(int(space))
        groups = list(pieces.items())
        for i, (colour, n) in enumerate(groups):
            dx = (i - (len(groups) - 1) / 2) * 13
            dy = 5 * (-1) ** i if len(groups) > 1 else 0
            ink = "#222" if colour == "yellow" else "#fff"
            letter = "K" if colour == "black" else colour[0].upper()
            parts.append(
                f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="8.5" fill="{INKS[colour]}" stroke="#fff"/>'
                f'<text x="{x + dx:.1f}" y="{y + dy + 3.4:.1f}" fill="{ink}" font-size="9.5" '
                f'text-anchor="middle">{letter}{n if n > 1 else ""}</text>'
            )
    return (
        f'<svg viewBox="{_view_box()}" width="525" role="img" font-family="sans-serif">{"".join(parts)}</svg>'
    )


def _ritual_figure(tr: NullTranslations, turn: ReportedTurn) -> str:
    title = tr.gettext("Move {n}: {player}").format(n=turn.number, player=player_name(tr, turn.player))
    text = say(tr, [ritual(turn.player, held) for held in turn.rituals])
    spaces = [held.space for held in turn.rituals]
    drawn = board(fae.table(turn.after), spaces, turn.move)
    caption = f"<b>{escape(title)}</b><br>{escape(text)}"
    return f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"


def _board_symbol() -> str:
    x, y, width, height = _view_box().split()
    parts = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#4a3d2c"/>']
    parts += [_shape(POLYGONS[space], GROUNDS[TERRAIN_OF[space]], "#3a3326", 1) for space in SPACES]
    parts += [_shape(lake, WATER, "#2c6f9e", 1) for lake in LAKES]
    return f'<g id="board">{"".join(parts)}</g>'


def _view_box() -> str:
    return f"{-FRAME_MM:g} {-FRAME_MM:g} {MAP_MM[0] + 2 * FRAME_MM:g} {MAP_MM[1] + 2 * FRAME_MM:g}"


def _shape(points: Sequence[tuple[float, float]], fill: str, stroke: str, width_mm: float) -> str:
    path = "M" + "L".join(f"{x * MAP_MM[0]:.1f} {y * MAP_MM[1]:.1f}" for x, y in points) + "Z"
    return f'<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{width_mm}"/>'


def _centre(space: int) -> tuple[float, float]:

    x, y = CENTRES[space]
    return x * MAP_MM[0], y * MAP_MM[1]
