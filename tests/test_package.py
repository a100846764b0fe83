import subprocess
import sys
from importlib.metadata import requires

import pytest

import numerate


def python(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_it_runs_as_a_module() -> None:
    run = subprocess.run([sys.executable, "-m", "numerate", "--version"], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, f"numerate {numerate.__version__}\n")


def test_every_public_name_can_be_imported_and_listed() -> None:
    surface = (
        "extract sentences render load check predict Number Model Report Finding Suggestion Prediction "
        "CheckedNumber CheckOptions Document DocumentError InputError Judged"
    )
    assert set(surface.split()) <= set(numerate.__all__)
    assert dir(numerate) == sorted(numerate.__all__)
    for name in numerate.__all__:
        assert getattr(numerate, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'guess'"):
        numerate.guess  # noqa: B018


def test_import_loads_neither_onnxruntime_nor_torch() -> None:
    loaded = python("import sys, numerate; print(*sys.modules)").split()
    assert "numerate" in loaded
    assert not {"onnxruntime", "torch", "transformers", "scipy"} & set(loaded)


def test_extract_and_sentences_load_neither() -> None:
    code = "import sys, numerate; numerate.extract('12%'); numerate.sentences('A.'); print(*sys.modules)"
    assert not {"onnxruntime", "torch", "transformers", "scipy"} & set(python(code).split())


def test_import_loads_only_the_standard_library() -> None:
    before, after = (
        set(python(f"import sys{more}; print(*sys.modules)").split()) for more in ("", ", numerate")
    )
    packages = {name.partition(".")[0] for name in after - before}
    assert packages - set(sys.stdlib_module_names) == {"numerate"}


def test_base_install_has_no_torch() -> None:
    base = [line for line in requires("numerate") or [] if "extra ==" not in line]
    assert any(line.startswith("onnxruntime") for line in base)
    assert not any(line.startswith(("torch", "transformers", "accelerate")) for line in base)


def test_help_loads_no_torch() -> None:
    code = "import sys, numerate.cli; print(*sys.modules)"
    loaded = python(code).split()
    assert not {"onnxruntime", "torch"} & set(loaded)
    assert not [name for name in loaded if name.startswith("numerate.training")]
