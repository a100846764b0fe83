"""The text and the fields of study of S2ORC papers, in the layouts of its two generations of releases."""

from __future__ import annotations

import hashlib
import json
import re
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from numerate.corpora.files import File, find_files
from numerate.corpora.rows import RowLimits, read_rows

FIELD_COLUMNS = ("mag_field_of_study", "s2fieldsofstudy", "s2FieldsOfStudy", "fieldsOfStudy", "field")
# Text between the spans of one citation; "[13" and "15]" are separate spans.
_SEPARATOR = re.compile(r"[\s,;&–-]*")
ID_COLUMNS = ("paper_id", "corpusid", "corpusId")
TEXT_COLUMNS = ("body_text", "content")


def is_s2orc(row: dict[str, Any]) -> bool:
    """Return whether a record is an S2ORC paper in either layout."""
    return isinstance(row.get("body_text"), list) or isinstance(row.get("content"), dict)


def paper_text(row: dict[str, Any]) -> str:
    """Return the text of a paper without citations, with a blank line between paragraphs."""
    return "\n\n".join(_sections(row["body_text"]) if "body_text" in row else _annotated(row["content"]))


def fields_of_study(row: dict[str, Any]) -> set[str] | None:
    """Return the fields of study of a record in lower case; None if it has no column for them."""
    for column in FIELD_COLUMNS:
        if column in row:
            value = row[column] or ()
            entries = (value,) if isinstance(value, str) else value
            names = (entry.get("category") if isinstance(entry, dict) else entry for entry in entries)
            return {str(name).lower() for name in names}
    return None


class FieldSelection:
    """The papers that the metadata assigns to given fields of study, for papers that do not name theirs.

    Both releases store metadata separately from full text. Takes eight bytes of memory per selected paper.
    """

    def __init__(self, metadata: Path, fields: Iterable[str], largest: int) -> None:
        selected = {field.lower() for field in fields}
        limits = RowLimits(largest, frozenset((*FIELD_COLUMNS, *ID_COLUMNS)))
        keys = array("Q")
        for file in find_files(metadata).files:
            keys.extend(_keys(file, selected, limits))
        self._keys = np.unique(np.frombuffer(keys, dtype=np.uint64))

    def __contains__(self, row: dict[str, Any]) -> bool:
        key = _key(row)
        at = int(np.searchsorted(self._keys, key))
        return at < len(self._keys) and int(self._keys[at]) == key


def _keys(file: File, fields: set[str], limits: RowLimits) -> Iterator[int]:
    for row in read_rows(file, 0, limits):
        if isinstance(row.content, dict) and fields & (fields_of_study(row.content) or set()):
            yield _key(row.content)


def _key(row: dict[str, Any]) -> int:
    identity = next((row[column] for column in ID_COLUMNS if column in row), None)
    name = str(identity).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "little")


def _sections(sections: list[dict[str, Any]]) -> Iterator[str]:
    for section in sections:
        yield _remove_spans(section["text"], _spans(section.get("cite_spans")))


def _annotated(content: dict[str, Any]) -> Iterator[str]:
    text, annotations = content.get("text") or "", content.get("annotations") or {}
    citations = _spans(annotations.get("bibref"))
    paragraphs = _spans(annotations.get("paragraph")) or [(0, len(text))]
    for start, end in paragraphs:
        inside = [(s - start, e - start) for s, e in citations if start <= s and e <= end]
        yield _remove_spans(text[start:end], inside)


def _spans(annotation: str | list[dict[str, Any]] | None) -> list[tuple[int, int]]:
    """Return the sorted spans of an annotation, which the later releases store as a JSON string."""
    try:
        spans = json.loads(annotation) if isinstance(annotation, str) else annotation or []
        return sorted((int(span["start"]), int(span["end"])) for span in spans)
    except (RecursionError, OverflowError) as error:  # nested too deeply; at an infinite offset
        raise ValueError(f"not the spans of an annotation: {error}") from None


def _remove_spans(text: str, spans: list[tuple[int, int]]) -> str:
    kept, position = [], 0
    for start, end in spans:
        gap = text[position:start]
        if not (position and _SEPARATOR.fullmatch(gap)):
            kept.append(gap)
        position = max(position, end)
    return "".join([*kept, text[position:]])
