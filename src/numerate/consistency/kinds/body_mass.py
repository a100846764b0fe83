"""Rule `body-mass`: a body mass index that is not weight / height², as in "80 kg, 1.80 m, BMI 27.4"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import SURE, Claim, claims
from numerate.consistency.equation import Equation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence
from numerate.text.units import DIMENSIONS

_INDEX = re.compile(
    r"\b(?:body[ -]mass[ -]index|bmi)\b(?: \([a-z]+\))?(?: ?(?::|=|of|is|was|as|at|about|to|comes to"
    r"|works out at|gives|therefore|thus|a|an)){0,4} ?(?P<index>[NU])"
)
_OTHERS = re.compile(r"\b(?:mean|average|median|ideal|target|normal|range|below|above|under|over|group|sd)\b")
"""Words of sentences about several people, or about another weight than the one that is given."""


def read_body_mass(sentence: Sentence) -> Iterator[Claim]:
    """Read an index whose sentence gives one weight and one height."""
    matches = list(_INDEX.finditer(sentence.line))
    weights = [slot for slot in sentence.having("U") if slot.dimensions == DIMENSIONS["mass"]]
    heights = [slot for slot in sentence.having("U") if slot.dimensions == DIMENSIONS["length"]]
    if not len(matches) == len(weights) == len(heights) == 1 or _OTHERS.search(sentence.line):
        return
    weight, height, index = weights[0], heights[0], sentence.slot(matches[0].start("index"))
    body, size = weight.quantity(), height.quantity()
    actual = body.value / size.value**2
    problem = (
        f"{weight.written} at a height of {height.written} is a body mass index of {actual:.1f}, "
        f"not {index.number.text}."
    )
    equation = Equation(body / size**2, index.quantity(loose=True))
    yield Claim(equation, problem, SURE, (), (weight.number, height.number, index.number), local=True)


RULE = ConsistencyRule(
    name="body-mass",
    title="A body mass index that does not follow from weight and height",
    description="Dividing the weight by the square of the height gives a different index.",
    level="error",
    example="At 80 kg and 1.80 m his body mass index is 27.4.",
    find=claims("body-mass", "index bmi", read_body_mass),
    last_is_derived=True,
)
