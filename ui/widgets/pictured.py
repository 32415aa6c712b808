"""What pages are made of: a head with a way back, and large buttons with a picture above their text."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.widgets.basics import TouchButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PageHead(BoxLayout):
    """The way back and the title of a page; widgets added to it go to the right."""

    title = StringProperty("")
    icon = StringProperty("")


class PictureButton(TouchButton):
    """A picture above its text; `detail` is a smaller second line."""

    detail = StringProperty("")
    tint = ListProperty(theme.TEXT)
    picture_share = NumericProperty(1.5)
    """Height of the picture to that of its text."""
