"""Fae for a phone: the board, the scores and the story for everybody, the spirit for its seat."""

from typing import Any

from companion.games.base import N_, Space, Translations, player_name
from companion.games.fae.board import TERRAIN_OF, RitualCard
from companion.session.fae import words
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.seat_form import SeatForm

_WORDS = {
    "spirit": N_("Your spirit"), "points": N_("Points"), "next": N_("Next ritual"), "blessed": N_("blessed"),
    "cursed": N_("cursed"), "wins": N_("wins"), "tell": N_("Tell nobody."),
    "spirit_key": N_("Spirit"),
}  # fmt: skip
_SPIRIT = "Every ritual with this colour brings you points."  # marked where the screen shows a spirit


def public(snapshot: FaeSnapshot, tr: Translations) -> dict[str, Any]:
    """Return what everybody may see; spaces are numbers, druids are numbers by colour."""
    position = snapshot.position
    if position is None:
        return {"phase": snapshot.phase}
    return {
        "phase": snapshot.phase,
        "groups": [
            {
                "space": space,
                "druids": dict(druids),
                "pieces": words.pieces(druids).say(tr),
                "label": _named(space, words.pieces(druids).say(tr), tr),
            }
            for space, druids in snapshot.table.items()
            if druids
        ],
        "colours": [
            {"colour": colour, "name": tr.gettext(words.COLOURS[colour]), "score": score}
            for colour, score in snapshot.scores.items()
        ],
        "card": _card(snapshot.next_card, tr) if snapshot.next_card else None,
        "cards_left": snapshot.cards_left,
        "ritual_cards": [
            {"player": player_name(tr, player), "cards": cards}
            for player, cards in snapshot.ritual_cards.items()
        ],
        "result": _result(snapshot, tr),
    }


def _named(space: Space, pieces: str, tr: Translations) -> str:
    """Return the name of a group that tells it from all others: its druids, and its place by number."""
    place = tr.gettext(words.TERRAINS[TERRAIN_OF[int(space)]])
    return tr.gettext("{pieces}, {place} {number}").format(pieces=pieces, place=place, number=space)


def secret(snapshot: FaeSnapshot, tr: Translations) -> dict[str, str] | None:
    """Return the spirit of the snapshot's seat: its colour, the colour's name, and its meaning."""
    if snapshot.secret is None:
        return None
    name = tr.gettext(words.COLOURS[snapshot.secret])
    return {"colour": snapshot.secret, "name": name, "text": tr.gettext(_SPIRIT)}


def _card(card: RitualCard, tr: Translations) -> dict[str, Any]:
    return {
        "value": card.value,
        "blessed": [_terrain(terrain, tr) for terrain in sorted(card.blessed)],
        "cursed": [_terrain(terrain, tr) for terrain in sorted(card.cursed)],
    }


def _terrain(terrain: str, tr: Translations) -> dict[str, str]:
    return {"terrain": terrain, "name": tr.gettext(words.TERRAINS[terrain])}


def _result(snapshot: FaeSnapshot, tr: Translations) -> list[dict[str, Any]] | None:
    """Return the players with their points, the winners first; None before the spirits are shown."""
    if not snapshot.result:
        return None
    totals, winners = snapshot.result["totals"], snapshot.result["winners"]
    rows = [
        {
            "player": player_name(tr, player),
            "total": total,
            "winner": player in winners,
            "colour": snapshot.revealed[player],
            "name": tr.gettext(words.COLOURS[snapshot.revealed[player]]),
        }
        for player, total in totals.items()
    ]
    return sorted(rows, key=lambda row: (-row["winner"], -row["total"]))


SEAT = SeatForm(public=public, secret=secret, secret_bytes=lambda _: 256, words=_WORDS)
