from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from numerate.text import extract
from numerate.text.wordpieces import DEFAULT, WordPieces, assign, to_ids, token
from numerate.training.prepare.instances import (
    CUT,
    FEW_NUMBERS,
    NO_NUMBER,
    NO_TARGET,
    OUT_OF_RANGE,
    PAPER,
    SHORT,
    InstanceMaker,
    InstanceRecipe,
    TokenSpan,
    clean_news,
    split_sentence,
)

PIECES = WordPieces(DEFAULT)
READABLE = Tokenizer.from_file(str(DEFAULT))
SENTENCE = replace(PAPER, kind="sentence")
WINDOW = InstanceRecipe()


def make(text: str, recipe: InstanceRecipe, is_test: bool = False) -> list[tuple[str, list[float]]]:
    """Return the instances as readable text and values."""
    instances = InstanceMaker(recipe, PIECES).make(text, is_test)
    return [
        (READABLE.decode(to_ids(p.tokens).tolist(), skip_special_tokens=False), [n.value for n in p.numbers])
        for p, _ in instances
    ]


def dropped(text: str, recipe: InstanceRecipe, is_test: bool = False) -> dict[str, int]:
    maker = InstanceMaker(recipe, PIECES)
    list(maker.make(text, is_test))
    return dict(maker.dropped)


@pytest.mark.parametrize("recipe", [PAPER, replace(WINDOW, styles=False)])
@pytest.mark.parametrize("written", ["5", "five", "5.0", "Five", "05"])
def test_without_styles_it_does_not_matter_how_a_number_is_written(
    recipe: InstanceRecipe, written: str
) -> None:
    text = "The board said on Friday that {} directors would leave the company."
    assert make(text.format(written), recipe) == make(text.format("5"), recipe)


@pytest.mark.parametrize(
    ("written", "symbol"),
    [
        ("5", "[unused0]"),
        ("$5 million", "[unused0]"),
        ("Five", "[unused1]"),
        ("The 5th", "[unused2]"),
        ("The fifth", "[unused3]"),
        ("One fifth", "[unused4]"),
        ("1/5", "[unused4]"),
    ],
)
def test_a_symbol_tells_how_a_number_is_written(written: str, symbol: str) -> None:
    [(shown, [_])] = make(f"{written} of the directors left.", WINDOW)
    assert f"[#NUM] {symbol}" in shown


def test_a_vocabulary_without_symbols_for_styles_has_no_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "The board said that five directors left."
    plain = make(text, replace(WINDOW, styles=False))
    monkeypatch.setattr(PIECES, "has_styles", False)
    assert make(text, WINDOW) == plain


def test_the_title_is_the_first_paragraph() -> None:
    maker = InstanceMaker(WINDOW, PIECES)
    [(span, _)] = maker.make("It sold 12 trucks.", title="Acme in 2019")
    assert [number.value for number in span.numbers] == [2019, 12]
    [(span, _)] = maker.make("Acme sold 12 trucks.", title="Acme")
    assert len(span.numbers) == 1


def test_numerals_magnitudes_cardinals_and_ordinals_become_values() -> None:
    text = "Sales rose 12% to $3.4 billion in the 2nd quarter, on sixty thousand trucks and -1,250.5 tonnes."
    [(shown, values)] = make(text, PAPER)
    assert values == [12, 3.4e9, 2, 60000, 1250.5]
    assert shown.startswith("sales rose [#NUM] % to $ [#NUM] in the [#NUM] quarter, on [#NUM] trucks and")


def test_sentences_without_numbers_short_or_out_of_range_are_dropped() -> None:
    text = (
        "Nothing in this sentence counts anything at all for anyone. "
        "Only 5 words are here. "
        "The rate of this long enough sentence fell to 0.5 percent in spring. "
        "The company said that it sold some 12 trucks in the spring."
    )
    assert [values for _, values in make(text, PAPER)] == [[12.0]]
    assert dropped(text, PAPER) == {NO_NUMBER: 1, SHORT: 1, OUT_OF_RANGE: 1}


