"""The words around a number: stems, groups of words that say the same, and opposites."""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"[^\W\d_]+(?:['’.&-][^\W\d_]+)*\.?")
"""A word of a text; a hyphenated one is split by `parts`."""

STOP_WORDS = frozenset(
    "a an the this that these those it its they them their he him his she her we us our you your i my me "
    "who whom whose which what there here of in on at by for to with from into onto upon as and or but "
    "nor so if than then when while where how why be is are was were been being am do does did done have "
    "has had having will would shall should can could may might must not no also just only even still now "
    "already yet very too about around approximately roughly nearly almost some more most less least over "
    "under above below up down out off per each every all any both such other others own same said says "
    "say told according however between among during after before since until through against within "
    "without because due via one ones another much many few several s t re ve ll d m mr mrs ms dr today "
    "yesterday respectively including total number amount figure figures percent percentage cent".split()
)

_GROUPS = """
died dead death deaths killed kill killing fatal fatality fatalities lives deadly slain
injured injury injuries hurt wounded wounding wounds
revenue revenues sales turnover takings
profit profits earnings income
employee employees worker workers staff workforce headcount jobs job
people persons residents inhabitants population individuals folks men women adults
children kids pupils students schoolchildren
house home houses homes dwelling dwellings residence
physician physicians doctor doctors
car cars vehicle vehicles automobile automobiles
buy bought buying purchase purchased purchases acquire acquired acquires acquiring acquisition
sell sold selling sale
begin began begun beginning start started starts founded established launched launch opened opening
end ended ends finished concluded closed closing
cost costs price prices priced fee charge charged costing
pay paid paying payment payments spend spent spending expenditure
prison jail imprisonment custody incarceration sentenced sentence
study trial experiment research
patient patients participant participants subject subjects
show shows showed shown find found finds reveal revealed demonstrate demonstrated
company firm business corporation enterprise
firms companies businesses
country countries nation nations states
vote votes voted ballot ballots
child daughter son daughters sons
month months monthly
year years yearly annual annually
day days daily
week weeks weekly
hour hours hourly
minute minutes
movie film films movies
school schools
storey storeys story stories floor floors
author authors researcher researchers scientist scientists
meeting meetings session sessions
approx approximately
point points pts pt
pointer pointers threes treys arc downtown deep
throw throws line stripe
goal goals
rebound rebounds reb rebs boards board treb
assist assists ast asts dimes
steal steals stl stls
block blocks blk blks
turnover turnovers tov tovs
win wins won victory victories
lose loss losses lost defeat defeats
minute minutes min mins
quarter quarters qtr
offer offered offers offering
allow allows allowed permit permits permitted
require requires required must
limit limits cap capped maximum
"""

_STEM_OF: dict[str, str] = {}
for _line in _GROUPS.split("\n"):
    for _word in _line.split():
        _STEM_OF.setdefault(_word, _line.split()[0])

ABBREVIATIONS = {
    "eps": ("earnings", "share"),
    "capex": ("capital", "expenditure"),
    "opex": ("operating", "expenses"),
    "fcf": ("free", "cash", "flow"),
    "r&d": ("research", "development"),
    "roi": ("return", "investment"),
    "gdp": ("gross", "domestic", "product"),
    "cpi": ("consumer", "price", "index"),
    "bps": ("basis", "points"),
}
"""Abbreviations that a draft writes where its source has the words, or the other way round."""

