import pytest

from numerate.consistency.sources.words import POLARITY, expand_label, stem


@pytest.mark.parametrize(
    ("words", "other"),
    [
        (("employees", "workers", "staff"), "boss"),
        (("patents", "patent", "patented"), "patients"),
        (("died", "deaths", "fatalities"), "injured"),
    ],
)
def test_words_that_say_the_same_have_one_stem(words: tuple[str, ...], other: str) -> None:
    stems = {stem(word) for word in words}
    assert len(stems) == 1
    assert stem(other) not in stems


def test_labels_are_written_out() -> None:
    assert expand_label("FG3M") == ["pointer", "made"]
    assert expand_label("netIncome") == ["net", "income"]
    assert expand_label("DeMar Cole") == ["demar", "cole"]


def test_opposites_stand_on_two_sides_of_an_axis() -> None:
    assert POLARITY["rose"][0] == POLARITY["fell"][0]
    assert POLARITY["rose"][1] == -POLARITY["fell"][1]
