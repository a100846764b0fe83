"""Totals and their parts, by the way in which a text gives them."""
