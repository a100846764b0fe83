"""Claims that no rule reads by its words, and the network does: `[wrong|right]`."""

import re

from numerate.consistency import inconsistencies
from numerate.consistency.learned.network import claim_model

PASSAGES = """
Twelve boxes at $4.50 each cost $[64|54].
Each of the 25 guests pays €40, so €[10,000|1,000] is collected.
The recipe serves 4 and needs 600 g of rice, [510|150] g per person.
Of the 80 players registered, [52%|25%] or 20 are under 18.
The board has 12 members, 3 of whom ([52%|25%]) are women.
With 24 nurses for 96 beds, the ratio is one nurse to [six|four] beds.
The company has debts of €60 million and equity of €40 million, a debt-to-equity ratio of [2.5|1.5].
They scored 14 points in the first half and 21 in the second, [45|35] in all.
The room costs €80, about $[68|88] at the current rate of 1.10 dollars to the euro.
At an exchange rate of 1.20, the £500 fee comes to €[900|600].
The rent is 9,000 kronor ($[600|900] at 10 kronor to the dollar).
One euro is 7.50 kroner, so the ticket at €20 costs [105|150] kroner.
The fund moved $2 million into yen at 140 yen per dollar, receiving ¥[208|280] million.
The exchange rate is €1 = $1.08. The car costs €25,000, that is $[72,000|27,000].
The grant of CHF 50,000 is worth €[25,000|52,000] at €1.04 per franc.
The bill of 1,600 rupees came to $[2|20] at 80 rupees to the dollar.
"""
_CHOICE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
FOUND = 0.8
"""Least share of the wrong figures that is found: another network need not find the same ones."""


def certain(text):
    return [each.message for each in inconsistencies(text, reader=claim_model()) if each.level == "error"]


def test_wrong_figures_are_found_and_right_ones_are_not():
    passages = PASSAGES.split("\n")[1:-1]
    assert {line: messages for line in passages if (messages := certain(_CHOICE.sub(r"\2", line)))} == {}
    reported = [line for line in passages if certain(_CHOICE.sub(r"\1", line))]
    assert len(reported) >= FOUND * len(passages), set(passages) - set(reported)
