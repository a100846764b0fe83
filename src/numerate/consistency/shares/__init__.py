"""Shares of a whole: percentages and fractions with the part and the whole that they follow from."""
