from __future__ import annotations

import json
import math
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from numerate.errors import ModelFolderError
from numerate.model import load
from numerate.model.folder import Config, read_config


def change(file: str, **fields: object) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = folder / file
        path.write_text(json.dumps(json.loads(path.read_text()) | fields))

    return apply


def remove(file: str) -> Callable[[Path], None]:
    return lambda folder: (folder / file).unlink()


def write(file: str, content: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        (folder / file).write_text(content)

    return apply


def halve(folder: Path) -> None:
    data = (folder / "model.onnx").read_bytes()
    (folder / "model.onnx").write_bytes(data[: len(data) // 2])


def absurd(path: tuple[str, ...], value: object) -> Callable[[Path], None]:
    """Set one member of the calibration, deep within it."""

    def apply(folder: Path) -> None:
        file = folder / "calibration.json"
        content = json.loads(file.read_text())
        *parents, last = path
        place = content
        for name in parents:
            place = place.setdefault(name, {})
        place[last] = value
        file.write_text(json.dumps(content))

    return apply


def enlarge(file: str) -> Callable[[Path], None]:
    """Let a file seem to be of 65 MB; the file system keeps no zeros."""

    def apply(folder: Path) -> None:
        with (folder / file).open("r+b") as opened:
            opened.truncate(65 << 20)

    return apply


def with_external_weights(folder: Path) -> None:
    """Append a graph whose one tensor is in another file; parts of a message that occur twice are merged."""
    location = b"\x0a\x08location\x12\x0b/etc/passwd"
    tensor = b"\x6a" + bytes([len(location)]) + location + b"\x70\x01"
    graph = b"\x2a" + bytes([len(tensor)]) + tensor
    with (folder / "model.onnx").open("ab") as file:
        file.write(b"\x3a" + bytes([len(graph)]) + graph)


TABLE = {"numbers": 50, "p_values": [0.5, 0.1], "thresholds": [1.0, 2.0]}
WRONG = {
    "no config": (remove("config.json"), "not a model: it has no config.json"),
    "no graph": (remove("model.onnx"), "damaged: it has no model.onnx"),
    "no tokenizer": (remove("tokenizer.json"), "tokenizer.json"),
    "no calibration": (remove("calibration.json"), "damaged: it has no calibration.json"),
    "config is no JSON": (write("config.json", "{"), "config.json: damaged"),
    "config is a list": (write("config.json", "[]"), "config.json: damaged: not an object"),
    "transformers": (write("config.json", '{"model_type": "bert"}'), "names no class"),
    "checkpoint": (change("config.json", **{"class": "LeaveOneOutModel"}), "numerate export"),
    "another class": (change("config.json", **{"class": "Fish"}), "holds a Fish"),
    "newer": (
        change("config.json", format=2),
        "has format 2, but this version of numerate reads formats up to 1",
    ),
    "family": (change("config.json", family="fish"), "config.json: damaged"),
    "another family": (change("config.json", family="dexp"), "not a graph of this family"),
    "another support": (change("config.json", support={"min_exponent": 0}), "not a graph of this family"),
    "half a graph": (halve, "model.onnx: damaged"),
    "graph is text": (write("model.onnx", "hello"), "model.onnx: damaged"),
    "calibration": (write("calibration.json", "{}"), "damaged"),
    "tokenizer": (write("tokenizer.json", "{}"), "tokenizer.json: not a tokenizer"),
    "large config": (enlarge("config.json"), "config.json: too large"),
    "large calibration": (enlarge("calibration.json"), "calibration.json: too large"),
    "large tokenizer": (enlarge("tokenizer.json"), "too many"),
    "deep config": (write("config.json", "[" * 100_000), "config.json: damaged"),
    "infinite": (change("config.json", high=math.inf), "config.json: damaged: Infinity"),
    "long windows": (change("config.json", tokens=10**9), "tokens=1000000000"),
    "weights elsewhere": (with_external_weights, "refused: its weights are in other files"),
    "no weight": (
        absurd(
            ("errors",), {"numbers": 5, "weights": {"constant": "x"}, "evidence": {}, "false_alarms": 0.0}
        ),
        "the weight of constant must be a number",
    ),
    "levels": (
        absurd(("intervals",), {"numbers": 5, "shares": [0, 1], "levels": [0, 0.1]}),
        "with a level of 1",
    ),
    "levels of NaN": (
        absurd(("intervals",), {"numbers": 5, "shares": [0, 1], "levels": [0, math.nan]}),
        "NaN is no number",
    ),
    "a count below zero": (absurd(("p_values",), {"every": TABLE | {"numbers": -1}}), "must be a count"),
    "p-value": (absurd(("p_values",), {"every": TABLE | {"p_values": [0.5, 1e-9]}}), "tell no p-value"),
    "threshold": (absurd(("p_values",), {"every": TABLE | {"thresholds": [-1e9, 2]}}), "must be scores"),
    "rows": (
        absurd(
            ("intervals",),
            {
                "numbers": 5,
                "shares": [k / 9999 for k in range(10_000)],
                "levels": [k / 9999 for k in range(10_000)],
            },
        ),
        "more than 5 held-out numbers can fill",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_error_names_the_folder_and_what_is_wrong(tiny_folder: Path, tmp_path: Path, name: str) -> None:
    breaking, message = WRONG[name]
    folder = tmp_path / "model"
    shutil.copytree(tiny_folder, folder)
    breaking(folder)
    with pytest.raises(ModelFolderError) as caught:
        load(folder)
    assert message in str(caught.value)
    assert str(folder) in str(caught.value)


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for source in (tmp_path / "nothing", str(tmp_path / "file"), "./nothing", "a/b/c"):
        with pytest.raises(ModelFolderError, match="no such folder"):
            load(source)


def test_a_name_that_no_folder_can_have_is_reported() -> None:
    with pytest.raises(ModelFolderError, match="cannot be opened: File name too long"):
        load("a" * 300)


def test_a_hub_id_needs_huggingface_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelFolderError, match="pip install huggingface_hub"):
        load("someone/model")


def test_a_hub_id_is_downloaded(monkeypatch: pytest.MonkeyPatch, tiny_folder: Path) -> None:
    import huggingface_hub

    downloads = []

    def download(repo: str, allow_patterns: list[str]) -> str:
        downloads.append((repo, allow_patterns))
        if repo != "someone/model":
            raise OSError("404\nnot found")
        return str(tiny_folder)

    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    assert load("someone/model").config.family == "digits"
    assert "model.onnx" in downloads[0][1]
    assert "model.safetensors" not in downloads[0][1]
    with pytest.raises(
        ModelFolderError, match=r"neither a folder nor a model that the hub can give us \(404\)"
    ):
        load("someone/else")


def test_a_config_survives_json(tiny_folder: Path) -> None:
    config = read_config(tiny_folder)
    assert config == Config("digits", config.support, 1e-6, 1e16, zero=True, tokens=64, weights="fp32")
    assert config.to_dict() == json.loads((tiny_folder / "config.json").read_text())
    assert (config.covers(0), config.covers(1e-6), config.covers(1e16), config.covers(float("nan"))) == (
        True,
        True,
        False,
        False,
    )
