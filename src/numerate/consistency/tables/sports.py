"""League tables and box scores, whose labels name their sums.

Played = won + drawn + lost, points = 3 × won + drawn, difference = for − against; the points of a basketball
player = 2 × two-pointers + 3 × three-pointers + free throws.

Their figures are too small to prove a sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from numerate.consistency.tables.candidates import Candidate, sum_formula, with_tolerance
from numerate.consistency.tables.formula import TRUSTED, Formula
from numerate.consistency.tables.grid import LineMatrix

_ROLES = {
    role: re.compile(pattern, re.IGNORECASE)
    for role, pattern in {
        "played": r"P|Pld?|GP|MP|Played|(?:Games|Matches)(?: played)?",
        "won": r"W|Won|Wins",
        "drawn": r"D|T|Drawn|Draws|Tied|Ties",
        "lost": r"L|Lost|Loss(?:es)?|Defeats",
        "for": r"GF|PF|F|(?:(?:Goals|Points|Runs) )?for|Scored|(?:Goals|Points|Runs) scored",
        "against": r"GA|PA|A|(?:(?:Goals|Points|Runs) )?against|(?:(?:Goals|Points|Runs) )?conceded",
        "difference": r"GD|PD|\+\s?/?\s?[-−–]|(?:(?:Goal|Point)s? )?diff(?:erence|\.)?",
        "points": r"Pts\.?|Points",
        "twos": r"Twos|Two-pointers?|2-?(?:pt|point)(?:s|ers?)?|2PM?",
        "threes": r"Threes|Three-pointers?|3-?(?:pt|point)(?:s|ers?)?|3PM?",
        "free throws": r"Free[- ]throws?|FTM?",
        "field goals": r"Field goals?|FGM?",
    }.items()
}
_RELATIONS: tuple[tuple[str, dict[str, float]], ...] = (
    ("played", {"won": 1, "drawn": 1, "lost": 1}),
    ("points", {"won": 3, "drawn": 1}),
    ("points", {"won": 2, "drawn": 1}),
    ("points", {"twos": 2, "threes": 3, "free throws": 1}),
    ("points", {"field goals": 2, "threes": 1, "free throws": 1}),
    ("difference", {"for": 1, "against": -1}),
)
KNOWN = 3.5
"""Log-odds that a relation is meant whose lines all have the labels that it is known by."""


def sport_sums(lines: LineMatrix) -> list[Formula]:
    """Return the relations of a league table or box score that most of its rows confirm."""
    best: dict[int, Formula] = {}
    for formula in _named(lines):
        other = best.get(formula.target)
        confirmed = formula.trust_without_worst >= TRUSTED and formula.holds.sum() > formula.fails.sum()
        if confirmed and (other is None or formula.trust > other.trust):
            best[formula.target] = formula
    return list(best.values())


def _named(lines: LineMatrix) -> Iterator[Formula]:
    roles: dict[str, int] = {}
    for line, label in enumerate(lines.labels):
        role = next((role for role, named in _ROLES.items() if named.fullmatch(label.strip())), None)
        if role in roles:
            return  # home and away, or two leagues
        if role:
            roles[role] = line
    for target, terms in _RELATIONS:
        if target in roles and roles.keys() >= terms.keys():
            members = np.array([roles[term] for term in terms])
            candidate = Candidate(members, np.array(list(terms.values())), KNOWN, 0.0)
            formula = sum_formula(lines, roles[target], candidate)
            yield with_tolerance(lines, formula, np.zeros_like(formula.tolerance))
