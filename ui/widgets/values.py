"""Numbers of a chart at one moment, each beside the picture of its line."""

from kivy.properties import ObjectProperty

from ui import theme
from ui.widgets.painted import Painted


class Values(Painted):
    """`values` by name, those that have one of the `styles` of a chart."""

    watched = ("values", "styles")
    values = ObjectProperty({})
    styles = ObjectProperty({})

    def paint(self) -> None:
        """Draw pictures and numbers."""
        shown = [(self.styles[name], value) for name, value in self.values.items() if name in self.styles]
        if not shown:
            return
        self.box(self.pos, self.size, theme.SURFACE, theme.mm(1.6))
        step, (_, y) = self.width / len(shown), self.middle
        side = min(theme.mm(5), step * 0.4, self.height * 0.8)
        for i, (look, value) in enumerate(shown):
            x = self.x + step * (i + 0.5)
            self.draw(look.picture, x - side * 0.5, y, side, list(look.tint))
            self.text(f"{value:g}", x + theme.mm(0.8), y, theme.em("note"), theme.INK, align=0)
