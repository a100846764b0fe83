"""What a number may be: one family per file, one contract, written once for numpy and torch."""
