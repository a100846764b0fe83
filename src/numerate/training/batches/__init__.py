"""Batches of prepared instances, from memory or streamed from disk."""
