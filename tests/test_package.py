import subprocess
import sys
from importlib.metadata import requires

import numerate


def python(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_it_runs_as_a_module() -> None:
    run = subprocess.run([sys.executable, "-m", "numerate", "--version"], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, f"numerate {numerate.__version__}\n")


def test_import_loads_neither_onnxruntime_nor_torch() -> None:
    loaded = python("import sys, numerate; print(*sys.modules)").split()
    assert "numerate" in loaded
    assert not {"onnxruntime", "torch", "transformers", "scipy"} & set(loaded)


def test_extract_and_sentences_load_neither() -> None:
    code = "import sys, numerate; numerate.extract('12%'); numerate.sentences('A.'); print(*sys.modules)"
    assert not {"onnxruntime", "torch", "transformers", "scipy"} & set(python(code).split())


def test_import_is_quick() -> None:
    code = "import time; start = time.perf_counter(); import numerate; print(time.perf_counter() - start)"
    # The best of several: the first fills the disk cache, and other work on the machine slows any of them.
    assert min(float(python(code)) for _ in range(5)) < 0.3


def test_base_install_has_no_torch() -> None:
    base = [line for line in requires("numerate") or [] if "extra ==" not in line]
    assert any(line.startswith("onnxruntime") for line in base)
    assert not any(line.startswith(("torch", "transformers", "accelerate")) for line in base)


def test_help_loads_no_torch() -> None:
    code = "import sys, numerate.cli; print(*sys.modules)"
    loaded = python(code).split()
    assert not {"onnxruntime", "torch"} & set(loaded)
    assert not [name for name in loaded if name.startswith("numerate.training")]
