"""Typos: candidate corrections of a written number, and the noisy channel that ranks them."""
