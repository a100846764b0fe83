"""Typos: what may have been meant by a number, and how likely each typo of the pen is."""
