"""Table Companion: the app without device, picture or widget."""

__version__ = "0.7.0"
