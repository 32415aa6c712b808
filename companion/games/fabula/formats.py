"""Numbers of a format, and rule options of a duel; the standard format is read from data."""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Literal, NamedTuple, TypeAlias

from companion.games.base import Sentence
from companion.games.codec import decode, within

Rarity: TypeAlias = Literal["common", "rare", "legendary"]

_Count = Annotated[int, within(0, 999)]


class Format(NamedTuple):
    """Numbers that may differ between formats (section B of RULES.md).

    `outskirts` is the number of bases around the centre, all of them adjacent to it [B04]. `exposed_after`
    is the number of them that must fall before the centre is a target, if `centre_exposure` is on [B01].
    """

    deck_min: _Count
    outskirts: _Count
    copies: Mapping[Rarity, _Count]
    opening_hand: _Count
    draw_up_to: _Count
    end_hand: _Count
    centre_resistance: Annotated[int, within(1, 999)]
    outskirt_resistance: Annotated[int, within(1, 999)]
    resource_start: _Count
    resource_step: _Count
    resource_cap: _Count
    exposed_after: Annotated[int, within(1, 99)]

    def resources(self, turn: int, bonus: int = 0) -> int:
        """Return the resources of a player in the own turn `turn`, from 1 (FB-030, FB-031).

        `bonus` is the sum of effects that raise the cap.
        """
        return min(self.resource_start + self.resource_step * (turn - 1), self.resource_cap + bonus)


class Options(NamedTuple):
    """Rule options that players choose before a duel; the defaults are those of RULES.md.

    `centre_exposure` [B01]: the centre is no target before an outskirt beside it fell. `multi_block` [B12]:
    an attacker deals its whole offence to each blocker in turn, or splits it between them.
    `centre_destroyed_wins` [B02]. `attach_timing` [B18]: a modification may be attached whenever its
    controller has priority, or in the own action phase only.
    """

    centre_exposure: bool = False
    multi_block: Literal["sequential_full", "split"] = "sequential_full"
    centre_destroyed_wins: bool = True
    attach_timing: Literal["any", "own_action"] = "any"


def _standard() -> Format:
    problems: list[Sentence] = []
    text = resources.files(__package__).joinpath("data/standard.json").read_text("utf-8")
    read = decode(Format, json.loads(text), "standard.json", problems)
    assert not problems, problems
    return read


STANDARD = _standard()
