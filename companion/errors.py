"""Errors that a user can cause or meet; `assert` is for our own bugs."""

from enum import IntEnum
from typing import Self


class ExitCode(IntEnum):
    """Exit codes of all commands."""

    DONE = 0
    CANNOT_GO_ON = 1
    WRONG_INPUT = 2
    INTERRUPTED = 3


class CompanionError(Exception):
    """An error with a code, the parameters of its catalogue message and one English sentence.

    The sentence names the file or place, what was expected, what was found and what to do.
    """

    exit_code = ExitCode.CANNOT_GO_ON

    def __init__(self, code: str, message: str, **params: object) -> None:
        super().__init__(message)
        self.code = code
        self.params = params

    @classmethod
    def of(cls, code: str, sentence: object, /, **params: object) -> Self:
        """Make an error that says a `Sentence`, which its text in another language is made of."""
        return cls(code, str(sentence), sentences=(sentence,), **params)


class RuleError(CompanionError):
    """A move, set-up or position that the rules of the game do not allow."""

    exit_code = ExitCode.WRONG_INPUT


class VisionError(CompanionError):
    """A picture cannot be used: no board, no camera, truncated, unreadable."""


class HardwareError(CompanionError):
    """A light, button or reader does not respond."""


class SettingsError(CompanionError):
    """A settings file or option with a wrong value."""

    exit_code = ExitCode.WRONG_INPUT


class StorageError(CompanionError):
    """The journal or another stored file cannot be read or written."""
