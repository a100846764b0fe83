"""Atomic writes, resumable jobs, worker processes and progress bars."""
