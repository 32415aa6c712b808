"""Mistakes planted into the packages of `companion new-game` are found, each with its file."""
# ruff: noqa: E501 - the mistakes are text

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion import cli, testing
from companion.games import installed, registry
from companion.games.new_game import Board, write
from companion.games.package import InstalledGame
from companion.testing.base import Finding
from companion.testing.runner import checks

Write = Callable[..., None]
NAME = "planted"


class Mistake(NamedTuple):
    """A mistake in a package: `old` text is replaced by `new`, or `new` is added at the end of a file."""

    check: str
    said: tuple[str, ...]
    file: str
    new: str
    old: str = ""
    board: Board = "grid"
    package: str = ""
    """Further fields of the package."""


def rules(check: str, said: tuple[str, ...], old: str, new: str, board: Board = "grid") -> Mistake:
    return Mistake(check, said, "rules.py", new, old, board)


def board(check: str, said: tuple[str, ...], old: str, new: str, sort: Board = "grid") -> Mistake:
    return Mistake(f"board, {check}", ("board.py, line ", *said), "board.py", new, old, sort)


def replaced(check: str, said: tuple[str, ...], fields: str, more: str = "") -> Mistake:
    """Other fields of `RULES`; `OLD` has those of before."""
    text = f"\nfrom dataclasses import replace\nOLD = RULES\n{more}RULES = replace(RULES, {fields})\n"
    return Mistake(check, said, "rules.py", text)


def seat(said: tuple[str, ...], form: str) -> Mistake:
    text = f"from companion.session.seat_form import SeatForm\nSEAT = SeatForm({form})\n"
    part = f'seat="tc_{NAME}.seat:SEAT"'
    return Mistake("session, phones", ("seat.py, line ", *said), "seat.py", text, package=part)


SPACES = 'SPACES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")'
ID = '"R-1")}'
SLIP = "{way[0]: {KINDS[1 - position.turn]: 1}}"
WON = "return (KINDS.index(position.pieces[row[0]]),)"
RED = 'PieceKind("red", PieceMark("R", (0, 0, 200)), foot_mm=30.0, height_mm=6.0)'
LESSON = """
from companion.games.base import Sentence
from companion.games.lesson import Lesson, Saying, Step
def tell(position):
    return Saying(Sentence("Touch it."), Sentence("It is free."), (("z9",),))
LESSON = Lesson((Step("first", tell),), lambda past: False, Saying(Sentence("Bye."), Sentence("Play on.")))
"""

