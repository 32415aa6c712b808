"""Registers the games for all tests of this folder."""

from tests.noughts.registered import noughts as noughts
from tests.noughts.registered import open_noughts as open_noughts
from tests.noughts.registered import register as register
