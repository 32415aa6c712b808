"""Dialogs of a hero's acts: questions asked one after the other, for any screen."""
