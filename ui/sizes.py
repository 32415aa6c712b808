"""Sizes of the window in pixels; nothing of Kivy is imported here."""

SIZE_PX = (1280, 720)
LEAST_PX = (480, 320)
"""The longer and the shorter side of the smallest window that the screens fit in."""
