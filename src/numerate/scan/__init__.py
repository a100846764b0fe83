"""Checking of many documents, on one machine or a Ray cluster: `numerate scan`."""
