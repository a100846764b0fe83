"""What a result was measured on and with, for the record beside it."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version


def machine(*packages: str) -> dict[str, str | int | None]:
    """This machine, and the versions of numerate and of other packages that matter."""
    return {
        "processors": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        **{package: version(package) for package in ("numerate", *packages)},
    }
