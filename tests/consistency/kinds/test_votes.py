from tests.consistency.helpers import kinds


def test_a_majority_of_fewer_votes_is_reported() -> None:
    assert kinds("The motion was carried by 11 votes to 14.") == ["vote"]


def test_who_won_some_votes_need_not_have_won() -> None:
    assert kinds("In the first round he won 3,014 votes to 3,356 for his rival.") == []
