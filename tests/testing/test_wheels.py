"""Games are installed from wheels without internet, replaced and removed; a bad wheel changes nothing."""

import shutil
import stat
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion import cli
from companion.errors import CompanionError
from companion.games import BUILT_IN, installed, registry, trials, wheels
from companion.games.base import MOST_PROBLEMS
from companion.games.package import GROUP
from companion.storage.journal import Journal
from tests.noughts.rules import RULES
from tests.testing.mutants import files

FOUR = tuple(game.name for game in BUILT_IN)
Build = Callable[..., Path]
UP = ".."
ENTRY = f"[{GROUP}]\nreversi = tc_reversi:GAME\n"


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Build]:
    """Write a wheel of noughts and crosses, with other files or metadata."""
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr(sys, "path", [*sys.path])
    registry.use(None)

    def built(
        others: Mapping[str, str] = {},
        version: str = "1.0",
        requires: str = "",
        entry: str = ENTRY,
        folder: str = "tc_reversi",
    ) -> Path:
        path = tmp_path / f"tc_reversi-{version}-py3-none-any.whl"
        info = f"tc_reversi-{version}.dist-info"
        about = f"Metadata-Version: 2.1\nName: tc-reversi\nVersion: {version}\n{requires}"
        made = {f"{folder}/{name}": text for name, text in files("reversi").items()}
        made |= {f"{info}/METADATA": about, f"{info}/entry_points.txt": entry, **others}
        with zipfile.ZipFile(path, "w") as wheel:
            for name, text in made.items():
                wheel.writestr(name, text)
        return path

    yield built
    for name in [name for name in sys.modules if name.startswith("tc_")]:
        del sys.modules[name]
    registry.use(None)


