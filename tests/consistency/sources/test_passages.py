from numerate.consistency.sources.passages import inside, names_of, passage_spans, periods_of, tokens_of
from numerate.documents import Document


def spans(text: str) -> list[str]:
    return [text[start:end] for start, end in passage_spans(Document.from_text(text))]


def test_sentences_short_lines_and_turns_are_passages() -> None:
    assert spans("It rained. It was cold.") == ["It rained.", "It was cold."]
    assert spans("Bread 3\nCake 4\nTea 2") == ["Bread 3", "Cake 4", "Tea 2"]
    long = "ANNA: We have walked from the harbour to the tower and back, and it took us two hours."
    assert spans(f"{long}\n{long}") == [long, long]


def test_words_in_parts_and_abbreviations_written_out() -> None:
    text = "Non-GAAP EPS rose."
    assert [token.lower for token in tokens_of(text, 0, len(text))] == [
        "non", "gaap", "earnings", "share", "rose",
    ]  # fmt: skip


def test_names_are_written_with_a_capital_within_sentences() -> None:
    texts = ["The board met Ines Moreau.", "Cargo rose, said Moreau.", "In May the cargo fell."]
    assert names_of([list(tokens_of(text, 0, len(text))) for text in texts]) == {"ines", "moreau"}


def test_periods() -> None:
    assert periods_of("In the third quarter of 2021, after Q2 2020") == {"Q3", "2021", "Q2", "2020"}
    assert periods_of("up from 40 a year earlier") == {"year before"}


def test_a_span_is_inside_where_it_begins() -> None:
    covered = [(2, 5), (8, 9)]
    assert [inside((at, at + 3), covered) for at in (1, 2, 4, 5, 8, 9)] == [
        False,
        True,
        True,
        False,
        True,
        False,
    ]
