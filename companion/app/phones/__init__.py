"""Phones at the table: a page for each seat, served on the local network."""
