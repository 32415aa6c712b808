"""Rules topics of Fae that apply to the present screen; no widgets here."""

from collections.abc import Mapping

from companion.session.fae.snapshot import FaeSnapshot
from ui.game_ui import Applies

ICONS: Mapping[str, str] = {
    "aim": "star",
    "setup": "board",
    "spirits": "eye",
    "turn": "people",
    "moving": "move",
    "rituals": "ritual",
    "counting": "plus",
    "end": "trophy",
}
_BROKEN: Mapping[str, Applies] = {
    "empty_source": Applies("moving", "E-011"),
    "empty_target": Applies("moving", "E-013"),
    "not_adjacent": Applies("moving", "E-011"),
    "across_lake": Applies("moving", "E-015"),
    "too_many_druids": Applies("moving", "E-014"),
    "split_group": Applies("moving", "E-011"),
    "several_moves": Applies("turn", "E-010"),
}
"""Topics by the code of the reason why a move is illegal."""
_FEW_CARDS = 3


def topics(snapshot: FaeSnapshot) -> tuple[Applies, ...]:
    """Topics that apply now, most important first."""
    found: list[Applies] = []
    if snapshot.over:
        found = [Applies("end"), Applies("spirits")]
    elif snapshot.position is None:
        found = [Applies("setup", "E-002"), Applies("aim")]
    elif snapshot.choose:
        found = [Applies("rituals", "E-021"), Applies("counting")]
    elif snapshot.illegal:
        found = [_BROKEN.get(snapshot.illegal.code, Applies("moving")), Applies("turn")]
    elif snapshot.step and snapshot.step.act == "remove":
        found = [_taken_off(snapshot), Applies("rituals")]
    else:
        found = [Applies("moving"), Applies("rituals"), Applies("turn")]
        if snapshot.log and snapshot.log[-1].rituals:
            found.insert(1, Applies("counting"))
        if not snapshot.log:
            found += [Applies("spirits"), Applies("aim")]
    if not snapshot.over and snapshot.cards_left <= _FEW_CARDS:
        found.append(Applies("end"))
    return tuple(dict.fromkeys(found))


def _taken_off(snapshot: FaeSnapshot) -> Applies:
    """Topic of the reason why druids leave the board."""
    rituals = snapshot.log[-1].rituals if snapshot.log else ()
    return Applies("counting", "E-024" if any(ritual.cursed for ritual in rituals) else "E-025")
