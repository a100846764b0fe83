from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.topics import encode_text, topics
from numerate.consistency.learned.windows import TOKENS, encode_topic, windows
from numerate.consistency.skeleton import Skeleton
from numerate.text import extract

TITLE, HEADING = "The African elephant", "Size and weight"
TEXT = f"{TITLE}\n\nIt lives in herds of 12.\n\n{HEADING}\n\nIt weighs 5,000 kg. A calf weighs 100 kg."


def headed(text: str, *headings: str) -> Skeleton:
    """Return a text with its headings."""
    spans = [(text.index(heading), text.index(heading) + len(heading)) for heading in headings]
    return Skeleton(text, extract(text, identifiers=True), spans)


def test_the_topic_of_a_sentence_is_the_title_and_the_heading_above_it() -> None:
    pieces = claim_model().pieces
    skeleton = headed(TEXT, TITLE, HEADING)
    topic_of = {
        skeleton.text[each.start : each.end].strip(): topic
        for each, topic in zip(skeleton.sentences, topics(skeleton, pieces), strict=True)
    }
    title, both = encode_topic(TITLE, pieces), encode_topic(f"{TITLE}: {HEADING}", pieces)
    assert topic_of["It lives in herds of 12."] == title
    assert topic_of["It weighs 5,000 kg."] == topic_of["A calf weighs 100 kg."] == both != title


def test_a_text_without_headings_has_no_topic() -> None:
    assert not any(topics(headed(TEXT), claim_model().pieces))


def test_figures_of_a_heading_are_not_shown() -> None:
    pieces = claim_model().pieces
    assert encode_topic("Budget 2024", pieces) == encode_topic("Budget", pieces)


def test_a_window_begins_with_its_topic_and_keeps_its_limits() -> None:
    pieces = claim_model().pieces
    title = "A very long title of many words " * 9
    skeleton = headed(f"{title}\n\n" + "It weighs 5 kg. " * 200, title)
    for window in windows(encode_text(skeleton, pieces), pieces):
        assert len(window.tokens) <= TOKENS
        assert len(window.places) == len(window.figures)
