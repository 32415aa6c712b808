"""A failing memory card: flipped bits, torn, zeroed or swapped pages and cut files in the app's folder.

Each game is exported as it was written or reported as damaged, never silently different. The journal can
always be opened, rebuilt if necessary, and every error has a sentence for users.
"""

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.people.profiles import FileProfiles
from companion.errors import CompanionError
from companion.games import registry
from companion.session.base import manifest
from companion.settings.people import Person
from companion.storage import rescue
from companion.storage.export import export
from companion.storage.journal import Journal
from tests.games.played import played
from tests.session import contract
from tests.session import test_contract as sessions
from tests.torture.evening import FILE
from tests.torture.tally import Tally

GAMES_EACH, MOVES = 2, 40
PAGE = 4096
Spoil = Callable[[bytearray, random.Random], object]
Exports = dict[int, str]


def torture(times: int, seed: int = 1) -> Tally:
    """Damage `times` copies of a folder and check each."""
    tally, chance = Tally("bits and pages"), random.Random(seed)
    with TemporaryDirectory() as kept:
        folders = {way: Path(kept) / way for way in ("closed", "killed")}
        exports = _make_folders(folders["closed"], folders["killed"])
        for _ in range(times):
            way, spoil = chance.choice([*folders]), chance.choice(SPOILS)
            with TemporaryDirectory() as folder:
                root = Path(folder) / "app"
                shutil.copytree(folders[way], root)
                files = sorted(path for path in root.iterdir() if path.is_file() and path.stat().st_size)
                file = chance.choice([root / FILE, *files])
                content = bytearray(file.read_bytes())
                spoil(content, chance)
                file.write_bytes(content)
                with tally.trying(f"{spoil.__name__} in {file.name} of a {way} journal"):
                    _check(root, exports, tally)
    return tally


def _make_folders(closed: Path, killed: Path) -> Exports:
    """Store random games, and begun ones with secrets; as a folder after closing, and after a kill."""
    FileProfiles(closed).remember([Person("Ana"), Person("Bo")])
    with Journal(closed / FILE) as journal:
        for name in registry.registered() * GAMES_EACH:
            game, rules = played(name), registry.rules(name)
            moves = [("move", rules.write_move(move)) for move in game.moves[:MOVES]]
            journal.record(name, game.setup, moves)
        for name in registry.registered():
            session = sessions.played(name)
            for _ in session.play(session.begun(journal), 4):
                pass
        exports = {game.id: json.dumps(export(journal, game.id)) for game in journal.games()}
        shutil.copytree(closed, killed)
    return exports


def _check(root: Path, exports: Exports, tally: Tally) -> None:
    profiles = FileProfiles(root)
    profiles.people(), profiles.preferences(), profiles.problems()
    try:
        with Journal(root / FILE, write=False) as looking:
            reported = looking.problems()
            found = [_exported(looking, game, wanted, bool(looking.lost)) for game, wanted in exports.items()]
            for became in found:
                tally.note(f"games {became}")
            assert reported or set(found) == {"as they were"}
    except CompanionError as error:
        assert error.code in ("journal_damaged", "journal_failed", "journal_newer"), error
        if error.code == "journal_newer":
            return
    try:
        book, reported = rescue.opened(root / FILE)
    except CompanionError as error:
        assert error.code == "journal_newer", error
        return
    with book as journal:
        for game, wanted in exports.items():
            same = _exported(journal, game, wanted, bool(reported)) == "as they were"
            if same and game > GAMES_EACH * len(registry.registered()):  # those that people began
                _go_on(journal, game)
        journal.append(journal.record(registry.registered()[0], {}, []), "move", {})


def _exported(journal: Journal, game: int, wanted: str, reported: bool) -> str:
    """Return the state of an exported game. Raises AssertionError if it is silently different."""
    try:
        found = json.dumps(export(journal, game))
    except CompanionError:
        return "named as spoiled"
    if found == wanted:
        return "as they were"
    before, now = json.loads(wanted), json.loads(found)
    before["moves"] = before["moves"][: len(now["moves"])]
    assert before == now, f"game {game} is silently different"
    assert reported, f"game {game} is silently shorter"
    return "shorter, and reported"


def _go_on(journal: Journal, game: int) -> None:
    manifest(journal.game(game).name).resume(game, contract.around(journal))


def flipped_bit(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def flipped_bits(content: bytearray, chance: random.Random) -> None:
    for _ in range(chance.randint(2, 60)):
        flipped_bit(content, chance)


def torn_page(content: bytearray, chance: random.Random) -> None:
    page, at = _page(content, chance), chance.randrange(0, PAGE, 512)
    content[page + at : page + PAGE] = chance.randbytes(len(content[page + at : page + PAGE]))


def zeroed_page(content: bytearray, chance: random.Random) -> None:
    page = _page(content, chance)
    content[page : page + PAGE] = bytes(len(content[page : page + PAGE]))


def swapped_pages(content: bytearray, chance: random.Random) -> None:
    one, other = _page(content, chance), _page(content, chance)
    kept = content[one : one + PAGE]
    content[one : one + len(kept)] = content[other : other + len(kept)]


def cut_short(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


def emptied(content: bytearray, _: random.Random) -> None:
    content.clear()


def _page(content: bytearray, chance: random.Random) -> int:
    return chance.randrange(0, max(1, len(content) // PAGE)) * PAGE


SPOILS: tuple[Spoil, ...] = (
    flipped_bit, flipped_bit, flipped_bits, torn_page, zeroed_page, swapped_pages, cut_short, emptied,
)  # fmt: skip