LABELS = {
    "fg": "field goal",
    "fg3": "pointer",
    "fgm": "field goal made",
    "fga": "field goal attempted",
    "fg3m": "pointer made",
    "fg3a": "pointer attempted",
    "3pm": "pointer made",
    "3pa": "pointer attempted",
    "3pt": "pointer",
    "3p": "pointer",
    "ftm": "free throw made",
    "fta": "free throw attempted",
    "ft": "free throw",
    "oreb": "offensive rebounds",
    "dreb": "defensive rebounds",
    "to": "turnovers",
    "tos": "turnovers",
    "team": "",
    "name": "",
    "pf": "fouls",
    "pct": "ratio",
    "percentage": "ratio",
    "percent": "ratio",
    "%": "ratio",
    "qtr1": "first quarter",
    "qtr2": "second quarter",
    "qtr3": "third quarter",
    "qtr4": "fourth quarter",
    "q1": "first quarter",
    "q2": "second quarter",
    "q3": "third quarter",
    "q4": "fourth quarter",
    "rev": "revenue",
    "avg": "average",
    "qty": "quantity",
    "emp": "employees",
    "pop": "population",
    "temp": "temperature",
    "w": "wins",
    "l": "losses",
    "yr": "year",
    "yrs": "years",
    "mo": "month",
    "hrs": "hours",
    "hr": "hour",
}
"""Abbreviations that columns and fields are labelled with."""

_AXES = {
    "change": (
        "rise rises rising rose risen increase increases increased increasing grow grows grew grown growing "
        "growth gain gains gained jump jumps jumped climb climbed climbs surge surged surges add adds added "
        "adding higher raise raised raises raising up expand expanded improve improved hire hired hiring "
        "soar soared boost boosted accelerate accelerated",
        "fall falls fell fallen falling drop drops dropped dropping decline declines declined declining "
        "decrease decreases decreased decreasing slump slumped plunge plunged tumble tumbled slide slid cut "
        "cuts cutting lower lowered reduce reduces reduced reduction shrink shrank shed lose lost down slip "
        "slipped narrow narrowed weaken weakened sink sank lay laid layoffs ease eased",
    ),
    "result": ("profit profits profitable", "loss losses unprofitable"),
    "bound": (
        "over above older exceed exceeds exceeding minimum least",
        "under below younger maximum most",
    ),
    "outcome": ("win wins won winning beat defeated victory", "lose loses lost losing loss defeat fell"),
    "trade": (
        "buy buys bought buying purchase purchased import imports imported",
        "sell sells sold export exports exported",
    ),
    "order": ("before earlier prior preceding", "after later following subsequent"),
    "made": ("made make makes", "attempted attempts attempt missed"),
    "side": ("offensive", "defensive"),
    "sexes": ("men male males boys man boy", "women female females girls woman girl"),
    "arm": ("vaccine treatment treated intervention vaccinated", "placebo control controls untreated"),
}
POLARITY: dict[str, tuple[str, int]] = {}
"""The axis of a word that has an opposite, and the side it stands on."""
for _axis, _sides in _AXES.items():
    for _sign, _words in zip((1, -1), _sides, strict=True):
        for _word in _words.split():
            POLARITY.setdefault(_word, (_axis, _sign))
NAMED_SIDES = frozenset(("trade", "order", "made", "side", "sexes", "arm"))
"""Axes whose words name one of two groups or parts, rather than say what a number does."""

MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|"
        "october oct|november nov|december dec".split("|"),
        1,
    )
    for name in names.split()
}
WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return the stem of a lower-case word, the same for words that say the same."""
    known = _STEM_OF.get(word)
    if known is not None:
        return known
    if len(word) > 3 and word.endswith(("'s", "’s")):
        word = word[:-2]
    for suffix, kept in (
        ("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", ""),
    ):  # fmt: skip
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith(("ss", "us", "is")):
            word = word[: -len(suffix)] + kept
            break
    for suffix in ("ization", "isation", "ations", "ation", "ments", "ment", "ings", "ing", "edly", "ed",
                   "ers", "er", "ions", "ion", "ly", "al"):  # fmt: skip
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            word = word[: -len(suffix)]
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return _STEM_OF.get(word, word.rstrip("e") if len(word) > 4 else word)


def expand_label(label: str) -> list[str]:
    """Return the words of a row's or column's label, with abbreviations written out: PTS_QTR1, FG3M."""
    words: list[str] = []
    # "netIncome" is two words, "DeMar Cole" is a name.
    spaced = label if " " in label.strip() else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)
    for part in re.split(r"[^\w%]+|_", spaced):
        lowered = part.lower()
        if lowered:
            words += LABELS.get(lowered, lowered).split()
    return words
