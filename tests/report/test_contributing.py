"""The worked examples in CONTRIBUTING.md are an option and an output format that work."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path
from textwrap import indent
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
    [declaration] = re.findall(r"```python\n(most: .*?)```", CONTRIBUTING, re.DOTALL)
    before, keep, after = Path(options.__file__).read_text("utf-8").partition("    keep: bool")
    source = f"{before}{indent(declaration, '    ')}{keep}{after}"
    module = module_of("options_with_most", source, monkeypatch)
    file = tmp_path / "numerate.toml"
    file.write_text("most = 5\n")
    assert module.CheckOptions().most is None
    assert module.CheckOptions(most=5).most == 5
    assert module.resolve({"most": "7"}, file).most == 7
    assert module.resolve({"most": None}, file).most == 5
    with pytest.raises(InputError, match="--most: invalid literal"):
        module.resolve({"most": "few"}, file)


def test_an_output_format_is_one_module(monkeypatch: pytest.MonkeyPatch) -> None:
    [source] = re.findall(r'```python\n("""CSV.*?)```', CONTRIBUTING, re.DOTALL)
    module = module_of("numerate.report.outputs.csv", source, monkeypatch)
    header, *rows = csv.reader(module.to_csv(run()).splitlines())
    assert header[:2] == ["file", "rule"]
    assert [row[:2] for row in rows] == [["notes/a b.md", "unlikely"], ["notes/a b.md", "change"]]
