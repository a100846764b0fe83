"""Codes that the words before them give away, and numbers behind the same words."""

import pytest

from numerate import extract
from numerate.text.extract import candidates
from numerate.text.view import view


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The serial number, 40021977, is on the frame.", "40021977"),
        ("Her passcode used to be 1234, like yours.", "1234"),
        ("The tracking number is RB 204 118 937 DE.", "RB 204 118 937 DE"),
        ("The number on it: part number 5520-118-K.", "5520-118-K"),
        ("The serial number on the base reads SN 88102-4 in red.", "SN 88102-4"),
        ("Use tariff code 6403 59 95 here.", "6403 59 95"),
        ("In an emergency dial 999 or 112.", "999 or 112"),
        ("Read 1 Corinthians 13:4-7 aloud.", "1 Corinthians 13:4-7"),
        ("He played 14. Bxh7+ at once.", "14"),
        ("It moved to Beverly Hills, CA 90210.", "90210"),
        ("Its MAC address is 00:1A:2B:3C:4D:5E.", "00:1A:2B:3C:4D:5E"),
        ("My IBAN starts with DE89 3704.", "DE89 3704"),
        ("The patent, US 6,285,999, has lapsed.", "US 6,285,999"),
        ("Her seat, 22F, would not recline.", "22F"),
        ("Flight BA 2490 is late.", "BA 2490"),
        ("We moved from PHP 7.4 to 8.2.", "7.4 to 8.2"),
        ("The audit follows ISO/IEC 27001:2022 in full.", "27001:2022"),
        ("The windows meet BS EN 14351-1.", "14351-1"),
        ("The steel is to EN 10025 throughout.", "10025"),
        ("It is accounted for under IFRS 16.", "16"),
        ("The gate is sprayed in RAL 7016-M.", "7016-M"),
        ("The logo is in Pantone 286 C on white.", "286 C"),
        ("It has a USB-C 3.1-type socket.", "3.1"),
        ("The drive needs a PCIe 4.0 slot.", "4.0"),
        ("Dial *100# to see what is left.", "*100#"),
        ("For the balance send *123*4# from it.", "*123*4#"),
        ("Type *#06# to see the number.", "*#06#"),
        ("Press *67 before you ring.", "*67"),
    ],
)
def test_a_code_is_one_identifier_without_a_value(text, code):
    assert [text[start:end] for start, end in candidates(text, view(text))[1]] == [code]
    assert extract(text) == []
    if len(code) > 2:
        (name,) = extract(text, identifiers=True)
        assert name.value != name.value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The code is 300 lines long.", [300]),
        ("The order number rose 12% to 4,000.", [12, 4000]),
        ("The number of account numbers is 30.", [30]),
        ("Mark 3:16 p.m. in your diary.", [3, 16]),
        ("They will build 22,621 homes.", [22621]),
        ("They called 112 doctors.", [112]),
        ("The shop at 14. Beds are upstairs.", [14]),
        ("The fee is PHP 740.", [740]),
        ("In 2010 Berlin had 12 parks.", [2010, 12]),
        ("The flight took 284 minutes.", [284]),
        ("A size 40 cm across.", [40]),
        ("The ISO has 167 members.", [167]),
        ("The standard costs CHF 155 from ISO, 5,000 in all.", [155, 5000]),
        ("DIN 2,400 pages long", [2400]),
        ("He bought en 30 minutes later.", [30]),
        ("With PCIe 12 percent of them were faster.", [12]),
        ("Androids 14 feet tall", [14]),
        ("a grid of 3*100 tiles", [3, 100]),
        ("Press 12 keys in turn.", [12]),
        ("*100 of them were sold.", [100]),
    ],
)
def test_a_number_behind_such_a_word_is_read(text, values):
    assert [number.value for number in extract(text)] == values


@pytest.mark.parametrize(
    "text",
    ["Error 0x80070057", "Agent 007", "Ticket 00317", "shade 4B/17", "HB-3306/2", "7F-22-QX", "7-Eleven"],
)
def test_codes_by_their_shape(text):
    assert extract(text) == []


@pytest.mark.parametrize("text", ["on a bearing of 045°", "at 0730 hours", "95% O2/5% CO2", "a 40X/1.3 lens"])
def test_numbers_of_a_similar_shape(text):
    assert extract(text)
