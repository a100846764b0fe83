"""The word lists do not contradict each other."""

from numerate.consistency.world import vocabulary


def test_words_that_mean_nothing_else_do_not_change_what_is_said():
    assert not vocabulary.NEUTRAL & (vocabulary.SILENT | vocabulary.NEGATIONS | vocabulary.CLAUSE)


def test_words_are_in_lower_case_and_single():
    lists = {name: words for name, words in vars(vocabulary).items() if isinstance(words, frozenset)}
    assert len(lists) > 20
    for name, words in lists.items():
        assert all(word == word.lower() and " " not in word for word in words), name
