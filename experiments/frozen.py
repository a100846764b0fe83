"""Table 9: output distributions on one frozen encoder, which needs no GPU.

    python -m experiments.frozen states PREPARED STATES.npz [--model FOLDER] [--cases 3000]
    python -m experiments.frozen train PREPARED STATES.npz [HEAD …]

The bundled model reads validation instances, which it was not trained on, and each head learns from its
hidden states of their numbers; then one number of each test instance is predicted. Encoder, text and numbers
are the same for all heads, so that whatever differs is due to the head and its objective. The encoder itself
was trained with the digit decoder, which may favour that head; among the others it favours none.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.model import load
from numerate.model.network import Network, Window, collate
from numerate.training.evaluation import Cases, answer, draw_cases, resample, summarize, to_dict
from numerate.training.evaluation.cases import Answers
from numerate.training.prepare import Instances

from .mixture import FILE
from .results import RESULTS, result_file, write_result
from .run import TESTED, replicates
from .spec import Run
from .table9 import EXPERIMENTS

DEFAULT = Path(__file__).parents[1] / "src" / "numerate" / "models" / "default"
HELD_OUT = 10
"""Every tenth training instance decides when to stop."""
_EPOCHS, _PATIENCE, _BATCH, _RATE = 40, 4, 512, 1e-3

States = npt.NDArray[np.float32]


class HiddenStates:
    """The hidden states of numbers under an exported model, each as if it alone were masked."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        import onnx
        import onnxruntime

        graph = onnx.load(folder / "model.onnx")
        self._name = _hidden(graph.graph)
        graph.graph.output.append(onnx.helper.make_empty_tensor_value_info(self._name))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(graph.SerializeToString(), options)
        network: Network = load(folder, threads=1).network
        self._number_id = network.number_id

    def of(self, windows: Sequence[Window]) -> States:
        """Return the (n, width) states of all numbers of the windows, in order."""
        ends = np.cumsum([len(window.values) for window in windows])
        order = np.argsort([len(window.ids) for window in windows], kind="stable")
        states: States | None = None
        for start in range(0, len(order), 16):
            batch = order[start : start + 16]
            feeds = collate([windows[i] for i in batch], self._number_id)
            [found] = self._session.run([self._name], feeds)
            if states is None:
                states = np.zeros((int(ends[-1]), found.shape[-1]), np.float32)
            rows = np.concatenate([np.arange(ends[i] - len(windows[i].values), ends[i]) for i in batch])
            states[rows] = found[feeds["present"]]
        assert states is not None
        return states


def _hidden(graph: Any) -> str:
    """Return the name of the states from which a graph computes its logits."""
    made_by = {output: node for node in graph.node for output in node.output}
    name = "logits"
    while made_by[name].op_type != "Slice":
        name = made_by[name].input[0]
    return name


def training_arrays(encoder: HiddenStates, *prepared: Path) -> dict[str, Any]:
    """Return the states and values of all numbers of validation instances, and the instance of each."""
    instances = [instance for folder in prepared for instance in Instances(folder, "valid")]
    windows = [Window(instance.ids, instance.values) for instance in instances]
    return {
        "states": encoder.of(windows),
        "values": np.concatenate([window.values for window in windows]),
        "instance": np.repeat(np.arange(len(windows)), [len(window.values) for window in windows]),
    }


def write_states(prepared: Path, out: Path, model: Path, limit: int) -> None:
    """Write the states of all numbers of validation instances, and of one number of each test instance."""
    encoder = HiddenStates(model)
    arrays = training_arrays(encoder, prepared)
    print(f"{len(arrays['values']):,} numbers to train on", flush=True)
    cases = draw_cases(prepared, limit=limit, tested=TESTED)
    shown = [Window(instance.ids, instance.values) for instance in cases.instances]
    counts = np.array([len(window.values) for window in shown])
    target = np.cumsum(counts) - counts + cases.places
    hidden = [Window(window.ids, np.full_like(window.values, np.nan)) for window in shown]
    arrays |= {"given_numbers": encoder.of(shown)[target], "given_text": encoder.of(hidden)[target]}
    np.savez(out, **{n: a.astype(np.float16) if a.dtype == np.float32 else a for n, a in arrays.items()})
    print(f"{out}: {len(cases):,} cases", flush=True)


