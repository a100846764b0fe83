"""Many documents on many machines: `numerate scan`."""
