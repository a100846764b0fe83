"""Verbs and nouns of change, in all their forms."""

from __future__ import annotations

import re


def words(row: str) -> str:
    """Return alternatives for a pattern; `_` within a phrase is a space."""
    return "|".join(re.escape(word).replace("_", " ") for word in row.split())


def _forms(entry: str) -> list[str]:
    """Return the forms of a verb: "drop+" doubles its consonant, "fall:fell:fallen" is irregular."""
    base, *past = entry.split(":")
    base, particle = (base + "_").split("_")[:2]
    stem = base.rstrip("+")
    ending = stem + stem[-1] if base.endswith("+") else stem.removesuffix("e")
    third = stem + ("es" if stem.endswith(("sh", "ch", "ss", "x", "o")) else "s")
    if stem.endswith("y") and stem[-2] not in "aeo":
        third, regular = stem[:-1] + "ies", stem[:-1] + "ied"
    else:
        regular = ending + "ed"
    forms = [stem, third, ending + "ing", *([form.split("_")[0] for form in past] or [regular])]
    return [f"{form}_{particle}" if particle else form for form in forms]


def verbs(row: str) -> str:
    """Return alternatives for a pattern: all forms of some verbs."""
    return words(" ".join(form for entry in row.split() for form in _forms(entry)))


RISING = "|".join(
    (
        verbs(
            "rise:rose:risen increase climb gain grow:grew:grown jump surge soar advance"
            " swell:swelled:swollen"
            " expand rocket leap:leapt:leaped widen raise lift appreciate improve put_on:put_on add"
            " pick_up go_up:went_up:gone_up shoot_up:shot_up spike extend lengthen prolong hike step+_up"
            " bring_up:brought_up top+_up deepen thicken strengthen boost balloon mushroom creep_up:crept_up"
            " edge_up tick_up move_up mount come_up:came_up put_up:put_up push_up"
        ),
        words("up higher upped doubled"),
    )
)
FALLING = "|".join(
    (
        verbs(
            "fall:fell:fallen decline drop+ decrease slide:slid slump plunge plummet tumble sink:sank:sunk"
            " shrink:shrank:shrunk dip+ slip+ ease contract reduce cut+:cut trim+ slash dwindle diminish"
            " lose:lost shed+:shed save narrow crash halve recede retreat go_down:went_down:gone_down"
            " come_down:came_down lop+ weaken lower shorten bring_down:brought_down curtail thin+ deplete"
            " erode knock_off whittle pare scale_back edge_down move_down ebb"
        ),
        words("down lower reduction"),
    )
)
MORE_NOUN = words(
    "rise increase climb gain jump surge growth upturn uplift raise expansion improvement leap hike "
    "boost increment"
)
LESS_NOUN = words(
    "fall decline drop decrease slide slump plunge dip reduction cut discount saving contraction shrinkage "
    "downturn markdown"
)
MORE = MORE_NOUN + "|" + words("higher more up upswing dearer extension")
LESS = LESS_NOUN + "|" + words("lower less fewer down off cheaper slowdown")
MULTIPLIERS = {
    "doubl": 2.0,
    "tripl": 3.0,
    "trebl": 3.0,
    "quadrupl": 4.0,
    "quintupl": 5.0,
    "sextupl": 6.0,
    "halv": 0.5,
}
"""Stems of verbs that multiply, with their factors; each takes e, es, ed and ing."""
TAKING = verbs(
    "hire recruit take_on:took_on:taken_on welcome admit+ gain open buy:bought acquire plant build:built "
    "create add"
)
"""Verbs of what makes a number of things larger: "by hiring 35 people"."""
LEAVING = verbs(
    "close shut:shut axe sack lay_off:laid_off dismiss scrap+ shed+:shed sell:sold lose:lost cut+:cut"
)
"""Verbs of what makes a number of things smaller: "having closed six libraries"."""
