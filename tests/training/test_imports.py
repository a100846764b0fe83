"""What training imports: the machines that train have no re2 and no sentencex."""

from __future__ import annotations

import multiprocessing
import sys
from importlib import import_module

# Loaded here, so that the process that imports the package again shares PyTorch.
import numerate.training.evaluation
import numerate.training.export
import numerate.training.run.loop  # noqa: F401

MODULES = ("numerate.training.run.loop", "numerate.training.evaluation", "numerate.training.export")


def import_without_the_reader() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("numerate", "re2", "sentencex")]:
        del sys.modules[name]
    sys.modules.update(re2=None, sentencex=None)  # type: ignore[arg-type]
    for name in MODULES:
        import_module(name)


def test_networks_and_runs_load_where_the_reader_is_not_installed() -> None:
    process = multiprocessing.get_context("fork").Process(target=import_without_the_reader)
    process.start()
    process.join()
    assert process.exitcode == 0
