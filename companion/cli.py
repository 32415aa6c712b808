"""The command `companion`: finds a command's module only when it is used."""

import os
import sys
from importlib import import_module

import click

from companion import __version__
from companion.errors import CompanionError, ExitCode

COMMANDS = ("markers", "script")
"""Each command is the function of the same name in companion/commands/<name>.py."""


class Commands(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"companion.commands.{cmd_name}"), cmd_name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def companion() -> None:
    """Know the rules of the game on your table: look, check, score, show."""


def main() -> None:
    """Runs a command; errors go to stderr, and the exit code is one of ExitCode."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit code of a command."""
    try:
        return companion.main(arguments, prog_name="companion", standalone_mode=False) or ExitCode.DONE
    except click.ClickException as error:
        error.show()
        return ExitCode.WRONG_INPUT
    except CompanionError as error:
        click.echo(f"companion: {error}", err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone; nothing more can be told
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.CANNOT_GO_ON
    except OSError as error:
        click.echo(f"companion: {error}", err=True)
        return ExitCode.CANNOT_GO_ON
