from numerate.text.visible import visible


def test_nothing_acts_and_nothing_is_lost() -> None:
    assert visible("\x1b]0;\x07 \x9b \u202e12\tx\r\n") == "␛]0;␇ � �12\tx\r\n"
    every = "".join(map(chr, range(0x3000)))
    assert len(visible(every)) == len(every)


def test_what_is_no_text_is_left_out_visibly() -> None:
    assert visible("as \ufffc says") == "as … says"
