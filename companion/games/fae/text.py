"""A position as one line of text, in the manner of chess's FEN.

    r,b,y,p,k/…/b2k,-,r,y,p 0 12,4,0,0,9 3,1 4 9,13

Regions with `/` between them, spaces with `,`: each colour's letter and its number when above one, `-`
when empty. Then the index of the player to move, the scores in the order of COLOURS, the ritual cards of
each player, the cards used, and the spaces that had their ritual or `-`.
"""

import re

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.fae.board import COLOURS, REGIONS
from companion.games.fae.position import Position, position, unpack

_LETTERS = dict(zip("rbypk", COLOURS, strict=True))
_LETTER_OF = {colour: letter for letter, colour in _LETTERS.items()}
_GROUP = re.compile(r"(?:[rbypk](?:[2-9]|1[0-2])?)+|-")
_FIELDS = 6


def dump(p: Position) -> str:
    """Return the position as one line of text."""
    board = "/".join(
        ",".join(_group_text(p.groups[space]) for space in spaces) for spaces in REGIONS.values()
    )
    done = ",".join(map(str, sorted(p.done))) or "-"
    points, cards = (",".join(map(str, numbers)) for numbers in (p.scores, p.ritual_cards))
    return f"{board} {p.turn} {points} {cards} {p.cards_used} {done}"


def _group_text(group: int) -> str:
    return "".join(f"{_LETTER_OF[colour]}{n if n > 1 else ''}" for colour, n in unpack(group).items()) or "-"


def load(text: str) -> Position:
    """Return the position of a line made by `dump`. Raises RuleError `bad_position` naming the place."""
    fields = text.split()
    if len(fields) != _FIELDS:
        raise _bad(text, N_("expected 6 fields, found {found}"), len(fields))
    board, turn, points, cards, used, done = fields
    druids = _read_board(text, board)
    score_list = _numbers(text, points)
    if len(score_list) != len(COLOURS):
        raise _bad(text, N_("expected 5 scores, found {found}"), points)
    card_list = _numbers(text, cards)
    cards_used = _numbers(text, used)[0]
    try:
        return position(
            druids,
            players=len(card_list),
            scores=dict(zip(COLOURS, score_list, strict=True)),
            ritual_cards=card_list if any(card_list) else None,
            cards_used=cards_used,
            turn=_numbers(text, turn)[0],
            done=() if done == "-" else _numbers(text, done),
        )
    except RuleError as error:
        raise RuleError("bad_position", str(error), **error.params) from error


def _read_board(text: str, board: str) -> dict[int, dict[str, int]]:
    regions = board.split("/")
    if len(regions) != len(REGIONS):
        raise _bad(text, N_("expected 12 regions, found {found}"), len(regions))
    druids: dict[int, dict[str, int]] = {}
    for (region, spaces), row in zip(REGIONS.items(), regions, strict=True):
        groups = row.split(",")
        if len(groups) != len(spaces):
            raise _bad(
                text, N_("region {region}: expected 5 spaces, found {found}"), len(groups), region=region
            )
        for space, group in zip(spaces, groups, strict=True):
            if not _GROUP.fullmatch(group):
                raise _bad(
                    text,
                    N_("space {space}: expected druids such as r2b or -, found {found!r}"),
                    group,
                    space=space,
                )
            if group != "-":
                druids[space] = {
                    _LETTERS[letter]: int(n or 1) for letter, n in re.findall(r"([rbypk])(\d*)", group)
                }
    return druids


def _numbers(text: str, field: str) -> list[int]:
    if not re.fullmatch(r"\d{1,9}(,\d{1,9}){,99}", field, re.ASCII):
        raise _bad(text, N_("expected numbers with commas between them, found {found!r}"), field)
    return [int(n) for n in field.split(",")]


def _bad(text: str, pattern: str, found: object, **values: object) -> RuleError:
    problem = Sentence(pattern, {"found": found, **values})
    return rule_error("bad_position", [problem, Sentence(N_("Position: {position}"), {"position": text})])
