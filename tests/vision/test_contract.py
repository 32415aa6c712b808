from tests.architecture.tree import ROOT

READERS = sorted(ROOT.glob("vision/*/reader.py"))


def test_every_reader_keeps_the_contract() -> None:
    assert READERS
    for reader in READERS:
        test = ROOT / "tests" / "vision" / reader.parent.name / "test_contract.py"
        assert test.is_file(), f"{reader.parent.name}: expected a ReaderContract of its reader in {test}"
        assert "(ReaderContract)" in test.read_text("utf-8")
