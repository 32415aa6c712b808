"""Rule options of a game."""

from typing import NamedTuple


class Options(NamedTuple):
    """Rule options that players choose before a game; the defaults are those of RULES.md.

    `princess_double_jump`: she may jump between castles before and after one step (A08).
    `princess_may_return`: she may end on her start (A09). `own_hex_counts_in_line`: the cell of the figure
    may be one of three in a line (A20). `free_placement_when_stuck`: a tile without a legal spot may be
    placed regardless of rivers (A14). `short_game`: fewer pages are dealt (A04).
    """

    princess_double_jump: bool = True
    princess_may_return: bool = False
    own_hex_counts_in_line: bool = True
    free_placement_when_stuck: bool = False
    short_game: bool = False


DEFAULTS = Options()
