"""`companion backup` and `companion restore` from end to end: a game with secrets goes on elsewhere."""

import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import run
from companion.commands.backup import backup_, restore_
from companion.commands.storage import games, stored_path
from companion.games import registry
from companion.session.base import manifest, shelf
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.session.fakes import begun, opening, resumed


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a/state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "a/config"))
    return tmp_path


def move_to_another_machine(homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(homes / "b/state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(homes / "b/config"))


def invoke(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(a) for a in (*arguments, "--lang", "en")])  # type: ignore[arg-type]  # both are commands


def test_a_game_with_secrets_goes_on_elsewhere(homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal() as journal:
        session = begun(position=opening(), journal=journal, chance=random.Random(3))
        secrets = [session.secret(0), session.secret(1)]
    result = invoke(backup_, homes / "b.zip")
    assert result.exit_code == 0 and "2 files kept" in result.output, result.output
    move_to_another_machine(homes, monkeypatch)
    assert invoke(restore_, homes / "b.zip").output == f"{homes / 'b.zip'}: restored\n"
    with Journal() as journal:
        session = resumed(journal, 1)
        assert [session.secret(0), session.secret(1)] == secrets


def test_all_that_games_keep_goes_along(homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [(game, sort) for game in registry.registered() for sort in manifest(game).shelves]
    assert len(kept) >= 3
    for game, sort in kept:
        shelf(game, sort).save("mine", f"{sort} of {game}".encode())
    assert invoke(backup_, homes / "b.zip").exit_code == 0
    move_to_another_machine(homes, monkeypatch)
    assert shelf(*kept[0]).names() == []
    assert invoke(restore_, homes / "b.zip").exit_code == 0
    for game, sort in kept:
        assert shelf(game, sort).read("mine") == f"{sort} of {game}".encode()


def write_settings(homes: Path, machine: str, text: str) -> Path:
    settings = homes / machine / "config/table-companion/settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(text)
    return settings


@pytest.mark.parametrize("here", ["", "disk/games.sqlite3"])
@pytest.mark.parametrize(
    "there",
    [
        "",
        "[journal]\npath = 'HOMES/gone/games.sqlite3'  # mine\n[window]\nfullscreen = true\n",
        "[journal]\n",
        '[journal]\npath = """HOMES/gone/games.sqlite3"""\n',
    ],
)
def test_the_games_of_a_backup_are_listed_wherever_it_kept_them(
    here: str, there: str, homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(homes, "a", there.replace("HOMES", str(homes)))
    with Journal(stored_path(None)) as journal:
        begun(position=opening(), journal=journal, chance=random.Random(3))
    assert invoke(backup_, homes / "b.zip").exit_code == 0
    shutil.rmtree(homes / "gone", ignore_errors=True)
    move_to_another_machine(homes, monkeypatch)
    settings = write_settings(homes, "b", f'[journal]\npath = "{homes / here}"\n' if here else "")
    assert invoke(restore_, homes / "b.zip").output.startswith(f"{homes / 'b.zip'}: restored\n")
    listed = invoke(games).output.splitlines()
    assert len(listed) == 1 and listed[0].strip().startswith("1 "), listed
    assert not (homes / "gone").exists()
    assert ("# mine" in settings.read_text()) == ("# mine" in there)
    assert load().window.fullscreen == ("fullscreen" in there)


def test_another_journal_is_restored_under_a_running_app_without_its_settings(
    homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal() as journal:
        journal.create("fae", {})
    game, sort = next((game, sort) for game in registry.registered() for sort in manifest(game).shelves)
    shelf(game, sort).save("mine", b"kept")
    assert invoke(backup_, homes / "b.zip").exit_code == 0
    shelf(game, sort).save("mine", b"newer")
    other = homes / "other/journal.sqlite3"
    with Journal():
        told = invoke(restore_, homes / "b.zip", "--journal", other)
    assert told.exit_code == 0 and "learnt are unchanged" in told.output
    assert shelf(game, sort).read("mine") == b"newer"
    with Journal(other, write=False) as journal:
        assert len(journal.games()) == 1


def test_a_journal_by_another_name_of_its_folder_is_the_apps(homes: Path) -> None:
    with Journal() as journal:
        journal.create("fae", {})
    assert invoke(backup_, homes / "b.zip").exit_code == 0
    (homes / "link").symlink_to(journal.path.parent)
    told = invoke(restore_, homes / "b.zip", "--journal", homes / "link" / journal.path.name)
    assert told.exit_code == 0 and "left as they are" not in told.output


def test_exit_codes(homes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (homes / "none.zip").write_bytes(b"no zip")
    assert run(["restore", str(homes / "none.zip"), "--lang", "es"]) == 2
    assert "none.zip" in capsys.readouterr().err
    with Journal():
        assert run(["backup", str(homes / "b.zip")]) == 0
        assert run(["restore", str(homes / "b.zip")]) == 1
    assert run(["backup", str(homes / "none.zip" / "b.zip")]) == 1
    assert run(["restore", str(homes / "b.zip")]) == 0
