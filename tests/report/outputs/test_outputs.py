from numerate.report.outputs import visible


def test_control_characters_are_replaced_one_for_one() -> None:
    assert visible("\x1b]0;\x07 \x9b \u202e12\tx\r\n") == "␛]0;␇ � �12\tx\r\n"
    characters = "".join(map(chr, range(0x3000)))
    assert len(visible(characters)) == len(characters)


def test_an_object_is_shown_as_an_ellipsis() -> None:
    assert visible("as \ufffc says") == "as … says"
