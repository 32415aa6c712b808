"""Rules topics of Fairy Tile that apply to the present screen; no widgets here."""

from collections.abc import Mapping

from companion.games.fairytile.position import Tell
from companion.session.fairytile.snapshot import FairySnapshot
from ui.game_ui import Applies

ICONS: Mapping[str, str] = {
    "aim": "star",
    "setup": "board",
    "turn": "people",
    "moving": "move",
    "princess": "figure-princess",
    "knight": "figure-knight",
    "dragon": "figure-dragon",
    "tiles": "ft-tile",
    "telling": "ft-tell",
    "page": "ft-turn-page",
    "magic": "ft-magic",
    "seeing": "eye",
    "visiting": "hand",
    "great": "land-forest",
    "end": "trophy",
}
_BROKEN: Mapping[str, Applies] = {
    "not_reachable": Applies("moving"),
    "overlap": Applies("tiles", "FT-092"),
    "too_few_edges": Applies("tiles", "FT-093"),
    "river_mismatch": Applies("tiles", "FT-094"),
    "stack_empty": Applies("tiles", "FT-097"),
    "no_magic": Applies("magic", "FT-131"),
    "cannot_tell": Applies("telling", "FT-111"),
    "told_already": Applies("telling", "FT-113"),
    "nothing_done": Applies("turn", "FT-040"),
}
"""Topics by the code of the refusal."""


def topics(snapshot: FairySnapshot) -> tuple[Applies, ...]:
    """Topics that apply now, most important first."""
    if snapshot.over:
        return Applies("end"), Applies("aim")
    found: list[Applies] = []
    if snapshot.problem and (broken := _BROKEN.get(snapshot.problem.code)):
        found.append(broken)
    done = snapshot.position.done
    if done and not snapshot.position.page_told_this_turn:
        found += [Applies("telling"), Applies("visiting"), Applies("seeing"), Applies("great")]
    elif not done:
        found += [Applies("turn"), Applies("moving"), Applies("tiles"), Applies("page")]
    if snapshot.with_magic or any(snapshot.position.magic):
        found.append(Applies("magic"))
    if snapshot.log and isinstance(snapshot.log[-1].act, Tell):
        found.append(Applies("end"))
    if not snapshot.log:
        found.append(Applies("aim"))
    if snapshot.stuck:
        found.append(Applies("end", "FT-142"))
    return tuple({one.topic: one for one in reversed(found)}.values())[::-1]
