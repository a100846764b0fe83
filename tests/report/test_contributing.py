"""The worked examples in CONTRIBUTING.md are an option and an output format that work."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from numerate.errors import InputError
from numerate.report import options
from tests.report.samples import run

CONTRIBUTING = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")


def module_of(name: str, source: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(source, name, "exec"), vars(module))
    return module


def test_an_option_is_one_declaration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [declaration] = re.findall(r"```python\n(    kind: .*?)```", CONTRIBUTING, re.DOTALL)
    before, keep, after = Path(options.__file__).read_text("utf-8").partition("    keep: bool")
    module = module_of("options_with_kind", f"{before}{declaration}{keep}{after}", monkeypatch)
    file = tmp_path / "numerate.toml"
    file.write_text("kind = 'money'\n")
    assert module.CheckOptions().kind is None
    assert module.CheckOptions(kind="money").kind == "money"
    assert module.resolve({"kind": "percent"}, file).kind == "percent"
    assert module.resolve({"kind": None}, file).kind == "money"
    with pytest.raises(InputError, match=r"^kind: must be a string"):
        module.CheckOptions(kind=5)


def test_an_output_format_is_one_module(monkeypatch: pytest.MonkeyPatch) -> None:
    [source] = re.findall(r'```python\n("""CSV.*?)```', CONTRIBUTING, re.DOTALL)
    module = module_of("numerate.report.outputs.csv", source, monkeypatch)
    header, *rows = csv.reader(module.to_csv(run()).splitlines())
    assert header[:2] == ["file", "rule"]
    assert [row[:2] for row in rows] == [["notes/a b.md", "unlikely"], ["notes/a b.md", "change"]]
