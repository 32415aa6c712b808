"""The game is registered, and the window is that of the other tests."""

from tests.noughts.registered import noughts as noughts
from tests.ui.conftest import display as display
from tests.ui.conftest import open_window as open_window
from tests.ui.conftest import untidy as untidy
