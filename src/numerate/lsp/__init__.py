"""The language server: diagnostics, hovers and quick fixes while a text is being written."""
