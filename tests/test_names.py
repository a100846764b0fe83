"""A class name stands for one thing in the whole of numerate.

`python tests/test_names.py` lists the class names that are defined in more than one package.
"""

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "numerate"


def repeated_classes() -> dict[str, set[str]]:
    """Return the public class names that several packages define, with these packages."""
    packages = defaultdict(set)
    for file in SOURCE.rglob("*.py"):
        parts = file.relative_to(SOURCE).with_suffix("").parts
        # The packages of training are as large as the others, and read as much on their own.
        package = "/".join(parts[: 2 if parts[0] == "training" else 1])
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                packages[node.name].add(package)
    return {name: places for name, places in sorted(packages.items()) if len(places) > 1}


def test_no_class_name_is_defined_in_two_packages() -> None:
    assert repeated_classes() == {}


if __name__ == "__main__":
    for name, packages in repeated_classes().items():
        print(f"{name}: {', '.join(sorted(packages))}")