@dataclass(frozen=True)
class FrozenModel:
    """A head on states that were computed before; it answers the cases they are of."""

    head: Any
    given_numbers: States
    given_text: States

    def answer(self, cases: Cases) -> Answers:
        """Answer the cases."""
        import torch

        from numerate.training.evaluation.inference import answer_columns, answers_from

        values = cases.values
        anomalies = {n: np.where(np.isnan(a), values, a) for n, a in cases.anomalies.items()}
        with torch.inference_mode():
            distributions = [
                self.head(torch.from_numpy(states)) for states in (self.given_numbers, self.given_text)
            ]
            columns = answer_columns(
                *distributions,
                torch.from_numpy(values),
                {name: torch.from_numpy(altered) for name, altered in anomalies.items()},
            )
        found = {name: np.asarray(column, np.float64) for name, column in columns.items()}
        return answers_from(found, cases, self.head.support.lower)


def train_head(run: Run, arrays: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Train a head until it is no better on every tenth instance; return it with a record of the training."""
    import torch

    from numerate.training.nn import ModelConfig
    from numerate.training.nn.heads import family_head

    config = run.experiment.model
    assert isinstance(config, ModelConfig)
    torch.manual_seed(run.seed)
    held_out = arrays["instance"] % HELD_OUT == 0
    inside = np.asarray(config.support.class_of(arrays["values"])) >= 0
    states, values, valid_states, valid_values = (
        torch.from_numpy(arrays[name][part])
        for part in (inside & ~held_out, inside & held_out)
        for name in ("states", "values")
    )
    head = family_head(config, states.shape[1])
    if run.experiment.mixture == "published":
        fitted = json.loads((RESULTS / FILE).read_text(encoding="utf-8"))[str(config.components)]
        for name, parameter in fitted.items():
            getattr(head, name).copy_(torch.tensor(parameter))
    else:
        head.fit(values.numpy())
    optimizer = torch.optim.AdamW(head.parameters(), _RATE, weight_decay=0.01)
    best, best_loss, best_epoch, epochs = head.state_dict(), float("inf"), 0, []
    started = time.perf_counter()
    for epoch in range(1, _EPOCHS + 1):
        for index in torch.randperm(len(values)).split(_BATCH):
            loss = -head(states[index]).training_score(values[index]).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(head.parameters(), 1.0)
            optimizer.step()
        with torch.inference_mode():
            valid_loss = float(-head(valid_states).training_score(valid_values).mean())
        epochs.append(round(valid_loss, 5))
        if valid_loss < best_loss:
            best_loss, best_epoch = valid_loss, epoch
            best = {name: tensor.clone() for name, tensor in head.state_dict().items()}
        if epoch - best_epoch == _PATIENCE:
            break
    head.load_state_dict(best)
    training = {
        "instances": len(np.unique(arrays["instance"][~held_out])),
        "numbers": len(values),
        "valid_loss": best_loss,
        "best_epoch": best_epoch,
        "epochs": epochs,
        "seconds": round(time.perf_counter() - started, 1),
    }
    return head.eval(), training


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=("states", "train"))
    parser.add_argument("prepared", type=Path)
    parser.add_argument("states", type=Path)
    parser.add_argument("runs", nargs="*", help="names of runs; all where none is named")
    parser.add_argument("--model", type=Path, default=DEFAULT)
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args(arguments)
    if given.command == "states":
        write_states(given.prepared, given.states, given.model, given.cases)
        return
    loaded = np.load(given.states)
    arrays = {n: loaded[n].astype(np.float32) if loaded[n].dtype == np.float16 else loaded[n] for n in loaded}
    cases = draw_cases(given.prepared, limit=given.cases, tested=TESTED)
    weights = resample(cases.documents)
    runs = sorted((run for e in EXPERIMENTS for run in e.runs()), key=lambda run: run.seed)
    for run in runs:
        if (given.runs and run.name not in given.runs) or result_file(run.name, given.results).exists():
            continue
        head, training = train_head(run, arrays)
        answers = answer(FrozenModel(head, arrays["given_numbers"], arrays["given_text"]), cases)
        result = {
            "run": {"name": run.name, "corpus": run.experiment.corpus},
            "training": training,
            "evaluation": to_dict(summarize(answers, cases, weights)),
            "replicates": replicates(answers, cases, weights),
        }
        write_result(result, given.results)
        print(f"{run.name}: {training['seconds']} s  {_summary(result)}", flush=True)


def _summary(result: dict[str, Any]) -> str:
    figures = result["evaluation"]["figures"]
    shown = ("lmae.argmax", "lmae.median", "e_acc.argmax", "nll.written", "auc.random.ratio")
    return "  ".join(f"{name} {figures[name][0]:.3f}" for name in shown)


if __name__ == "__main__":
    main()
