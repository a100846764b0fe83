"""Prepared instances as batches."""
