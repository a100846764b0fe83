from __future__ import annotations

import json
import math
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from numerate.documents import Document
from numerate.report.finding import Excerpt, Finding, Suggestion, excerpt
from numerate.report.rules import RULES
from tests.report.samples import TEXT, report


def shown(text: str, number: str, longest: int) -> str:
    document = report(text, "a.txt").document
    start = document.text.index(number)
    first, last, begins, ends = excerpt(document, start, start + len(number), longest)
    return f"{'' if begins else '…'}{document.text[first:last]}{'' if ends else '…'}"


def finding(*probabilities: float | None) -> Finding:
    suggestions = tuple(Suggestion(i, str(i), "a digit", p) for i, p in enumerate(probabilities))
    return Finding("total", 0, 1, "9", 9.0, "No.", suggestions=suggestions, document=Document.from_text("9"))


def test_a_finding_knows_its_place_level_and_sentence() -> None:
    unlikely, change = report().findings
    assert (unlikely.level, change.level) == ("warning", "error")
    assert unlikely.title == RULES["unlikely"].title
    assert (unlikely.line, unlikely.column) == (3, 22)
    assert TEXT[unlikely.place.start : unlikely.place.end] == "$3.4** trillion"
    assert unlikely.sentence == change.sentence == "Profit rose 12% to $3.4 trillion from $3.04 billion."


def test_expectations_are_put_in_words() -> None:
    unlikely, change = report().findings
    assert unlikely.expectation == (
        "$1.1–$9 billion (90% of correct numbers); 0.04% of correct numbers are at least this unlikely"
    )
    assert replace(unlikely, p_value=0.0, expected=None).expectation == "no correct number is this unlikely"
    assert change.expectation is None
    assert [s.explanation for f in (unlikely, change) for s in f.suggestions] == [
        "trillion for billion? (64.0%)",
        "two digits were swapped",
    ]


def test_a_finding_as_a_dict_has_everything_and_is_valid_json() -> None:
    sample = report()
    unlikely, change = (finding.to_dict() for finding in sample.findings)
    assert set(unlikely) == set(change)
    assert sample.text[unlikely["start"] : unlikely["end"]] == unlikely["text"] == "$3.4 trillion"
    assert unlikely["place"] == sample.findings[0].place._asdict()
    [suggestion] = unlikely["suggestions"]
    assert suggestion == {
        "value": 3.4e9,
        "text": "$3.4 billion",
        "reason": "trillion for billion?",
        "probability": 0.64,
        "certain": False,
    }
    assert [(sample.text[r["start"] : r["end"]], r["place"]["line"]) for r in change["related"]] == [
        ("$3.4 trillion", 3),
        ("$3.04 billion", 3),
    ]
    infinite = replace(sample.findings[0], value=math.inf).to_dict()
    assert infinite["value"] is None
    json.dumps([unlikely, change, infinite], allow_nan=False)


def test_a_suggestion_is_likely_if_it_is_more_probable_than_the_number_as_written() -> None:
    assert finding().likely_suggestion is None
    assert finding(None, 0.9).likely_suggestion is None
    assert finding(0.4).likely_suggestion is None
    assert finding(0.6).likely_suggestion == finding(0.6).suggestions[0]
    # 0.4 and 0.3 leave 0.3 for the number as written.
    assert finding(0.4, 0.3).likely_suggestion == finding(0.4, 0.3).suggestions[0]


def test_a_contradiction_has_one_fingerprint_whichever_number_is_blamed() -> None:
    sample = report()
    [blamed] = [finding for finding in sample.findings if finding.related]
    for start, end in blamed.related:
        others = [span for span in ((blamed.start, blamed.end), *blamed.related) if span != (start, end)]
        other = replace(blamed, start=start, end=end, text=sample.text[start:end], related=tuple(others))
        assert other.fingerprint == blamed.fingerprint
        assert other.fingerprint.digest == blamed.fingerprint.digest


def test_an_unlikely_number_is_identified_by_itself_and_the_words_around_it() -> None:
    [unlikely] = [finding for finding in report().findings if not finding.related]
    assert (unlikely.fingerprint.number, unlikely.fingerprint.related) == (unlikely.text, "")
    assert "#" in unlikely.fingerprint.context.split()


def test_an_excerpt_is_the_sentence_or_the_part_of_a_long_one() -> None:
    text = "It rose. Profit was 12% in May. It fell."
    assert shown(text, "12%", 100) == "Profit was 12% in May."
    assert shown("word " * 100 + "12%" + " word" * 100, "12%", 30) == "…word word 12% word word…"
    assert shown("x" * 100 + "12" + "y" * 100, "12", 12) == "…xxxxx12yyyyy…"


def test_an_excerpt_ends_with_its_block() -> None:
    document = report("One 1.\n\nTwo 2\n\nThree 3.\n", "a.md").document
    assert excerpt(document, 12, 13, 100) == Excerpt(8, 13)
    assert excerpt(Document.from_text("One 1.\n\nTwo 2"), 12, 13, 100) == Excerpt(8, 13)


@given(st.text(alphabet="ab 1.\n", min_size=1, max_size=80), st.data(), st.integers(1, 40))
def test_an_excerpt_always_contains_its_span(text: str, data: st.DataObject, longest: int) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    part = excerpt(Document.from_text(text), start, end, longest)
    assert 0 <= part.start <= start < end <= part.end <= len(text)
    assert part.contains(start, end)
    assert part.end - part.start <= max(longest, end - start)
    assert part.begins or part.start > 0
    assert part.ends or part.end < len(text)
