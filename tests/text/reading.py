"""What the tests of the reader share."""

from numerate import extract


def one(text):
    (number,) = extract(text)
    return number
