from numerate import extract
from numerate.consistency.skeleton import Patterns, Skeleton, _needed

WORDS = {"rise": "rose climbed", "fall": "fell", "from": "from compared_with"}


def found(pattern, text):
    skeleton = Skeleton(text, extract(text, identifiers=True))
    return [
        ({role: number.text for role, number in match.roles.items()}, set(match.classes))
        for match in Patterns(WORDS, pattern).find(skeleton)
    ]


def test_roles_classes_and_what_may_be_missing():
    pattern = "<rise/fall> by? {rate:%} to {after} <from> {before}"
    roles = {"rate": "12%", "after": "$3", "before": "$2"}
    assert found(pattern, "It rose 12% to $3 from $2.") == [(roles, {"rise"})]
    assert found(pattern, "It FELL by 12% to $3, compared\nwith $2.") == [(roles, {"fall"})]
    assert found(pattern, "It rose $12 to $3 from $2.") == []


def test_a_gap_holds_words_but_no_amount_and_no_end_of_a_sentence():
    pattern = "{one} ~ and {other}"
    assert found(pattern, "$1 in the third quarter of 2012 and $2")[0][0] == {"one": "$1", "other": "$2"}
    assert found(pattern, "$1 or $5 and $2")[0][0] == {"one": "$5", "other": "$2"}
    assert found(pattern, "It was $1. And then came and $2 went.") == []
    assert found(pattern, "$1" + " word" * 40 + " and $2") == []


def test_an_aside_may_follow_an_amount():
    pattern = "rose to {after} & from {before}"
    roles = {"after": "$3 billion", "before": "$2 billion"}
    assert found(pattern, "rose to $3 billion, or 26 cents a share, from $2 billion")[0][0] == roles
    assert found(pattern, "rose to $3 billion (2.6 billion euros) from $2 billion")[0][0] == roles


def test_words_are_whole_words():
    assert found("rose to {after}", "It arose to $3; the pay-rose to $4.") == []


def test_marks_need_no_space():
    assert found("{one:#} +|= {other:#}", "5+6")[0][0] == {"one": "5", "other": "6"}
    assert found("( {share:%} )|,", "(12%)")[0][0] == {"share": "12%"}


def test_the_same_numbers_are_found_by_the_first_pattern_only():
    text = "from $1 to $2"
    skeleton = Skeleton(text, extract(text))
    assert len(list(Patterns(WORDS, "{one} to {other}", "from {one} to {other}").find(skeleton))) == 1


def test_a_pattern_is_tried_where_there_are_numbers_enough_for_it():
    assert dict(_needed("{rate:%} of all? {whole} in {when:year}")) == {"%": 1, "": 2, "year": 1}
    assert dict(_needed("{one:name} and {other:name}")) == {"name": 2, "": 0}
    text = "It was 5% of 20, and ½ of $3 in 2014, as Figure 7 shows."
    held = Skeleton(text, extract(text, identifiers=True)).held
    assert held == {"": 4, "%": 1, "$": 1, "#": 1, "year": 1, "/": 1, "name": 1}
