"""The HTTP interface and the page: one process, offline, for one person or for many at once."""
