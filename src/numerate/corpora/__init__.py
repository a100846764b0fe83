"""Corpora as streams of records: tables, JSON lines and folders of documents, on disk or at a URL."""
