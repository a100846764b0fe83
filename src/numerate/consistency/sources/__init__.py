"""Numbers of a draft against its sources: which follow from them, and which do not."""