def kept() -> list[str]:
    """What lies in the folder of the games."""
    folder = installed.games_folder()
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_a_game_is_installed_played_replaced_and_removed(
    build: Build, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["install-game", str(build()), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "Installed reversi 1.0. Restart the app to play it.\n"
    assert registry.names() == (*FOUR, "reversi") and kept() == ["tc-reversi"]
    with Journal(tmp_path / "journal.sqlite3") as journal:
        game = journal.record("reversi", RULES.opening(None, ("Ana", "Bo")), [])  # type: ignore[arg-type]  # needs no luck
    newer = {"tc_reversi/rules.py": files("reversi")["rules.py"].replace('title="reversi"', 'title="New"')}
    shares: list[float] = []
    assert wheels.install(build(newer, "2.0"), shares.append).version == "2.0"
    assert shares == sorted(shares) and shares[-1] == 1.0 and len(shares) > 5
    assert kept() == ["tc-reversi"] and [one.name for one in wheels.removable()] == ["reversi"]
    assert cli.run(["remove-game", "reversi", "--lang", "en"]) == 0
    assert "Its stored games are kept." in capsys.readouterr().out
    assert registry.names() == FOUR and kept() == []
    with Journal(tmp_path / "journal.sqlite3") as journal:
        assert journal.game(game).name == "reversi"


BAD: dict[str, tuple[dict[str, object], str]] = {
    "above": ({"others": {f"{UP}/evil.py": ""}}, "plain files below the folder"),
    "absolute": ({"others": {"/etc/evil.py": ""}}, "plain files below the folder"),
    "windows": ({"others": {"a\\evil.py": ""}}, "plain files below the folder"),
    "hidden": ({"others": {".bashrc": ""}}, "plain files below the folder"),
    "long": ({"others": {f"tc_reversi/{'x' * 250}.py": ""}}, "plain files below the folder"),
    "scripts": ({"others": {"tc_reversi-1.0.data/scripts/sudo": ""}}, "expected no scripts"),
    "native": ({"others": {"tc_reversi/fast.so": ""}}, "a game in Python alone"),
    "path": ({"others": {"tc_reversi.pth": "import os"}}, "a game in Python alone"),
    "beside": (
        {"others": {"sitecustomize.py": ""}},
        "nothing beside the module tc_reversi of the game, found 's",
    ),
    "beside_too": ({"others": {"usercustomize/__init__.py": ""}}, "nothing beside the module tc_reversi"),
    "another": ({"others": {"numpy/__init__.py": ""}}, "nothing beside the module tc_reversi"),
    "customises": (
        {"entry": f"[{GROUP}]\nx = sitecustomize:GAME\n", "folder": "sitecustomize"},
        "a name of its own",
    ),
    "of_others": ({"entry": f"[{GROUP}]\nx = companion:GAME\n", "folder": "companion"}, "a name of its own"),
    "newer_app": (
        {"requires": "Requires-Dist: table-companion (>=99)\n"},
        "table-companion >=99, which the game",
    ),
    "newer_library": ({"requires": "Requires-Dist: click>=99\n"}, "click >=99, which the game needs, found"),
    "no_requirement": ({"requires": "Requires-Dist: ?\n"}, "requirements that can be read"),
    "twice": ({"others": {"tc_reversi/A.py": "", "tc_reversi/a.py": ""}}, "the same name twice"),
    "two_infos": ({"others": {"other-1.dist-info/METADATA": ""}}, "one folder .dist-info, found 2"),
    "no_entry": ({"entry": ""}, f"one entry point {GROUP}, found 0"),
    "two_games": ({"entry": f"{ENTRY}chess = tc_reversi:GAME\n"}, "found 2"),
    "command": ({"entry": f"{ENTRY}[console_scripts]\nsudo = tc_reversi:GAME\n"}, "[console_scripts] sudo"),
    "library": ({"requires": "Requires-Dist: no-such-library (>=1)\n"}, "the library no-such-library"),
    "name": ({"entry": f"[{GROUP}]\nclass = tc_reversi:GAME\n"}, "a name of at most 40 letters"),
    "taken": ({"entry": f"[{GROUP}]\nfae = tc_reversi:GAME\n"}, "the only game of this name"),
    "broken": ({"others": {"tc_reversi/rules.py": "1 / 0\n"}}, "rules.py, line 1: ZeroDivisionError"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_wheel_is_refused_by_name_and_changes_nothing(name: str, build: Build) -> None:
    change, said = BAD[name]
    with pytest.raises(CompanionError) as caught:
        wheels.install(build(**change))
    assert said in str(caught.value)
    assert kept() == [] and registry.registered() == FOUR


@pytest.mark.parametrize(
    ("names", "packed", "said"),
    [
        (["."], zipfile.ZIP_STORED, "plain files"),
        ([""], zipfile.ZIP_STORED, "plain files"),
        (["é" * 150], zipfile.ZIP_STORED, "plain files"),
        (["a", "a/b"], zipfile.ZIP_STORED, "different names"),
        (["A/b", "a"], zipfile.ZIP_STORED, "different names"),
        (["a//b", "a/b"], zipfile.ZIP_STORED, "different names"),
        (["a"], zipfile.ZIP_LZMA, "whole"),
        (["a"], zipfile.ZIP_BZIP2, "whole"),
    ],
)
def test_members_that_cannot_be_unpacked_are_refused(
    names: list[str], packed: int, said: str, build: Build
) -> None:
    path = build()
    with zipfile.ZipFile(path, "a") as wheel:
        for name in names:
            wheel.writestr(zipfile.ZipInfo(name), "x", packed)
    with pytest.raises(CompanionError, match=said):
        wheels.install(path)
    assert kept() == []


@pytest.mark.parametrize("pattern", ["setup.{n}: wrong.", "setup.{n:>3}: wrong."])
def test_a_game_that_is_refused_is_told_with_the_whole_report(
    pattern: str, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    change = (
        "from companion.games.base import Sentence, rule_error\n"
        "def read_setup(setup):\n"
        f"    raise rule_error('bad_setup', [Sentence({pattern!r}, {{'n': n}}) for n in range(40)])\n"
        "RULES = replace(RULES, read_setup=read_setup)\n"
    )
    file = build({"tc_reversi/rules.py": files("reversi")["rules.py"] + change})
    assert cli.run(["install-game", str(file), "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert all(pattern.format(n=n) in said for n in range(MOST_PROBLEMS)), said
    assert "There are more problems." in said and kept() == []


@pytest.mark.slow
def test_a_bad_version_leaves_the_one_that_is_there(build: Build) -> None:
    wheels.install(build())
    with pytest.raises(CompanionError, match="ZeroDivisionError"):
        wheels.install(build({"tc_reversi/rules.py": "1 / 0\n"}, "2.0"))
    (game,) = wheels.removable()
    assert (game.version, game.state, kept()) == ("1.0", "ok", ["tc-reversi"])


def test_a_wheel_may_need_the_app_extras_and_what_is_there(build: Build) -> None:
    needs = "".join(
        f"Requires-Dist: {one}\n"
        for one in ("table-companion>=0.5", "click", "no-such-library; extra == 'x'")
    )
    assert wheels.install(build(requires=needs)).name == "reversi"


def test_a_damaged_file_is_refused(build: Build) -> None:
    content = bytearray(build().read_bytes())
    for size in (0, 10, len(content) // 2):
        file = build()
        file.write_bytes(content[:size])
        with pytest.raises(CompanionError, match="a wheel that is whole"):
            wheels.install(file)
    content[200] ^= 0xFF
    file.write_bytes(content)
    with pytest.raises(CompanionError):
        wheels.install(file)
    assert kept() == []


def test_a_link_and_too_much_are_refused(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    file = build()
    with zipfile.ZipFile(file, "a") as wheel:
        link = zipfile.ZipInfo("tc_reversi/link.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        wheel.writestr(link, "/etc/passwd")
    with pytest.raises(CompanionError, match="plain files"):
        wheels.install(file)
    monkeypatch.setattr(wheels, "MOST_BYTES", 1_000)
    with pytest.raises(CompanionError, match="at most 5000 files and 0 MB, found more"):
        wheels.install(build())


def test_whatever_lies_there_can_be_removed(
    build: Build, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = installed.games_folder() / "tc-reversi"
    info, made = place / "tc_reversi-1.0.dist-info", place / "tc_reversi"
    spoil: tuple[Callable[[], object], ...] = (
        lambda: (info / "METADATA").write_bytes(b"\xff\0"),
        lambda: (info / "METADATA").unlink(),
        lambda: (info / "entry_points.txt").write_bytes(b"\xff\0"),
        lambda: (info / "entry_points.txt").write_text("[table_companion.games]\n = \n??\n"),
        lambda: shutil.rmtree(info),
        lambda: shutil.rmtree(made),
        lambda: (made / "__init__.py").write_text("raise KeyboardInterrupt\n"),
        lambda: place.chmod(0),
        lambda: shutil.move(place, tmp_path / "away") and place.write_text(""),
        lambda: place.symlink_to(shutil.move(place, tmp_path / "gone")),
    )
    wheels.install(build())
    whole = shutil.move(place, tmp_path / "whole")
    for number, spoilt in enumerate(spoil):
        shutil.copytree(whole, place)
        spoilt()
        registry.use(None)
        with monkeypatch.context() as untried:
            untried.setattr(trials, "run", None)  # nothing is tried to remove it
            (game,) = wheels.removable()
            assert game.name in ("reversi", "tc-reversi"), number
            assert cli.run(["remove-game", game.name, "--lang", "en"]) == 0, number
        assert kept() == [], number
    assert "Traceback" not in capsys.readouterr().err


def test_only_what_came_from_a_file_is_removed(build: Build, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("fae", "chess", f"{UP}/x"):
        assert cli.run(["remove-game", name, "--lang", "en"]) == 1
        assert "a game that was installed from a file" in capsys.readouterr().err
