import re

from tests.architecture.tree import ROOT

TRAINER = ROOT / "vision" / "fate" / "train.py"


def test_only_the_trainer_needs_what_it_is_trained_with() -> None:
    """The trainer and the packages it needs are not there where the app is installed."""
    for path in ROOT.glob("vision/**/*.py"):
        text = path.read_text("utf-8")
        needs = re.search(r"^\s*(import|from) (torch|onnx)\b|^\s*(from|import) vision.*\btrain\b", text, re.M)
        assert path == TRAINER or not needs, path
