import pytest

from numerate.consistency import inconsistencies
from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    "text",
    [
        "We saw 45 of 60 patients (75%).",
        "We saw 45 of the 60 patients with fever (75.0%).",
        "We saw 45 out of 60 (75%) again.",
        "We saw 45 (75%) of 60 patients.",
        "Of the 60 patients, 45 (75%) were seen.",
        "Few replied (12/40, 30%).",
        "Only then 30% (12/40) replied.",
        "Here 30% of farms (12 of 40) replied.",
        "Here 1,200/4,000 (30%) replied.",
        "Here 12/40 (30%) replied, and 61/122 [50%] did not.",
    ],
)
def test_a_share_that_fits_is_read_and_holds(text):
    assert holds(text, "share")


@pytest.mark.parametrize(
    "text",
    [
        "We saw 45 of 60 patients (70%).",
        "We saw 45 (57%) of 60 patients.",
        "Of the 60 patients, 45 (70%) were seen.",
        "Few replied (12/40, 35%).",
        "Here 35% of farms (12 of 40) replied.",
        "We count n = 30 (25%) of 110.",
    ],
)
def test_a_wrong_share_is_reported(text):
    assert kinds(text) == ["share"]


def test_the_message_shows_the_arithmetic():
    assert only("We saw 45 of 60 patients (70%).").message == "45 of 60 is 75%, not 70%."


@pytest.mark.parametrize(
    "text",
    [
        "We saw 45 of 61 patients (73%).",  # 73.8%, rounded down
        "Sales rose 150%, and 120% of the budget was spent.",
        "Almost 50% of farms (17 of 40) replied.",
        "About 70% of them (27/40) replied.",
        "Grade 3/4 events (53%) were common.",
        "We saw 45 of 60 patients (95% CI 60 to 80).",
        "Mounted in 0.1% buffer (1/100, a dilution).",
        "Some 71% of men and 74% of women agreed; 71% boys and 74% girls enjoyed it.",
        "The response was 52,5% (42/80).",
        "The density was 3.4 ± 0.7% (29/831).",
        "They share 50/50 (0.9%).",
    ],
)
def test_other_percentages_are_not_reported(text):
    assert kinds(text) == []


def test_the_likeliest_typo_identifies_the_wrong_number():
    finding = only("We saw 45 of 60 patients (57%).")
    assert finding.suspect is not None
    assert finding.suspect.text == "57%"
    assert finding.suggestions[0].text == "75%"
    assert finding.suggestions[0].typo.kind == "transposed"


def test_a_share_is_reported_once():
    assert len(list(inconsistencies("Of the 60 patients, 45 of 60 (70%) were seen."))) == 1