PLANTED: Mapping[str, Mistake] = {
    "shifted_names": rules(
        "board, spaces", ("rules.py, line ", "expected spaces of the board ('a1', ", "'a0'"),
        SPACES, 'SPACES = ("a2", "b2", "c2", "a1", "b1", "c1", "a0", "b0", "c0")',
    ),
    "space_missing": Mistake(
        "board, spaces", ("rules.py, line ", "expected spaces of the board", "found 'a3'"),
        "board.py", "grid(3, 2,", "grid(3, 3,",
    ),
    "space_too_many": board("spaces", ("perhaps: ", "that the rules use", "'d1'"), "grid(3, 3,", "grid(4, 3,"),
    "off_the_board": board(
        "outlines", ("space 'c3'", "space 'a1'", "inside 200 x 200 mm"), "(SIZE_MM, SIZE_MM)", "(200.0, 200.0)", "points"
    ),
    "one_place": board(
        "outlines", ("spaces 'a3' and 'a2'", "two places"), "index // 3 * APART_MM", "0 * APART_MM", "points"
    ),
    "no_area": board("outlines", ("space 'a3': expected an area",), "PLACES_MM, 32.0", "PLACES_MM, 0.1", "points"),
    "kind_without_piece": rules(
        "board, kinds", ("rules.py, line ", "expected kinds of ['white', 'black'], found ['brown']"),
        'KINDS = ("white", "black")', 'KINDS = ("white", "brown")',
    ),
    "piece_without_use": board(
        "kinds", ("perhaps: ", "none of ['red'] in"), "[WHITE, BLACK]", f"[WHITE, BLACK, {RED}]"
    ),
    "side_without_piece": board(
        "kinds", ("sides: expected kinds of", "['blue']"), "sides=KINDS", 'sides=("white", "blue")'
    ),
    "side_missing": board("kinds", ("sides: expected none, or one",), "sides=KINDS", 'sides=("white",)'),
    "turned_to_nothing": board(
        "kinds", ("turns: expected kinds of", "['blue']"), "sides=KINDS,", 'turns={"white": "blue"},'
    ),
    "two_on_a_space": rules(
        "board, kinds", ("rules.py, line ", "at most 1 (kinds, per_space), found 2"), "{piece: 1}", "{piece: 2}"
    ),
    "unknown_rule": rules("rules, mistakes", ("rules.py, line ", "a rule of the book, found 'R-9'"), ID, '"R-9")}'),
    "no_rule": rules("rules, mistakes", ("rules.py, line ", "the id of a rule, found none"), ID, '"")}'),
    "unknown_rule_seldom": rules(
        "rules, reasons", ("rules.py, line ", "'never'", "found 'R-9'"), ID, '"R-1"), "never": ("No.", "R-9")}'
    ),
    "reason_without_sentence": rules(
        "rules, reasons", ("rules.py, line ", "expected a code of ['other_player'], found 'otter'"),
        '"other_player", way', '"otter", way',
    ),
    "unknown_moment": rules(
        "rules, moments", ("rules.py, line ", "a rule of the book, found 'R-9'"),
        "    mistakes=mistakes,", "    mistakes=mistakes,\n    moments=lambda *_: ('R-9',),",
    ),
    "winner_of_nobody": rules(
        "rules, winners", ("rules.py, line ", "expected players 0..1, found (2,)"), WON, "return (2,)"
    ),
    "other_winner": replaced(
        "rules, winners", ("rules.py, line ", "as `winners` of the rules: expected ['Red', 'Zoë'], found ['Red']"),
        "play=lambda *all: {**OLD.play(*all), 'result': {'winners': ['Red']}}",
    ),
    "winner_not_there": replaced(
        "rules, winners", ("rules.py, line ", "expected winners of ['Red', 'Zoë'], found ['Nobody']"),
        "play=lambda *all: {**OLD.play(*all), 'result': {'winners': ['Nobody']}}",
    ),
    "other_winner_in_the_archive": replaced(
        "app, winners", ("result at the end: winners", "found []"), "winners=lambda *_: ()"
    ),
    "lesson_off_the_board": Mistake(
        "board, lesson", ("rules.py, line ", "lesson, step 'first' after 0 moves", "found 'z9'"), "rules.py", LESSON
    ),
    "seat_raises": seat(("KeyError: 'board'",), "\n    public=lambda shown, tr: {}['board']"),
    "seat_without_json": seat(("expected JSON",), "public=lambda shown, tr: {'a': {1}}"),
    "secret_too_large": seat(
        ("at most 3 bytes (secret_bytes), found 4",),
        "public=lambda *_: {}, secret=lambda *_: 'ab', secret_bytes=lambda _: 3",
    ),
    "changes_nothing": rules("rules, mistakes", ("rules.py, line ", "expected changes of the table"), SLIP, "{}"),
    "mistake_is_a_move": rules(
        "rules, mistakes", ("rules.py, line ", "found the changes of a legal move"), SLIP, SLIP.replace("1 - ", "")
    ),
    "changed_otherwise": Mistake(
        "rules, changes", ("rules.py, line ", "compared with table after it", "found {'"), "rules.py",
        "\nRULES.game.changed = lambda position, move: {move.way[0]: {'black': 1}}\n",
    ),
    "forgets_the_turn": replaced(
        "rules, positions", ("rules.py, line ", "load of what dump wrote"),
        "load=lambda text: OLD.load(text)._replace(turn=0)",
    ),
    "other_move_read": replaced(
        "rules, moves", ("rules.py, line ", "read_move of what write_move wrote"),
        "write_move=lambda move: {'way': ['a1']}",
    ),
    "nobody_s_turn": replaced(
        "rules, turns", ("rules.py, line ", "a seat 0..1, found 2"), "turn=lambda position: position.turn + 1"
    ),
    "same_move_twice": rules(
        "rules, legal", ("rules.py, line ", "number of different moves"), "if not piece]", "if not piece] * 2"
    ),
    "random_move_of_its_own": replaced(
        "rules, legal", ("rules.py, line ", "which `next_move` gave"),
        "next_move=lambda p, chance: OLD.next_move(p, chance)._replace(way=('a1', 'a1')), apply=lambda p, move:"
        " OLD.game.apply(p, move._replace(way=move.way[:1])) if OLD.game.legal(p)[0].way == move.way[:1] else"
        " OLD.game.apply(p, OLD.game.legal(p)[0])",
    ),
}  # fmt: skip


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write a package, as it is installed, with a mistake or without."""

    def made(mistake: Mistake | None = None, sort: Board = "grid", more: str = "") -> None:
        folder = write(NAME, mistake.board if mistake else sort, tmp_path)
        top = folder / f"tc_{NAME}"
        more = mistake.package if mistake else more
        entry = top / "__init__.py"
        if more:
            entry.write_text(entry.read_text().replace("GamePackage(", f"GamePackage({more}, ", 1))
        if mistake:
            file = top / mistake.file
            text = file.read_text() if file.exists() else ""
            assert mistake.old in text
            file.write_text(text.replace(mistake.old, mistake.new, 1) if mistake.old else text + mistake.new)
        monkeypatch.syspath_prepend(folder)
        package = import_module(f"tc_{NAME}").GAME
        registry.use((InstalledGame(name=NAME, version="1.0", package=package, source="planted"),))

    yield made
    registry.use(None)
    for module in [name for name in sys.modules if name.startswith(f"tc_{NAME}")]:
        del sys.modules[module]


def found(part: str, check: str = "") -> list[Any]:
    return [one for of in checks(NAME) if of.part == part and check in ("", of.name) for one in of.run()]


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_found_in_its_file(name: str, written: Write) -> None:
    mistake = PLANTED[name]
    written(mistake)
    part, _, check = mistake.check.partition(", ")
    lines = [str(one) for one in found(part, check)]
    assert any(all(word in line for word in mistake.said) for line in lines), lines


@pytest.mark.parametrize("sort", ["grid", "hex", "points", "none"])
def test_a_package_as_it_is_written_has_neither_mistakes_nor_doubts(sort: Board, written: Write) -> None:
    written(sort=sort)
    parts = {of.part for of in checks(NAME)}
    assert parts == ({"rules", "session"} if sort == "none" else {"rules", "session", "app", "board", "ui"})
    assert [str(one) for part in sorted(parts - {"ui"}) for one in found(part)] == []


def test_games_described_the_long_way_are_checked_too(
    written: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Path(__file__).parents[1] / "packages" / "draughts" / "tc_draughts"
    copied = shutil.copytree(source, tmp_path / f"tc_{NAME}", ignore=shutil.ignore_patterns("__pycache__"))
    for file in copied.glob("*.py"):
        file.write_text(
            file.read_text().replace("tc_draughts", f"tc_{NAME}").replace('"draughts"', f'"{NAME}"')
        )
    app = copied / "app.py"
    app.write_text(
        app.read_text()
        .replace("grid(8, 8,", "grid(8, 7,")
        .replace('sides=("black_man", "white_man")', 'sides=("red",)')
    )
    monkeypatch.syspath_prepend(tmp_path)
    package = import_module(f"tc_{NAME}").GAME
    registry.use((InstalledGame(name=NAME, version="1.0", package=package),))
    lines = [str(one) for one in found("board")]
    assert any("rules.py, line " in line and "expected spaces of the board" in line for line in lines), lines
    assert any("app.py, line " in line and "sides: expected kinds of" in line for line in lines), lines


@pytest.mark.parametrize(
    ("original", "translated", "said"),
    [
        ("{n} of {m}", "{n} de {k}", "expected the placeholders {m}, {n}, found {k}, {n}"),
        ("Take {n}", "Toma {n", "found that cannot be read"),
        (("{n} piece", "{n} pieces"), ("{n} peça", "peças {x}"), "found {x}"),
        ("Take {n}", "Leve {n}", ""),
        (("one piece", "{n} pieces"), ("uma peça", "{n} peças"), ""),
    ],
)
def test_a_translation_keeps_the_placeholders(
    original: Any, translated: Any, said: str, written: Write, tmp_path: Path
) -> None:
    folder = tmp_path / NAME / f"tc_{NAME}" / "locales" / "pt_BR" / "LC_MESSAGES"
    written(more=f'locales="tc_{NAME}/locales"')
    folder.mkdir(parents=True)
    catalogue = Catalog("pt_BR")
    catalogue.add(original, translated)
    with (folder / f"{NAME}.mo").open("wb") as file:
        write_mo(file, catalogue)
    lines = [str(one) for one in found("locales")]
    assert bool(lines) == bool(said) and all(said in line and f"{NAME}.mo: " in line for line in lines), lines
    (folder / f"{NAME}.mo").rename(folder / "other.mo")
    (line,) = map(str, found("locales"))
    assert f"expected LANGUAGE/LC_MESSAGES/{NAME}.mo, found pt_BR/LC_MESSAGES/other.mo" in line


def test_a_page_of_phones_can_be_parsed(
    written: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("node") is None:
        pytest.skip("needs Node.js")
    written(more=f'phone="tc_{NAME}/phone"')
    folder = tmp_path / NAME / f"tc_{NAME}" / "phone"
    folder.mkdir()
    page = folder / f"{NAME}.js"
    page.write_text('import { svg } from "./view.js";\nexport const page = () => svg("g");\n')
    assert found("phone") == []
    page.write_text("export const page = () => 1;\nexport function (\n")
    (line,) = map(str, found("phone"))
    assert f"{page}, line 2: expected a script that can be parsed, found SyntaxError" in line
    monkeypatch.setattr(shutil, "which", lambda _: None)
    (doubt,) = found("phone")
    assert doubt.doubt and "expected Node.js" in str(doubt)


@pytest.mark.slow
def test_a_tile_that_teaches_has_an_intro(
    written: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'from ui.tile import Tile\nTILE = Tile("board", teaches=True)\n'
    written(Mistake("ui, tile", (), "tile.py", text, package=f'tile="tc_{NAME}.tile:TILE"'))
    monkeypatch.setattr(installed, "_sources", [])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    installed.add_source(tmp_path / NAME)
    registry.use(None)
    lines = [str(one) for one in found("ui")]
    assert any(
        "ui, tile: " in line
        and "tile.py, line 2" in line
        and "expected GameUi.intro, an Intro, found None" in line
        for line in lines
    ), lines


@pytest.mark.parametrize("doubt", [False, True])
def test_a_doubt_is_printed_and_is_no_mistake(
    doubt: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finding = Finding("board", "kinds", "a.py, line 1", "expected pieces that occur", doubt)
    monkeypatch.setattr(testing, "check_game", lambda _: [finding])
    assert cli.run(["check-game", "fae", "--lang", "en"]) == (0 if doubt else 1)
    line, end = capsys.readouterr().out.splitlines()
    assert line == f"board, kinds: a.py, line 1: {'perhaps: ' * doubt}expected pieces that occur"
    assert end == (
        "fae: no mistake found." if doubt else "fae: 1 mistake. Correct it, and check the game again."
    )
