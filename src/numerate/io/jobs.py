"""Resumable jobs: a manifest records the plan of a job before its work begins.

A job that is started again continues in its folder, and a job with another plan is refused there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from numerate.errors import InputError
from numerate.io.files import write_whole


def begin(file: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest `file` of a job with this plan, and create it if the job is new.

    A folder with the manifest of another plan is refused, so that the results of two jobs never mix. A
    manifest may contain more than its plan; `complete` is whether the job is finished.
    """
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if file.exists():
            existing: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            _check_same(folder, existing, plan)
            return existing
        manifest = {"complete": False, **plan}
        write(file, manifest)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            f"{folder}: cannot be written ({reason}); choose another folder with --out"
        ) from None
    except (AttributeError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{file}: not a manifest of numerate; choose another folder with --out") from None
    return manifest


def write(file: Path, manifest: dict[str, Any]) -> None:
    """Write a manifest atomically."""
    write_whole(file, [json.dumps(manifest, indent=1).encode() + b"\n"])


def _check_same(folder: Path, manifest: dict[str, Any], plan: dict[str, Any]) -> None:
    old, new = _flat(manifest, plan), _flat(plan, plan)
    for key in new | old:
        if old.get(key) != new.get(key):
            raise InputError(
                f"{folder}: begun with other settings ({key} was {old.get(key)}, is {new.get(key)}); "
                "choose another folder with --out, or delete this one"
            )


def _flat(plan: dict[str, Any], like: dict[str, Any]) -> dict[str, Any]:
    """Flatten groups of settings, so that an error can name the setting that differs."""
    flat: dict[str, Any] = {}
    for key in like:
        value = plan.get(key)
        if isinstance(value, dict):
            flat |= {f"{key}.{name}": inner for name, inner in value.items()}
        else:
            flat[key] = value
    return flat
