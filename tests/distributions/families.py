"""Test batches of every registered family, with random parameters through `from_raw`."""

from dataclasses import dataclass

import numpy as np

from numerate.distributions import FAMILIES, PAPER, Distribution, Support

OPTIONS = {
    "gmm": {"components": 7},
    "digits": {"digits": 3, "width": 5},
    "digits-distance": {"digits": 3, "width": 5},
    "spline": {"bins": 4},
}


@dataclass(frozen=True)
class Case:
    name: str
    support: Support

    def __str__(self) -> str:
        return f"{self.name}-zero" if self.support.zero else self.name

    def raw(self, batch: tuple[int, ...] = (3,)) -> dict[str, np.ndarray]:
        """Return random network outputs, spread widely enough to make every family uneven."""
        rng = np.random.default_rng(7)
        family = FAMILIES[self.name]
        shapes = family.raw_shapes(self.support, **OPTIONS.get(self.name, {}))
        shared = family.shared()
        raw = {k: rng.normal(size=s if k in shared else (*batch, *s)) for k, s in shapes.items()}
        if self.name == "gmm":
            raw |= {"mean": np.geomspace(0.5, 2000, 7), "std": np.geomspace(0.3, 900, 7)}
        return raw

    def make(self, batch: tuple[int, ...] = (3,)) -> Distribution:
        return FAMILIES[self.name].from_raw(self.raw(batch), self.support)


CASES = [Case(name, Support(-2, 3)) for name in FAMILIES]
CASES += [Case(name, Support(-2, 3, zero=True)) for name, family in FAMILIES.items() if family.has_zero_class]

PAPER_CASES = [Case(name, PAPER) for name in FAMILIES]