def test_long_sentences_are_split_into_equal_parts() -> None:
    text = "the " * 30 + "12 " + "of " * 40 + "3.4 million " + "and " * 30 + "end."
    assert [values for _, values in make(text, SENTENCE)] == [[12.0], [3.4e6]]
    assert len(text.split()) == 104
    [stretch] = assign([(0, len(text))], extract(text))
    parts = split_sentence(text, stretch, 50)
    assert [len(text[part.start : part.end].split()) for part in parts] == [34, 35, 35]


def test_a_sentence_is_never_split_inside_a_number() -> None:
    text = "a " * 49 + "3.4 million " + "b " * 49
    [stretch] = assign([(0, len(text))], extract(text))
    for max_words in range(2, 60):
        parts = split_sentence(text, stretch, max_words)
        assert sum(len(part.numbers) for part in parts) == 1
        assert any("3.4 million" in text[part.start : part.end] for part in parts)


def test_sentences_are_truncated_at_the_token_limit() -> None:
    text = "Of 7 " + "internationalization " * 90 + "and 12 more, which are too far out to be seen."
    recipe = replace(SENTENCE, words=(8, 500))
    assert [values for _, values in make(text, recipe)] == [[7.0]]
    maker = InstanceMaker(replace(recipe, tokens=40), PIECES)
    [(piece, _)] = maker.make(text)
    assert len(piece.tokens) == 39  # and [CLS]
    assert maker.dropped[CUT] == 1


def test_packed_instances_have_the_sentences_of_the_paper_and_no_others() -> None:
    kept, left_out = "The index of trade rose by {} points on Monday. ", "Nothing else happened on that day. "
    text = "".join(kept.format(i) + left_out for i in range(1, 60))
    packed = make(text, PAPER)
    assert [value for _, values in packed for value in values] == list(range(1, 60))
    assert len(packed) < len(make(text, SENTENCE)) == 59
    assert not any("nothing" in shown for shown, _ in packed)


def test_windows_pack_sentences_without_loss() -> None:
    sentence = "The index of trade rose by {} points on Monday. "
    text = "".join(sentence.format(i) for i in range(1, 60))
    windows = make(text, WINDOW)
    assert len(windows) < 10
    assert [value for _, values in windows for value in values] == list(range(1, 60))
    assert all(shown.endswith(".") for shown, _ in windows)
    assert " ".join(shown for shown, _ in windows).count("monday") == 59


def test_windows_keep_a_number_out_of_range_as_text() -> None:
    [(shown, values)] = make("It rose 0.5 percent to 12, a first.", replace(WINDOW, low=1.0, zero=False))
    assert values == [12.0, 1.0]
    assert "rose 0. 5 percent to [#NUM]" in shown


def test_windows_cover_small_numbers_and_zero() -> None:
    [(_, values)] = make("Between 0 and 0.000002 of it, but not 0.0000002.", WINDOW)
    assert values == [0.0, 2e-6]


def test_a_sentence_longer_than_a_window_is_cut_between_words() -> None:
    text = "internationalization 5 " * 150 + "."
    maker = InstanceMaker(WINDOW, PIECES)
    pieces = [piece for piece, _ in maker.make(text)]
    assert sum(len(piece.numbers) for piece in pieces) == 150
    assert all(len(piece.tokens) <= 127 and piece.tokens[0] not in PIECES.continuing for piece in pieces)


def test_only_numbers_after_a_dollar_sign_are_targets() -> None:
    text = "In 2012 it paid $5 million, or US$ 7 a share, for 3 firms in Bonn."
    [(piece, targets)] = InstanceMaker(replace(PAPER, dollar=True), PIECES).make(text)
    assert [n.value for n, target in zip(piece.numbers, targets, strict=True) if target] == [5e6, 7]
    assert len(targets) == 4
    assert dropped("There were 12 firms of 3 kinds in all of Bonn.", replace(PAPER, dollar=True)) == {
        NO_TARGET: 1
    }


