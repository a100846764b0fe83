"""Work that is written down before it begins, so that it can be taken up again and never mixes with other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from numerate.errors import InputError
from numerate.io.files import write_whole


def begin(file: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """Take the folder of `file` for this plan, and give the manifest that is there, new or from before.

    A folder begun with another plan is refused, so that the results of two never mix. A manifest may hold
    more than its plan; `complete` says whether that was carried out.
    """
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if file.exists():
            there: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            _check_same(folder, there, plan)
            return there
        manifest = {"complete": False, **plan}
        write(file, manifest)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            f"{folder}: cannot be written ({reason}); choose another folder with --out"
        ) from None
    except (AttributeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{file}: not a manifest of numerate; choose another folder with --out") from None
    return manifest


def write(file: Path, manifest: dict[str, Any]) -> None:
    """Write a manifest, whole or not at all."""
    write_whole(file, [json.dumps(manifest, indent=1).encode() + b"\n"])


def _check_same(folder: Path, there: dict[str, Any], plan: dict[str, Any]) -> None:
    old, new = _flat(there, plan), _flat(plan, plan)
    for key in new | old:
        if old.get(key) != new.get(key):
            raise InputError(
                f"{folder}: begun with other settings ({key} was {old.get(key)}, is {new.get(key)}); "
                "choose another folder with --out, or delete this one"
            )


def _flat(plan: dict[str, Any], like: dict[str, Any]) -> dict[str, Any]:
    """Lay the groups of settings side by side, for a message that names the one that differs."""
    flat: dict[str, Any] = {}
    for key in like:
        value = plan.get(key)
        flat |= (
            {f"{key}.{name}": inner for name, inner in value.items()}
            if isinstance(value, dict)
            else {key: value}
        )
    return flat
