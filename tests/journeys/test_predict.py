"""User journeys with `numerate predict`, through the installed command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import quick_command

TEXT = "Profit rose [#MASK] percent to $[#MASK] million in the year, from 12 percent."


def numerate(*arguments: str | Path, given: str | None = None, **environment: str) -> tuple[int, str, str]:
    ran = subprocess.run(
        [quick_command(), *map(str, arguments)],
        input=given,
        capture_output=True,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"} | environment,
        timeout=300,
    )
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stdout, ran.stderr


def test_a_distribution_is_drawn_for_each_mask(tiny_folder: Path) -> None:
    status, out, err = numerate("predict", TEXT, "--model", tiny_folder, "--at", "3.4 million")
    assert (status, err) == (0, "")
    assert out.count("median") == 4  # two figures, and the legends
    assert "⟦$[#MASK] million⟧" in out
    assert out.count("3.4 million: as far out or further") == 2
    assert "█" in out
    assert "▲" in out
    assert "most likely:" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out


def test_a_file_standard_input_and_an_argument_give_the_same_json(tiny_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_text(TEXT)
    arguments = ["--model", tiny_folder, "--format", "json", "--at", "12"]
    _, named, _ = numerate("predict", file, *arguments)
    _, piped, _ = numerate("predict", "-", *arguments, given=TEXT)
    _, given, _ = numerate("predict", TEXT, *arguments)
    assert named == piped == given
    first, second = json.loads(given)["predictions"]
    assert TEXT[second["start"] : second["end"]] == second["text"] == "$[#MASK] million"
    low, high = first["intervals"]["0.9"]
    assert low <= first["median"] <= high
    assert 0 <= first["at"]["tail"] <= 1
    assert len(first["likeliest"]) == 10


def test_a_file_is_decoded_and_read_as_check_does_it(tiny_folder: Path, tmp_path: Path) -> None:
    source = "Le café a coûté **[#MASK] euros** en 2016.\n"
    (tmp_path / "note.md").write_bytes(source.encode("cp1252"))
    status, out, _ = numerate("predict", tmp_path / "note.md", "--model", tiny_folder, "--format", "json")
    assert status == 0
    (prediction,) = json.loads(out)["predictions"]
    assert source[prediction["start"] : prediction["end"]] == prediction["text"] == "[#MASK] euros"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Shares fell 5 percent."], "no [#MASK] in the text; write it for the number to predict"),
        (["[#MASK]", "--at", "many"], "--at many: not a number; write one such as 12"),
        (["[#MASK]", "--model", "nowhere/at/all"], "nowhere/at/all: no such folder"),
        (["[#MASK]", "--model", "."], ".: not a model: it has no config.json"),
        (["."], ".: is a folder"),
    ],
)
def test_errors_are_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    ran = subprocess.run(
        [quick_command(), "predict", *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=300
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"numerate: {message}")
    assert ran.stderr.count("\n") == 1
    assert ran.stdout == ""


def test_a_model_predicts_without_torch(tiny_folder: Path) -> None:
    code = """
import sys
sys.modules.update(torch=None, transformers=None, onnx=None, huggingface_hub=None)
import numerate
print(numerate.load(sys.argv[1]).predict("It rose [#MASK] percent.")[0].median)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code, tiny_folder], capture_output=True, text=True, check=True
    )
    assert float(ran.stdout) >= 0


def test_a_device_is_chosen(tiny_folder: Path) -> None:
    arguments = ["predict", TEXT, "--model", tiny_folder, "--format", "json"]
    _, usual, _ = numerate(*arguments)
    status, in_torch, err = numerate(*arguments, "--device", "torch")
    assert (status, err) == (0, "")
    for first, second in zip(*(json.loads(out)["predictions"] for out in (usual, in_torch)), strict=True):
        assert first["intervals"]["0.9"] == pytest.approx(second["intervals"]["0.9"], rel=1e-2)
    status, out, err = numerate(*arguments, "--device", "gpu")
    assert (status, out) == (2, "")
    assert err.startswith("numerate: device 'gpu': must be cpu, cuda")
    status, out, err = numerate(*arguments, "--device", "cuda", CUDA_VISIBLE_DEVICES="")
    assert (status, out) == (2, "")
    assert "finds no GPU here" in err
    assert err.count("\n") == 1
