"""Number sense for text: read every number, know what it may be, see which look wrong."""

__version__ = "0.1.0"
