"""What may be agreed on before a game."""

from typing import NamedTuple


class Options(NamedTuple):
    """Readings of the rules that people choose between; the defaults are those of RULES.md.

    `princess_double_jump`: from castle to castle before and after one step (A08). `princess_may_return`: she
    may end where she began (A09). `own_hex_counts_in_line`: the cell of the figure is one of three in a line
    (A20). `free_placement_when_stuck`: a tile that fits nowhere may be laid where only its rivers do not go
    on (A14). `short_game`: fewer pages are dealt (A04).
    """

    princess_double_jump: bool = True
    princess_may_return: bool = False
    own_hex_counts_in_line: bool = True
    free_placement_when_stuck: bool = False
    short_game: bool = False


DEFAULTS = Options()