def test_test_instances_have_a_minimum_of_numbers() -> None:
    recipe = replace(PAPER, test_numbers=2)
    text = "The company said that it sold some 12 trucks in the spring."
    assert len(make(text, recipe)) == 1
    assert make(text, recipe, is_test=True) == []
    assert dropped(text, recipe, is_test=True) == {FEW_NUMBERS: 1}


def test_news_is_cleaned_before_numbers_are_read() -> None:
    text = "SPRINGFIELD, Oct 23 (Reuters) - Acme (0700.HK) sold 12 trucks. (Reporting by Jo 7 Doe)"
    assert make(text, replace(WINDOW, clean="news")) == [("acme sold [#NUM] [unused0] trucks.", [12.0])]


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(
            [
                "the",
                "5",
                "3.4 million",
                "$12",
                "a.",
                "rose",
                "twenty",
                "1e30",
                "0",
                "İ",
                "\ue000",
                "\ue001",
                "\n\n",
                "x" * 90,
            ]
        ),
        max_size=200,
    ),
    st.sampled_from(["sentence", "window"]),
    st.booleans(),
)
def test_number_symbols_and_values_agree(tokenizer: Path, words: list[str], kind: str, dollar: bool) -> None:
    pieces = WordPieces(tokenizer)
    recipe = replace(PAPER if kind == "sentence" else WINDOW, tokens=32, dollar=dollar)
    for piece, targets in InstanceMaker(recipe, pieces).make(" ".join(words)):
        assert isinstance(piece, TokenSpan)
        assert piece.tokens.count(token(pieces.number)) == len(piece.numbers) == len(targets) > 0
        assert len(piece.tokens) <= 31
        assert all(recipe.covers(number.value) for number in piece.numbers)
        assert any(targets)


@pytest.mark.parametrize(
    ("wire", "story"),
    [
        ("SPRINGFIELD (Reuters) - Acme rose 5 percent.", "Acme rose 5 percent."),
        (
            "(Adds quote) By Jo Doe SPRINGFIELD, Oct 23 (Reuters) - Acme rose 5 percent.",
            "Acme rose 5 percent.",
        ),
        ("SPRINGFIELD, Ohio, July 31 - A judge ruled.", "A judge ruled."),
        ("June 17 - A judge ruled.", "A judge ruled."),
        ("SPRINGFIELD (Trade Reporter) - A judge ruled.", "A judge ruled."),
        (
            "Acme Inc. (ACME.N) and Bolt (0700.HK) rose, as did Cog ( COGn.DE ).",
            "Acme Inc. and Bolt rose, as did Cog .",
        ),
        ("Acme ACM.AX rose 3 percent; the index (.SPX) fell.", "Acme rose 3 percent; the index fell."),
        ("It rose. (Reporting by Jo Doe in Bonn; Editing by Al Roe )", "It rose."),
        ("It rose. (Additional reporting by Jo Doe)", "It rose."),
        ("It rose 5 percent. -- Additional reporting by Jo Doe in Bonn", "It rose 5 percent."),
        ("It rose. (c) 2007 Reuters. All rights reserved. nN123", "It rose."),
        ("It rose. Keywords: ACME/RESULTS 1", "It rose."),
        ("It rose. ((jo.doe@example.com; +1 555 123))", "It rose."),
        ("See http://example.com/a1b2 or link.example.com/3 for more.", "See or for more."),
    ],
)
def test_cleaning_removes_what_a_news_agency_adds(wire: str, story: str) -> None:
    assert clean_news(wire) == story


@pytest.mark.parametrize(
    "story",
    [
        "The U.S. economy (GDP) grew 2.5 percent, or $3.4 billion (2.1 billion pounds).",
        "Acme - the maker of 12 tools - said sales by region rose (5.5 percent).",
        "IBM (International Business Machines) sold 1.5 million units, a report by the bank said.",
        "Rates rose to 5.25 in A.D. 2007. The firm's No. 2 unit lost 3.5 percent.",
    ],
)
def test_cleaning_keeps_the_story(story: str) -> None:
    assert clean_news(story) == story


@given(st.text(max_size=300))
def test_cleaning_accepts_any_text(text: str) -> None:
    assert len(clean_news(text)) <= len(text)
