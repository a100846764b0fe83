"""The two figures that a change, a difference or a multiple is calculated from."""
