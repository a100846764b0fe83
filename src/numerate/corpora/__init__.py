"""Corpora as files and records: tables, JSON lines and folders, read as a stream, on disk or at a URL."""
