import tomllib
from pathlib import Path

import pytest

from companion.errors import ExitCode, SettingsError
from companion.games import registry
from companion.games.registry import rules
from companion.settings.settings import DEFAULTS, default_path, load, load_usable, template


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_hold() -> None:
    settings = load()
    assert settings.language == "auto"
    assert settings.camera.source.startswith("sim:")
    assert (settings.window.width_px, settings.window.height_px) == (800, 480)


def test_the_users_file_changes_only_what_it_names() -> None:
    write(default_path(), 'language = "es"\n[camera]\nhold_s = 1\n')
    settings = load()
    assert settings.language == "es"
    assert settings.camera.hold_s == 1.0
    assert settings.camera.source == tomllib.loads(DEFAULTS.read_text())["camera"]["source"]


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    path = write(
        tmp_path / "mine.toml",
        'language = "de"\nwindow = 3\ncolour = 1\n'
        '[camera]\nhold_s = "long"\nsource = ""\n[lights]\ndriver = true\nbright = 2\n',
    )
    with pytest.raises(SettingsError) as error:
        load(path)
    problems = error.value.params["problems"]
    assert isinstance(problems, tuple)
    assert {problem.key for problem in problems} == {
        "language", "window", "colour", "camera.hold_s", "camera.source", "lights.driver", "lights.bright"
    }  # fmt: skip
    assert f'{path}: language: expected one of "auto", "en", "pt_BR", "es", found \'de\'' in str(error.value)
    assert f"{path}: camera.hold_s: expected a number from 0.1 to 10.0, found 'long'" in str(error.value)
    assert error.value.exit_code == ExitCode.WRONG_INPUT


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[buttons]\nundo = 17\n",
            "buttons.undo: expected a pin that nothing else uses, found GPIO17 (buttons.next)",
        ),
        (
            "[stations]\ntop = [4, 5, 6, 27]\n",
            "stations.top: expected a pin that nothing else uses, found GPIO27",
        ),
        (
            "[stations]\ntop = [4, 5, 5, 6]\n",
            "stations.top: expected a pin that nothing else uses, found GPIO5",
        ),
        (
            "[stations]\ntop = [4, 5, 6]\n",
            "stations.top: expected the pins of button, red, green and blue, or []",
        ),
        (
            "[stations]\ntop = [4, 5, 6, 28]\n",
            "stations.top.3: expected a whole number from 1 to 27, found 28",
        ),
        (
            "[stations]\ntop = 4\n",
            "stations.top: expected a list of at most 4 of: a whole number from 1 to 27",
        ),
        ("[buttons]\nhelp = 28\n", "buttons.help: expected a whole number from 0 to 27, found 28"),
    ],
)
def test_pins_that_cannot_be_are_told_by_name(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(write(tmp_path / "mine.toml", text))
    assert told in str(error.value)


def test_a_pin_of_a_button_that_is_not_there_is_free(tmp_path: Path) -> None:
    text = "[buttons]\nhelp = 0\n[stations]\nleft = [22, 5, 6, 13]\n"
    settings = load(write(tmp_path / "mine.toml", text))
    assert settings.buttons.pins() == {"next": 17, "undo": 27}
    assert settings.stations.pins() == {"left": [22, 5, 6, 13]}


@pytest.mark.parametrize("value", ["319", "7681", "800.5", "true", '"800"', "[800]"])
def test_a_width_out_of_range_or_kind_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(SettingsError, match=r"window\.width_px: expected a whole number from 320 to 7680"):
        load(write(tmp_path / "mine.toml", f"[window]\nwidth_px = {value}\n"))


@pytest.mark.parametrize("text", ["language = ", "[camera\n", "\udce9"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingsError, match=str(path)) as error:
        load(path)
    assert error.value.code == "settings_unreadable"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[camera\n", "expected a readable settings file"),
        (
            'language = "es"\n[window]\nwidth_px = 12\nheight_px = 600\n[mqqt]\nhost = "x"\n',
            "window.width_px",
        ),
        ('language = "es"\nwindow = 3\n', "window: expected"),
        ('language = "es"\n[window]\nheight_px = 600\n[buttons]\nnext = 17\nundo = 17\n', "buttons.undo"),
    ],
)
def test_a_wrong_value_of_the_users_file_has_its_default_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    write(default_path(), text)
    settings, wrong = load_usable()
    assert wrong and told in str(wrong)
    assert settings.window.width_px == load(write(tmp_path / "none.toml", "")).window.width_px
    assert settings.language == ("es" if "language" in text else "auto")
    assert settings.window.height_px == (
        600 if "600" in text else load(tmp_path / "none.toml").window.height_px
    )
    default_path().unlink()
    assert load_usable() == (load(), None)


def test_a_file_that_was_asked_for_must_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="No such file"):
        load(tmp_path / "none.toml")


def test_every_setting_of_every_game_has_its_default() -> None:
    settings = load()
    for name in registry.registered():
        assert settings.games[name] == {own.name: own.choices[0] for own in rules(name).settings}


def test_the_users_file_changes_a_games_own_setting() -> None:
    write(default_path(), '[fate]\ndice = "typed"\n')
    assert load().games["fate"] == {"dice": "typed", "cards": "app"}


def test_problems_of_games_are_told_with_all_the_others(tmp_path: Path) -> None:
    path = write(
        tmp_path / "mine.toml",
        'language = "de"\n[fate]\ndice = "real"\ncards = 3\ncolour = "red"\n[chess]\nclock = true\n',
    )
    with pytest.raises(SettingsError) as error:
        load(path)
    told = str(error.value).splitlines()
    assert len(told) == 5
    assert f'{path}: fate.dice: expected one of "app", "typed", found \'real\'.' in told
    assert f'{path}: fate.cards: expected one of "app", "deck", found 3.' in told
    assert f"{path}: fate.colour: expected one of fate.dice, fate.cards, found 'red'." in told
    assert any(line.startswith(f"{path}: chess: expected one of language, camera,") for line in told)


def test_the_template_says_what_every_setting_means_and_is_the_defaults(tmp_path: Path) -> None:
    written = template()
    assert load(write(tmp_path / "mine.toml", written)) == load()
    for name in registry.registered():
        for own in rules(name).settings:
            assert own.meaning in written
