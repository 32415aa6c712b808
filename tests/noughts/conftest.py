"""The game is registered."""

from tests.noughts.registered import noughts as noughts
