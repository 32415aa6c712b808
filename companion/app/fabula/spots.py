"""Where cards lie on the table of a duel, in mm, for the virtual hands."""

from companion.games.fabula.position import Permanent, Player, Position
from vision.fabula.cards import BACK
from vision.fabula.layout import BASE_COLUMNS_MM, BASES_MM, BATTLE_MM, PILES_MM, TABLE_MM
from vision.fabula.simulated import LaidCard

_FIRST_MM, _LAST_MM = 44.0, 372.0
_APART_MM, _TAPPED_MM = 70.0, 94.0


def layout(position: Position) -> tuple[LaidCard, ...]:
    """All cards of a position; who began sits near."""
    return tuple(card for player in (0, 1) for card in _side(position, player))


def _side(position: Position, player: Player) -> list[LaidCard]:
    side, laid = position.sides[player], []
    own = [base for base in position.bases if base.owner == player]
    ordered = [base for base in own if not base.centre]
    ordered[2:2] = [base for base in own if base.centre]
    for base, x_mm in zip(ordered, BASE_COLUMNS_MM, strict=False):
        hidden = base.destroyed or position.phase == "bases"
        name = BACK if hidden else position.names[base.id]
        laid.append(LaidCard(name, x_mm, BASES_MM, 0.0))
    x_mm = _FIRST_MM
    for permanent in (p for p in position.battle if p.controller == player):
        wide = _wide(permanent)
        if x_mm + wide / 2 > _LAST_MM:
            break
        turn = 90.0 if permanent.tapped else 0.0
        laid.append(LaidCard(position.names[permanent.id], x_mm, BATTLE_MM, turn))
        x_mm += wide
    if side.deck:
        laid.append(LaidCard(BACK, PILES_MM, BASES_MM, 0.0))
    if side.discard:
        top = position.names.get(side.discard[-1], BACK)
        laid.append(LaidCard(top, PILES_MM, BATTLE_MM, 0.0))
    return laid if player == 0 else [_across(card) for card in laid]


def _wide(permanent: Permanent) -> float:
    return _TAPPED_MM if permanent.tapped else _APART_MM


def _across(card: LaidCard) -> LaidCard:
    """The same place for the player at the other side."""
    width, height = TABLE_MM
    return card._replace(x_mm=width - card.x_mm, y_mm=height - card.y_mm, turn_deg=card.turn_deg + 180.0)
