"""Typos: what may have been meant by a number, and how likely each slip of the pen is."""
