import pytest

from numerate.consistency.sources.attributes import read_attribute, read_context
from numerate.consistency.sources.reading import read_quantities
from numerate.documents import Document

LABELS = frozenset("point rebound assist turnover quarter goal pointer throw made attempt minute".split())


def attribute_of(text: str, number: str) -> set[str] | None:
    draft = read_quantities(Document.from_text(text))
    quantity = next(each for each in draft.quantities if each.number.text == number)
    attribute = read_attribute(quantity, read_context(quantity, draft), LABELS)
    return None if attribute is None else {*attribute.stems}


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        ("Kent had 27 points.", "27", {"point"}),
        ("Kent had 27 points and 8 boards.", "8", {"rebound"}),
        ("Kent shot 10-of-18 from the floor.", "10", {"goal", "made"}),
        ("Kent shot 10-of-18 from the floor.", "18", {"goal", "attempt"}),
        ("Kent had 27 points (10-18 FG, 3-7 3Pt).", "7", {"pointer", "attempt"}),
        ("Kent made 5-of-6 from the line.", "5", {"throw", "made"}),
        ("The Hawks (12-9) won again.", "12", {"win"}),
        ("The Hawks improved to 12-9.", "9", {"lose"}),
        ("The Hawks outrebounded the Bulls 47-44.", "44", {"rebound"}),
        ("The Hawks outscored the Bulls 30-21 in the third quarter.", "30", {"quarter", "third"}),
        ("The Hawks turned the ball over 14 times.", "14", {"turnover"}),
        ("Kent scored 31 for Atlanta.", "31", {"point"}),
        ("Kent added six assists in 34 minutes.", "34", {"minute"}),
        ("The Hawks shot 46 percent from deep.", "46 percent", {"pointer", "ratio"}),
        # What the records do not have.
        ("Kent is averaging 22 points.", "22", None),
        ("Kent has 20 points per game.", "20", None),
        ("The Hawks led by 12 points in the third.", "12", None),
        ("The Hawks have won five of their last seven games.", "seven", None),
        ("Kent waited 40 days for it.", "40", None),
    ],
)
def test_the_attribute_is_what_the_words_name(text: str, number: str, expected: set[str] | None) -> None:
    assert attribute_of(text, number) == expected
