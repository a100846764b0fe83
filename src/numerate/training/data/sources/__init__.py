"""Files of a dozen kinds to documents, as a stream."""
