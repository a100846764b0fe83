"""Whole-file writes, resumable jobs, and worker processes."""
