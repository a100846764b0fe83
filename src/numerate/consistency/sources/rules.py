"""Rules of findings about numbers that a draft's sources do not support."""

from __future__ import annotations

from numerate.consistency.rule import Rule

CONTRADICTED = Rule(
    name="contradicted",
    title="A number that a source contradicts",
    description="A source says the same with another value. Looked for with --against.",
    level="error",
    example="Draft: The plant employs 230 people. Source: The plant employs 320 people.",
)
ABSENT = Rule(
    name="absent",
    title="A number that is in no source",
    description="No source has this number, nor numbers that it follows from. Looked for with --against.",
    level="warning",
    example="Draft: The plant cost $40 million. Source: The plant employs 320 people.",
)
RULES: dict[str, Rule] = {rule.name: rule for rule in (CONTRADICTED, ABSENT)}
