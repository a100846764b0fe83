"""What the tables and the text of a document say together."""

from numerate.consistency.tables.failures import analyse_together, failures
from tests.consistency.tables.grids import grid

DOUBTFUL = grid("Returns  12\nRebates  19\nRent  8\nOther  35\nTotal other liabilities  94")
SURE = grid("Rent  1,204  1,130\nFood  871  804\nTotal  2,075  1,934")


def test_a_document_whose_totals_hold_means_what_its_labels_say():
    alone, *_ = analyse_together([DOUBTFUL])
    among, *others = analyse_together([DOUBTFUL, SURE, SURE, SURE])
    assert alone.elsewhere.proven == 0
    assert among.elsewhere.proven == 3
    assert others[0].elsewhere.proven == 0, "the doubtful total fails"


def test_a_result_that_fails_does_not_count_against_the_labels():
    note = grid("Cash  512  490\nReceivables  1,204  1,190\nInventories, net  871  804\nOther  95  88")
    [sold] = analyse_together([note])
    assert sold.named == (0, 0)
    doubtful, *_ = analyse_together([DOUBTFUL, SURE, SURE, SURE, note])
    assert doubtful.elsewhere.proven == 3
    assert list(failures(doubtful))


def test_the_text_says_which_figure_was_meant():
    text = "Fees  9,620\nHall hire  6,175\nPrinting  2,000\nWebsite  180\nTotal  17,795"
    [silent] = analyse_together([grid(text)])
    [stating] = analyse_together([grid(text)], ["Spending came to £17,975."])
    assert not list(failures(silent)), "the website may be left out on purpose"
    [failure] = failures(stating)
    assert failure.suspects[0].position == (4, 0)


def test_a_sum_and_another_calculation_are_one_failure():
    table = grid(
        "Bolts  40  0.25  10.00\nHinges  12  3.50  42.00\nPanels  6  27.80  186.80\nTotal  .  .  218.80",
        ("Quantity", "Unit price", "Amount"),
    )
    [analysis] = analyse_together([table])
    [failure] = failures(analysis)
    assert failure.suspects[0].position == (2, 2)


UNIT_OFF = grid("Rent  1,204\nFood  871\nFuel  310\nTotal  2,386")


def test_a_note_on_rounding_explains_a_unit():
    loud, *_ = analyse_together([UNIT_OFF, *[SURE] * 9])
    [failure] = failures(loud)
    assert failure.certain
    for note in ("Totals may not add due to rounding.", "Figures are rounded and may not sum."):
        noted, *_ = analyse_together([UNIT_OFF, *[SURE] * 9], [note])
        assert not list(failures(noted))
    unrelated, *_ = analyse_together([UNIT_OFF, *[SURE] * 9], ["The plan may not add new members."])
    assert list(failures(unrelated))
