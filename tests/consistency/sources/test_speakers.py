import pytest

from tests.consistency.sources.helpers import verdicts

CALL = (
    "Chair: Shall we begin? Ms. Orr: Yes. I have the plans with me. Chair: And the costs? Tom Bell: They are "
    "lower than we thought. Ms. Orr: Good. Chair: Then it is settled."
)


@pytest.mark.parametrize(
    ("draft", "verdict"),
    [
        ("Three people discuss the plans.", "derived"),
        ("The chair has two guests.", "derived"),
        ("Five people discuss the plans.", "absent"),
        ("They speak of three buildings.", "absent"),
    ],
)
def test_speakers_are_counted(draft: str, verdict: str) -> None:
    [(_, given)] = verdicts(draft, CALL)
    assert given == verdict


def test_a_letter_has_no_speakers() -> None:
    assert verdicts("Two people wrote.", "Subject: Your order. Dear Ms. Orr: it is on its way.") == [
        ("Two", "absent")
    ]
