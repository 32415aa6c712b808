"""Methods to recognise a card, and the network that one of them needs."""

from pathlib import Path

WEIGHTS = Path(__file__).with_name("cards.onnx")
"""Made by `python -m tests.bench.fabula_methods.train`."""
