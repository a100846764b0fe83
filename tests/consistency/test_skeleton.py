from numerate import extract
from numerate.consistency.skeleton import Patterns, Skeleton, _needed

WORDS = {"rise": "rose climbed", "fall": "fell", "from": "from compared_with"}


def matches(pattern, text):
    skeleton = Skeleton(text, extract(text, identifiers=True))
    return [
        ({role: number.text for role, number in match.roles.items()}, set(match.classes))
        for match in Patterns(WORDS, pattern).find(skeleton)
    ]


def test_roles_classes_and_optional_words():
    pattern = "<rise/fall> by? {rate:%} to {after} <from> {before}"
    roles = {"rate": "12%", "after": "$3", "before": "$2"}
    assert matches(pattern, "It rose 12% to $3 from $2.") == [(roles, {"rise"})]
    assert matches(pattern, "It FELL by 12% to $3, compared\nwith $2.") == [(roles, {"fall"})]
    assert matches(pattern, "It rose $12 to $3 from $2.") == []


def test_a_gap_matches_words_but_no_amount_and_no_sentence_end():
    pattern = "{first} ~ and {second}"
    assert matches(pattern, "$1 in the third quarter of 2012 and $2")[0][0] == {"first": "$1", "second": "$2"}
    assert matches(pattern, "$1 or $5 and $2")[0][0] == {"first": "$5", "second": "$2"}
    assert matches(pattern, "It was $1. And then came and $2 went.") == []
    assert matches(pattern, "$1" + " word" * 40 + " and $2") == []


def test_an_aside_may_follow_an_amount():
    pattern = "rose to {after} & from {before}"
    roles = {"after": "$3 billion", "before": "$2 billion"}
    assert matches(pattern, "rose to $3 billion, or 26 cents a share, from $2 billion")[0][0] == roles
    assert matches(pattern, "rose to $3 billion (2.6 billion euros) from $2 billion")[0][0] == roles


def test_only_whole_words_match():
    assert matches("rose to {after}", "It arose to $3; the pay-rose to $4.") == []


def test_punctuation_needs_no_space():
    assert matches("{first:#} +|= {second:#}", "5+6")[0][0] == {"first": "5", "second": "6"}
    assert matches("( {share:%} )|,", "(12%)")[0][0] == {"share": "12%"}


def test_the_same_numbers_are_matched_by_the_first_pattern_only():
    text = "from $1 to $2"
    skeleton = Skeleton(text, extract(text))
    assert len(list(Patterns(WORDS, "{first} to {second}", "from {first} to {second}").find(skeleton))) == 1


def test_patterns_declare_the_numbers_they_need():
    assert dict(_needed("{rate:%} of all? {whole} in {when:year}")) == {"%": 1, "": 2, "year": 1}
    assert dict(_needed("{first:name} and {second:name}")) == {"name": 2, "": 0}
    text = "It was 5% of 20, and ½ of $3 in 2014, as Figure 7 shows."
    available = Skeleton(text, extract(text, identifiers=True)).available
    assert available == {"": 4, "%": 1, "$": 1, "#": 1, "year": 1, "/": 1, "name": 1}
