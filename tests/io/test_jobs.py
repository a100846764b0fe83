"""A job is resumed with the same plan, and refused with another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.errors import InputError
from numerate.io import jobs

PLAN = {"sources": [{"path": "a"}], "recipe": {"kind": "window", "low": 1.0}, "shard_bytes": 5, "model": None}


def refusal(file: Path, plan: dict[str, Any]) -> str:
    with pytest.raises(InputError) as raised:
        jobs.begin(file, plan)
    assert "--out" in str(raised.value)
    return str(raised.value)


def test_the_plan_is_written_before_the_work_begins(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "out" / "manifest.json"
    manifest = jobs.begin(file, PLAN)
    assert manifest == {"complete": False, **PLAN}
    assert json.loads(file.read_text()) == manifest
    assert list(file.parent.iterdir()) == [file]


def test_a_job_with_the_same_plan_gets_the_whole_manifest(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    manifest = jobs.begin(file, PLAN)
    jobs.write(file, manifest | {"cuts": [[0, 1]], "complete": True})
    assert jobs.begin(file, PLAN) == {**PLAN, "cuts": [[0, 1]], "complete": True}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"recipe": {"kind": "sentence", "low": 1.0}}, "recipe.kind was window, is sentence"),
        ({"recipe": {"kind": "window"}}, "recipe.low was 1.0, is None"),
        ({"recipe": None}, "recipe.kind was window, is None"),
        ({"model": {"device": "cpu"}}, "model.device was None, is cpu"),
        ({"shard_bytes": 6}, "shard_bytes was 5, is 6"),
        ({"sources": []}, "sources was [{'path': 'a'}], is []"),
    ],
)
def test_another_plan_is_refused_with_the_setting_that_differs(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    file = tmp_path / "manifest.json"
    jobs.begin(file, PLAN)
    before = file.read_bytes()
    assert message in refusal(file, PLAN | change)
    assert str(tmp_path) in refusal(file, PLAN | change)
    assert file.read_bytes() == before


VALUES = st.integers(0, 3) | st.text("ab", max_size=2) | st.lists(st.integers(0, 2), max_size=2)
PLANS = st.dictionaries(
    st.sampled_from("xyz"), VALUES | st.dictionaries(st.sampled_from("pq"), VALUES, min_size=1), min_size=1
)


@given(PLANS, PLANS)
def test_two_plans_share_a_folder_only_if_they_are_equal(
    tmp_path_factory: pytest.TempPathFactory, first: dict[str, Any], second: dict[str, Any]
) -> None:
    file = tmp_path_factory.mktemp("plan") / "manifest.json"
    jobs.begin(file, first)
    assert jobs.begin(file, first) == {"complete": False, **first}
    if any(first.get(key) != value for key, value in second.items()):
        refusal(file, second)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"5", b"\xff\xfe", pytest.param(b"[" * 100_000, id="deep")]
)
def test_a_file_that_is_not_a_manifest_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "manifest.json"
    file.write_bytes(content)
    assert refusal(file, PLAN).startswith(f"{file}: not a manifest of numerate")
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    message = refusal(tmp_path / "taken" / "manifest.json", PLAN)
    assert message.startswith(f"{tmp_path / 'taken'}: cannot be written (")
