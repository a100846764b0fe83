"""Brackets for a minus sign, as accountants write it: $(4.2) million, (4.2)%."""

from __future__ import annotations

from decimal import Decimal

from numerate.text.beside import CURRENCY_CHARACTERS, Beside, after, currency_before
from numerate.text.number import Number


def is_loss(view: str, start: int, end: int) -> bool:
    """Whether the numeral at `start:end` stands in such brackets, which touch a currency or percent sign."""
    if view[start - 1 : start] != "(" or view[end : end + 1] != ")":
        return False
    before = view[start - 2] if start > 1 else " "
    return before in CURRENCY_CHARACTERS or (view[end + 1 : end + 2] == "%" and not before.isalnum())


def read_loss(text: str, view: str, start: int, end: int, value: Decimal, found: list[Number]) -> int:
    """Append the number, return where to read on. Before a magnitude the bracket is part of the numeral."""
    begin, currency = currency_before(text, view, start - 1)
    if found and begin < found[-1].end:
        begin, currency = start - 1, None
    nothing: Beside = (end, end + 1, None, None, None, None)
    numeral_end, stop, factor, kind, coin, unit = after(text, view, end + 1, currency is not None) or nothing
    currency = currency or coin
    if factor is None:
        numeral_end = end
    else:
        value *= factor
    kind = "money" if currency else kind or "cardinal"
    numeral = (start, numeral_end)
    found.append(
        Number(begin, stop, text[begin:stop], float(value), value, kind, numeral, -1, currency, unit)
    )
    return stop
