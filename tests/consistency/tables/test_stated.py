from numerate.consistency.tables.stated import StatedNumbers

TEXT = ["Income of £19,500 and expenditure of £17,975 leave £1,525.", "We met 14 times, 3.5 hours each."]


def test_what_the_text_states_is_evidence():
    assert StatedNumbers(TEXT).evidence(17_975, 17_795) > 3
    assert StatedNumbers(TEXT).evidence(18_975, 17_795) == 0
    assert StatedNumbers().evidence(17_975, 17_795) == 0


def test_nothing_is_proven_where_the_text_states_both():
    assert StatedNumbers([*TEXT, "Last year it was £17,795."]).evidence(17_975, 17_795) == 0


def test_the_scale_does_not_matter():
    assert StatedNumbers(["Some 17.975 million people"]).evidence(17_975, 17_795) > 3


def test_few_digits_are_stated_by_chance():
    stated = StatedNumbers(TEXT)
    assert 0 < stated.evidence(14, 16) < stated.evidence(1_525, 1_552)
    assert StatedNumbers([" ".join(map(str, range(10, 100)))]).evidence(14, 106) < 0.2


def test_zero_has_no_digits():
    assert StatedNumbers(["0 of 0"]).evidence(0, 5) == 0
