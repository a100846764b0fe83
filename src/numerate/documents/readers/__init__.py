"""One reader per format: each writes what a document shows into a draft."""
