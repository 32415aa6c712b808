"""A game as text: whole games by numbers and by JSON, with refusals, hints and secrets."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion.app.text_play import TextGame, TextScreen, entries, play_json
from companion.cli import companion
from companion.games.base import ENGLISH
from companion.games.fae.board import COLOURS
from companion.session.answering import Answering
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.fae import words
from companion.storage.journal import Journal
from tests.session.fakes import opening
from tests.slow import slow_but
from tests.ui.games.board.rows import SESSION

PLAYERS = ("Ana", "Bo")


def fae_game(seed: int = 1, journal: Journal | None = None, **config: Any) -> TextGame:
    from companion.games import fae

    chance = Random(seed)
    setup = fae.RULES.opening(chance, PLAYERS)
    context = SessionContext(journal, chance, watched=False)
    return TextGame(manifest("fae").begin(GameConfig(PLAYERS, setup=setup, **config), context), chance)


def fate_game(seed: int = 1) -> TextGame:
    chance = Random(seed)
    config = GameConfig(PLAYERS, roles=("bjorn", "alva"))
    context = SessionContext(None, chance, watched=False, settings={"dice": "typed"} if seed % 2 else {})
    return TextGame(manifest("fate").begin(config, context), chance)


def fabula_game(seed: int = 1) -> TextGame:
    from companion.games import fabula

    chance = Random(seed)
    setup = fabula.RULES.opening(chance, PLAYERS)
    config = GameConfig(PLAYERS, options={"hands": "app"}, setup=setup)
    session = manifest("fabula").begin(config, SessionContext(None, chance, watched=False))
    return TextGame(session, chance)


def rows_game(seed: int = 1) -> TextGame:
    chance = Random(seed)
    return TextGame(SESSION.begin(GameConfig(PLAYERS), SessionContext(None, chance, watched=False)), chance)


def typed(game: TextGame, *lines: str, is_terminal: bool = False) -> list[str]:
    """Type lines, then leave; return what was shown."""
    left, shown = iter(lines), list[str]()
    TextScreen(game, lambda: next(left, None), shown.append, ENGLISH, is_terminal).play()
    return shown


@pytest.mark.parametrize("begun", [fae_game, rows_game])
def test_a_whole_game_is_played_by_the_numbers_of_the_list(begun: Callable[[int], TextGame]) -> None:
    for seed in range(3):
        game, chance, shown = begun(seed), Random(seed), list[str]()

        def by_chance(shown: list[str] = shown, chance: Random = chance) -> str:
            last = next(n for n in range(len(shown), 0, -1) if not shown[n - 1][:3].strip().isdecimal())
            return chance.choice(shown[last:])[:3].strip()

        TextScreen(game, by_chance, shown.append, ENGLISH).play()
        assert game.shown.over and "The game is over." in shown
        assert sum(line.startswith("· ") for line in shown) == len(game.shown.story)


@pytest.mark.parametrize("begun", slow_but(2, [fate_game, rows_game, fae_game, fabula_game]))
def test_a_whole_game_is_played_by_a_program_and_every_answer_counts_once(
    begun: Callable[[int], TextGame],
) -> None:
    game, chance, sent = begun(2), Random(2), list[dict[str, Any]]()

    def answers() -> Iterator[str]:
        while True:
            view = sent[-1]
            decision = chance.choice([one for one in view["decisions"] if not one.get("aside")])
            answer = _answer(decision, chance)
            yield json.dumps({"at": view["at"], "decision": decision["id"], "answer": answer})
            if not sent[-1]["over"]:
                yield json.dumps({"at": view["at"], "decision": decision["id"], "answer": answer})
                assert sent[-2]["error"]["code"] == "stale" and sent[-1]["at"] == view["at"] + 1

    play_json(game, answers(), lambda text: sent.append(json.loads(text)), ENGLISH)
    views = [one for one in sent if "error" not in one]
    assert views[-1]["over"]["text"] == "The game is over."
    assert [line for view in views for line in view["story"]] == [str(line.text) for line in game.shown.story]
    assert all(view["seat"] in view["turn"] for view in views[:-1])


def _answer(decision: dict[str, Any], chance: Random) -> Any:
    """Return a random answer to a decision as JSON has it."""
    options = decision["options"]
    match decision["form"]:
        case "path":
            return chance.choice(options)
        case "dice":
            return [chance.choice(options) for _ in range(decision["count"])]
        case "amounts":
            return decision["usual"]
        case "steps":
            answer: list[Any] = []
            for things in options:
                answer.append(chance.choice([thing for thing in things if thing not in answer]))
            return answer
        case "pairs":
            return [chance.choice(options), chance.choice(decision["goals"])]
    if costs := decision.get("costs"):
        cheap = [one for one, cost in zip(options, costs, strict=True) if cost <= decision["budget"]]
        return [chance.choice(cheap)]
    return chance.sample(options, chance.randint(decision["least"], decision["most"]))


def test_a_hand_is_hidden_until_its_player_asks_and_after_it_was_used() -> None:
    game = fabula_game()
    for seat in (0, 1):
        typed(game, "1", is_terminal=True)
        assert game.shown.players[seat] in {*game.shown.players}
    cards = [str(game.view(0).name_of(one)) for one in game.view(0).decisions[0].form.after(())]
    closed = typed(game, "quit", is_terminal=True)
    assert any("Type secret" in line for line in closed)
    assert not any(card in line for card in cards for line in closed)
    shown = typed(game, "secret", "", "1", "quit", is_terminal=True)
    opened = next(n for n, line in enumerate(shown) if line.startswith("Your hand: "))
    cleared = next(n for n, line in enumerate(shown) if line.startswith("\033[2J"))
    assert opened < cleared and not any(card in line for card in cards for line in shown[cleared:])
    assert any(card in line for card in cards for line in shown[opened:cleared])


def test_numbers_are_typed_as_a_whole_and_an_empty_line_is_the_usual_answer() -> None:
    game = fate_game(1)
    while (shown := game.view(0)).turn != "Ana" or not any(one.id == "end" for one in shown.decisions):
        typed(game, "")
    correct = next(
        entry.number for entry in entries(shown, Answering(shown.decisions)) if "Correct" in str(entry.text)
    )
    lines = typed(game, str(correct), "1", "1", "3 4 2 1", "quit")
    assert "     Gold: 2 (0 - 99)" in lines
    assert sum("Expected an answer that is offered" in line for line in lines) == 0
    now: Any = game.shown
    hero = next(hero for hero in now.position.heroes if hero.id == "bjorn")
    assert (hero.damage, hero.gold, hero.hand) == (3, 4, 2)


def test_the_app_plays_all_its_seats_to_the_end() -> None:
    shown = typed(fae_game(bots={"Ana": "easy", "Bo": "easy"}))
    assert "The game is over." in shown
    assert " wins with " in shown[-1]


def test_several_numbers_are_touches_in_order_and_a_word_that_fits_nothing_changes_nothing() -> None:
    game = rows_game()
    (first, *_) = entries(game.view(0), Answering(game.view(0).decisions))
    shown = typed(game, "nonsense", f"{first.number} 9", str(first.number), "undo", "undo")
    assert sum("Expected a number of the list" in line for line in shown) == 1
    assert sum("Expected the end of the line" in line for line in shown) == 1
    assert "Taken back." in shown and game.shown.played == 0


def test_a_refusal_says_the_reason_and_its_rule() -> None:
    from companion.games.fae.board import ACROSS_LAKE

    game = fae_game()
    source, far = min(ACROSS_LAKE)
    shown = typed(game, str(source), f"why {far}", "hint", "back")
    assert "Druids cross rivers, but no lake. E-015" in shown
    assert game.shown.played == 0


def test_a_secret_is_shown_to_its_seat_after_a_key_and_hidden_again() -> None:
    game = fae_game()
    colours = {words.COLOURS[code] for code in COLOURS}
    secret = str(game.view(0).secret_text)
    assert secret.partition(":")[0] in colours and secret != str(game.view(1).secret_text)
    shown = typed(game, "secret", "", "", "quit", is_terminal=True)
    at = shown.index(secret)
    assert "Only Ana looks." in shown[at - 1] and shown[at + 1].startswith("\033[2J")
    assert shown.count(secret) == 1
    assert secret not in typed(game, "quit")


def ran(*arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(companion, ["play", *arguments, "--lang", "en"], input=typed)
    return result.exit_code, result.output


def test_a_game_that_was_left_goes_on(tmp_path: Path) -> None:
    journal = ("--journal", str(tmp_path / "games.db"))
    move = " ".join(map(str, _first_move()))
    code, _ = ran("fae", "--seats", "Ana,Bo", "--seed", "5", *journal, typed=f"{move}\n")
    assert code == 0
    code, output = ran("fae", "--resume", *journal, typed="undo\nquit\n")
    assert code == 0 and output.startswith("· Ana moves") and "Taken back." in output
    with Journal(tmp_path / "games.db", write=False) as book:
        assert len(book.games()) == 1


def _first_move() -> tuple[int, int]:
    from companion.games import fae

    move = fae.legal(opening())[0]
    return move.source, move.target


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["fae", "--seats", "Ana"], "expected 2 to 4 names"),
        (["fae", "--seats", "Ana,Ana"], "expected different names"),
        (["fae", "--bot", "Ana"], "expected a name and easy, middle or strong"),
        (["fae", "--seats", "Ana,Bo", "--bot", "Cy=easy"], "expected one of Ana, Bo"),
        (["fae", "--resume"], "expected a game that is not over yet"),
        (["fae", "--resume", "--seats", "Ana,Bo"], "--resume: expected no --seats"),
        (["go"], "expected one of"),
    ],
)
def test_a_bad_call_is_refused(arguments: list[str], found: str, tmp_path: Path) -> None:
    code, output = ran(*arguments, "--journal", str(tmp_path / "games.db"))
    assert code == 2
    assert found in output
