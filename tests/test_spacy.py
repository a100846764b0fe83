"""The component in a real spaCy pipeline."""

from __future__ import annotations

import pytest

spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
TEXT = "We sold 12-year-old ships for $3.4 billion, a total of 4,520: 2,480, 1,120 and 650."


@pytest.fixture(scope="module")
def numerate_component() -> None:
    import numerate.spacy  # noqa: F401  spaCy finds it by itself where numerate is installed


@pytest.mark.usefixtures("numerate_component")
def test_numbers_are_spans_and_entities() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("numerate")
    doc = nlp(TEXT)
    spans = doc.spans["numerate"]
    assert [span._.number.text for span in spans][1:3] == ["$3.4 billion", "4,520"]
    assert spans[1].text == "$3.4 billion"
    assert spans[1]._.number.value == 3.4e9
    assert ("$3.4 billion", "MONEY") in [(entity.text, entity.label_) for entity in doc.ents]
    assert spans[1]._.finding is None


@pytest.mark.usefixtures("numerate_component")
def test_other_entities_are_kept() -> None:
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "ORG", "pattern": "Halden"}, {"label": "CARDINAL", "pattern": "twelve"}])
    nlp.add_pipe("numerate")
    doc = nlp("Halden sold twelve ships.")
    assert [(entity.text, entity.label_) for entity in doc.ents] == [
        ("Halden", "ORG"),
        ("twelve", "CARDINAL"),
    ]
    assert doc.ents[1]._.number.value == 12


@pytest.mark.slow
@pytest.mark.usefixtures("numerate_component")
def test_a_check_adds_findings() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("numerate", config={"check": True, "entities": False})
    doc = nlp("A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas.")
    assert [span._.finding.rule for span in doc.spans["numerate"] if span._.finding] == ["total"]
    assert doc._.numerate_report.counts.numbers == 4
    assert doc.ents == ()
