"""What each rule looks for, in words."""

from __future__ import annotations

from typing import Literal, NamedTuple

from numerate.report.report import UNLIKELY


class Rule(NamedTuple):
    """What findings of one name have in common."""

    title: str
    about: str
    level: Literal["warning", "error"]
    """An error is certain: the document contradicts itself. A warning is only likely."""


RULES = {
    UNLIKELY: Rule(
        "A number that is unlikely in its place",
        "The model expects other numbers here. Few correct numbers look as odd as this one.",
        "warning",
    ),
    "change": Rule(
        "A change that does not fit its figures",
        "What is said of a rise or fall does not follow from the figures before and after it.",
        "error",
    ),
    "share": Rule(
        "A share that does not fit its figures",
        "A percentage is not that of the figures beside it, or more than the whole.",
        "error",
    ),
    "total": Rule("A total that is not the sum of its parts", "The parts sum to another total.", "error"),
    "range": Rule("A range written backwards", "The lower end of a range is the higher number.", "error"),
    "interval": Rule(
        "An estimate outside its own interval", "A value lies outside the interval given for it.", "error"
    ),
    "date": Rule(
        "A date or time that cannot be", "There is no such day, or it was another weekday.", "error"
    ),
    "significance": Rule(
        "A p-value that does not fit its test",
        "The statistic and its degrees of freedom give another.",
        "error",
    ),
    "repeated": Rule(
        "A quantity with two values", "The heading and the text below it give different values.", "error"
    ),
}
