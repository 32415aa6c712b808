"""Progress of work in the background."""

from kivy.properties import NumericProperty

from ui import theme
from ui.widgets.painted import Painted


class Progress(Painted):
    """A bar that is filled from the left."""

    watched = ("share",)
    share = NumericProperty(0.0)

    def paint(self) -> None:
        """Draw the bar."""
        self.box(self.pos, self.size, theme.LINE, theme.mm(0.8))
        if self.share:
            self.box(self.pos, (self.width * self.share, self.height), theme.GOOD, theme.mm(0.8))
