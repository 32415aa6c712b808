"""The command `companion`: finds a command's module only when it is used."""

import os
import sys
from gettext import NullTranslations
from importlib import import_module
from itertools import pairwise

import click

from companion import __version__
from companion.errors import CompanionError, ExitCode
from companion.i18n import LANGUAGES, error_text, translator

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""The reader's matrices are small: threads would cost more than they bring. Read when numpy is imported."""

os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
"""Our own errors say if OpenCV cannot do something. Read when OpenCV is imported."""

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
"""Pydantic would look for plugins in the files of all installed packages. Read when it builds a validator."""

COMMANDS = {
    "run": "run:run",
    "demo": "demo:demo",
    "watch": "watch:watch",
    "figures": "figures:figures",
    "learn": "learn:learn",
    "play": "play:play",
    "script": "script:script",
    "games": "storage:games",
    "export": "storage:export_",
    "import": "storage:import_",
    "markers": "markers:markers",
    "print": "print_sheets:print_sheets",
    "settings": "settings:settings_",
    "wiring": "wiring:wiring",
    "lights": "devices:lights",
    "buttons": "devices:buttons",
    "doctor": "doctor:doctor",
    "check": "check:check",
    "check-game": "games:check_game",
    "new-game": "games:new_game",
    "install-game": "games:install_game",
    "remove-game": "games:remove_game",
    "backup": "backup:backup_",
    "restore": "backup:restore_",
}
"""Module in companion/commands and function of each command."""

EXTRAS = {
    "cv2": "vision", "fpdf": "vision", "numpy": "vision", "kivy": "ui", "gpiozero": "hardware",
    "lgpio": "hardware", "serial": "hardware", "systemd_watchdog": "service", "paho": "mqtt",
}  # fmt: skip
"""The extra of this package that brings a module."""


class Commands(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(f"companion.commands.{module}"), function)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@click.pass_context
def companion(ctx: click.Context) -> None:
    """Know the rules of the game on your table: look, check, score, show."""
    if ctx.invoked_subcommand != "run":  # which does it itself: it shows errors on the screen
        from companion.storage import pending_restore

        pending_restore.finish()


def main() -> None:
    """Runs a command; errors go to stderr, and the exit code is one of ExitCode."""
    _keep_terminal()
    code = run(sys.argv[1:])
    from companion.app.machine.process import leave

    leave(code)


def _keep_terminal() -> None:
    """A terminal gets what Python writes to stderr, not what libraries write past it, such as a webcam's
    "Corrupt JPEG data"; a file or a journal gets all."""
    if os.isatty(2):
        sys.stderr = os.fdopen(os.dup(2), "w", buffering=1, encoding=sys.stderr.encoding, errors="replace")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def run(arguments: list[str]) -> int:
    """The exit code of a command."""
    try:
        return companion.main(arguments, prog_name="companion", standalone_mode=False) or ExitCode.DONE
    except click.ClickException as error:
        error.show()
        return ExitCode.WRONG_INPUT
    except CompanionError as error:
        click.echo(f"companion: {' '.join(error_text.explain(_translator(arguments), error))}", err=True)
        return error.exit_code
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            raise
        text = _translator(arguments).gettext(
            "companion: this command needs {module}; install it with: pip install 'table-companion[{extra}]'"
        )
        click.echo(text.format(module=missing, extra=EXTRAS[missing]), err=True)
        return ExitCode.CANNOT_GO_ON
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone; nothing more can be told
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.CANNOT_GO_ON
    except OSError as error:
        click.echo(f"companion: {error}", err=True)
        return ExitCode.CANNOT_GO_ON


def _translator(arguments: list[str]) -> NullTranslations:
    """The language of messages: what --lang says, else the system's."""
    asked = [value for option, value in pairwise([*arguments, ""]) if option == "--lang"]
    asked += [argument.removeprefix("--lang=") for argument in arguments if argument.startswith("--lang=")]
    return translator(next((language for language in asked if language in LANGUAGES), None))
