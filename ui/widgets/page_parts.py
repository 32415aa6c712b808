"""Parts of pages: head with a back button, wrapped texts, buttons with a picture above a text."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from ui import theme
from ui.widgets.basics import Key

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class WrapLabel(Label):
    """A text that is as high as it needs to be at the width it has; for lists that scroll."""

    em = OptionProperty("note", options=list(theme.EM_MM))


class PageHead(BoxLayout):
    """Back button and title of a page; widgets added to it go to the right."""

    title = StringProperty("")
    icon = StringProperty("")
    em = OptionProperty("title", options=list(theme.EM_MM))


class PictureButton(Key):
    """A picture above its text; `detail` is a smaller second line."""

    detail = StringProperty("")
    tint = ListProperty(theme.INK)
    picture_share = NumericProperty(1.5)
    """Ratio of the height of the picture to that of its text."""
