"""What the training of the reader of claims and the package must agree on."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import onnx
import pytest
import torch
from experiments.claim_reader import mine
from experiments.claim_reader.mine import Text

from numerate.consistency.learned import sizes, windows
from numerate.consistency.learned.figures import TYPES
from numerate.consistency.learned.kinds import KINDS
from numerate.model.network import open_backend
from numerate.training.export.layers import with_fast_layers

FOLDER = Path(__file__).parents[2] / "experiments/claim_reader"
RAIN = Text("", "It rained for 3 days in May.", label=mine.NONE)


def module(name: str) -> ModuleType:
    """Load a file of the experiment, which runs without the package on the machine with a GPU."""
    spec = importlib.util.spec_from_file_location(f"claim_reader_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    result = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(result)
    return result


def test_the_network_has_the_kinds_types_and_sizes_of_the_package() -> None:
    network = module("network")
    assert len(KINDS) == network.KINDS
    assert [list(KINDS)[i] for i in network.PAIRS] == ["hundred", "same", "balance", "order"]
    assert len(TYPES) == network.TYPES
    assert network.FIRST_SYMBOL == windows._FIRST_SYMBOL
    assert (network.LEAST_SIZE, network.SIZE_STEP) == (sizes.LEAST, sizes.STEP)


def test_the_kinds_are_numbered_alike_in_training() -> None:
    path = list(sys.path)
    assert tuple(KINDS) == module("train").NAMES
    sys.path[:] = path


def test_a_passage_is_labelled_by_the_equations_that_hold() -> None:
    [alone, _] = mine.whole(Text("", "Of 64 singers 38 are women and 26 men."), RAIN)
    ids, places, _, equations, weight = alone
    assert weight == 1.0
    assert len(places) == 3
    assert max(places) < len(ids)
    held = {(list(KINDS)[kind], i, j, k) for kind, i, j, k, holds, _, _ in equations if holds}
    assert ("sum", 1, 2, 0) in held
    assert ("same", 1, 2, 0) not in held


def test_what_does_not_hold_is_thinned_out_and_weighed() -> None:
    text = "We counted 3, 14, 159, 2,653, 58,979, 323,846 and 2,643,383 birds."
    [alone, _] = mine.whole(Text("", text), RAIN)
    sums = [each for each in alone[3] if each[0] == 0]
    assert len(sums) == mine.NEGATIVES
    in_order = 7 * 6 * 5 / 6  # of three birds, only the largest number can be the sum
    assert np.isclose(sum(weight for *_, weight in sums), in_order)


def held(row: mine.Row) -> set[tuple[str, int, int, int]]:
    """Return the equations of a window that are labelled as holding."""
    return {(list(KINDS)[kind], i, j, k) for kind, i, j, k, holds, _, _ in row[3] if holds}


def test_nothing_is_meant_in_a_passage_that_is_said_to_have_no_relation() -> None:
    text = "Flat 12 owes £340, flat 19 owes £515 and the agent is owed £855."
    [related, _] = mine.whole(Text("", text, label="total"), RAIN)
    [unrelated, _] = mine.whole(Text("", text, label="none"), RAIN)
    assert any(kind == "sum" for kind, *_ in held(related))
    assert not held(unrelated)


def test_nothing_is_meant_between_two_passages() -> None:
    first = Text("", "The club has 64 singers and 38 flutes.", label="share")
    [_, both] = mine.whole(first, Text("", "It sold 26 tickets.", label="total"))
    assert len(both[1]) == 3
    assert not any(kind == "sum" for kind, *_ in held(both))


def test_windows_of_measured_amounts_begin_with_the_title_and_have_no_equations() -> None:
    text = "It is 3 m tall. " + "It weighs 5,000 kg and eats 150 kg a day. Nobody came. " * 9
    with_title, without = (mine.measured(Text(title, text)) for title in ("The elephant", ""))
    assert not any(row[3] for row in with_title)
    assert len(with_title) == len(without)
    assert any(len(a[0]) > len(b[0]) for a, b in zip(with_title, without, strict=True))


def test_a_line_of_knowledge_has_its_title_before_a_bar(tmp_path: Path) -> None:
    (tmp_path / "k.txt").write_text("The hen: Eggs | One weighs 60 g.\nA cup holds 250 ml.\n")
    lines = list(mine.texts([tmp_path / "k.txt"], 1.0, 1000))
    assert [(line.title, line.text) for line in lines] == [
        ("The hen: Eggs", "One weighs 60 g."),
        ("", "A cup holds 250 ml."),
    ]


@pytest.mark.filterwarnings("ignore")  # those of the exporter
def test_fast_layers_say_the_same_of_claims(tmp_path: Path) -> None:
    path = list(sys.path)
    export = module("export")
    sys.path[:] = path
    torch.manual_seed(1)
    network = module("network").ClaimNetwork(words=200, positions=32, layers=2, width=24).eval()
    onnx.save(export.trace(network), tmp_path / "before.onnx")
    onnx.save(with_fast_layers(onnx.load(tmp_path / "before.onnx"), export.HEADS), tmp_path / "after.onnx")
    feeds = {
        "ids": np.array([[5, 11, 40, 12, 0], [9, 8, 13, 14, 12]]),
        "lengths": np.array([4, 5]),
        "places": np.array([[1, 3, 0], [2, 3, 4]]),
        "window": np.array([0, 1, 1]),
        "equations": np.array([[8, 0, 1, 0], [0, 0, 1, 2], [15, 1, 2, 0]]),
    }
    before, after = (
        open_backend(tmp_path / name, threads=1).run(["logits", "sizes"], feeds)
        for name in ("before.onnx", "after.onnx")
    )
    for name in before:
        np.testing.assert_allclose(after[name], before[name], atol=1e-5)
    operations = [node.op_type for node in onnx.load(tmp_path / "after.onnx").graph.node]
    assert operations.count("Attention") == 2
    assert "Softmax" not in operations
