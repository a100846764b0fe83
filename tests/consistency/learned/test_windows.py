from itertools import pairwise

from numerate.consistency.learned.figures import TYPES
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.windows import MOST_FIGURES, TOKENS
from numerate.text.wordpieces import token
from tests.consistency.learned.helpers import cut, figures


def test_a_symbol_of_its_type_stands_for_each_figure() -> None:
    [window] = cut("The boat left at 9:30 with 40 crates for £300.")
    assert [TYPES[figure.type] for figure in window.figures] == ["T", "N", "M"]
    symbols = [window.ids[place] for place in window.places]
    assert [symbol - symbols[1] for symbol in symbols] == [
        figure.type - window.figures[1].type for figure in window.figures
    ]


def test_units_and_digits_are_not_in_the_tokens() -> None:
    assert cut("Add 250 ml of milk.")[0].tokens == cut("Add 3 litres of milk.")[0].tokens


def test_multiples_in_words_keep_their_word() -> None:
    [window] = cut("Sales doubled from 30 to 60 boxes.")
    pieces = claim_model().pieces
    assert pieces.encode("doubled") == window.tokens[window.places[0] - 1]


def test_text_without_two_figures_or_a_unit_has_no_window() -> None:
    assert not cut("The hall holds 250 people. Nobody came.")
    assert len(cut("The hall is 25 m long.")) == 1


def test_windows_overlap_and_cover_all_figures() -> None:
    text = " ".join(
        f"On the farm there are {n} sheep and {n + 1} goats in the upper field." for n in range(2, 90)
    )
    windows = [window for window in cut(text) if len(window.figures) > 4]
    assert all({id(f) for f in a.figures} & {id(f) for f in b.figures} for a, b in pairwise(windows))
    assert len({figure.slot.start for window in windows for figure in window.figures}) == len(figures(text))


def test_every_two_sentences_of_a_paragraph_of_more_are_a_window() -> None:
    text = (
        "It has 3 doors and 4 keys. It was built in spring. It has 5 beds and 6 chairs. Nobody came. Who did?"
    )
    assert [len(window.figures) for window in cut(text)] == [4, 2, 2, 2]
    assert [len(window.figures) for window in cut("It has 3 doors. It has 4 windows.")] == [2]


def test_only_the_beginning_of_a_long_sentence_is_read() -> None:
    text = "We sold " + ", ".join(f"{n} pears" for n in range(2, 42)) + "."
    [window] = cut(text)
    assert [figure.slot.start for figure in window.figures] == [
        figure.slot.start for figure in figures(text)[:MOST_FIGURES]
    ]
    [window] = cut("We sold 5 pears and 6 apples " + "to somebody " * 100 + "and 7 plums.")
    assert (len(window.tokens), len(window.figures)) == (TOKENS, 2)
    assert window.tokens[0] == token(claim_model().pieces.cls)


def test_nothing_but_figures_is_read_in_windows_of_few() -> None:
    line = "It was 5, 6, 7 and 8. "
    assert max(len(window.figures) for window in cut(line * 5)) == MOST_FIGURES
    assert max(len(window.figures) for window in cut(line * 30)) == 8
    sentence = "It was 5 on the first day of the month, and 6 on the second of the same month in the valley. "
    assert max(len(window.figures) for window in cut(sentence * 60)) > 8
