"""Words that decide between two readings of a number: metres or millions, a unit or a thing, a noun or not.

Data only. The patterns run on the normalised view, which is lower case.
"""

from __future__ import annotations

import re

from numerate.text.units import NAMES

ENDS_NOUN_PHRASE = frozenset(
    "a about above abroad across after against ago ahead all almost along also although always among an "
    "and any are around as aside at away back be became because become been before began behind being "
    "below beneath beside between beyond both but by came can could did do does done down during each "
    "earlier either else even every fell few for found from further gave get go goes going gone got had "
    "has have he her here him his how i if in inside instead into is it its itself just last later least "
    "led left less like likely live lived lives made make many may me might more most much must my near "
    "nearly never next nor not now of off often on once only onto or other our out outside over own per "
    "percent plus put quite ran rather rose said same saw say says see seem seemed set she should showed "
    "since so some sold soon spent stand still stood stopped such take taken than that the their them "
    "themselves then there these they this those though through throughout thus to together told too "
    "took toward towards turned under unless unlike until up upon us used very via was we went were what "
    "when where whether which while who whom whose will with within without won would yet you your "
    "according apiece altogether compared including excluding minus versus respectively annually daily "
    "died remain remained remains attended signed voted arrived lost missing want wanted need needed "
    "worked work works monday tuesday wednesday thursday friday saturday sunday january february "
    "april june july august september october november december late early".split()
)
"""Words that end the phrase a number counts: function words, and verbs that often follow one."""
LEADS_TO_NOUN = frozenset("of out odd other more further additional extra such per plus".split())
"""Words between a count and the phrase that it counts, or what it is divided by."""
IRREGULAR_PLURALS = frozenset(
    "people men women children staff police feet mice sheep fish teeth geese cattle personnel crew "
    "aircraft species deer salmon offspring oxen series spacecraft alumni criteria phenomena bacteria "
    "larvae folk youth firemen policemen fishermen postmen salesmen sportsmen women's".split()
)

NOUN_BEFORE = {
    **dict.fromkeys(
        ("feet", "foot"), re.compile(r"\b(?:own|all|both|his|her|their|its|my|bare|hind|on|with) (?:\w+ )?$")
    ),
    **dict.fromkeys(("yards", "yard"), re.compile(r"\b(?:all|both|the) (?:\w+ )?$")),
    **dict.fromkeys(
        ("degrees", "degree"),
        re.compile(r"\b(?:holds?|earned|has|have|awarded|her|his|offers?|university|with) (?:\w+ )?$"),
    ),
    **dict.fromkeys(
        ("bars", "bar", "knots", "knot", "bits", "bit", "grays"),
        re.compile(r"\b(?:the|tied|all|behind|a) (?:\w+ )?$"),
    ),
}
"""What stands before the number where a unit's name is a thing: her own two feet."""
NOUN_AFTER = {
    **dict.fromkeys(("feet", "foot"), re.compile(r" (?:firmly|planted|first|in the|and two)\b")),
    **dict.fromkeys(("yards",), re.compile(r" (?:behind|where|with|full|around|containing)\b")),
    **dict.fromkeys(
        ("cups", "cup"),
        re.compile(r" (?:and saucers|on|with|in|from|that|were|have|at|for|won|stood|later|titles?)\b"),
    ),
    **dict.fromkeys(
        ("degrees", "degree"),
        re.compile(
            r" (?:of separation|in (?!(?:the|some|most|many|parts|places)\b)[a-z]+|from|"
            r"courses?|programmes?|programs?|students?|holders?)\b"
        ),
    ),
    **dict.fromkeys(("seconds", "second"), re.compile(r" (?:and thirds|helpings?|place)\b")),
    **dict.fromkeys(("minutes", "minute"), re.compile(r" (?:of the meeting|secretary|taker)\b")),
    **dict.fromkeys(
        ("bars",),
        re.compile(r" (?:of (?!pressure)|on|in|and|where|near|along|staff|owner|serving|stools?|later)\b"),
    ),
    **dict.fromkeys(("bar",), re.compile(r" (?:of (?!pressure)|staff|owner|stools?|charts?|graphs?)\b")),
    **dict.fromkeys(
        ("knots", "knot"),
        re.compile(
            r" (?:in (?:the|his|her|a|its|my) (?:rope|string|line|hair|cord|lace|laces|thread|wood|tie|"
            r"stomach|"
            r"handkerchief|shoulders?|back|neck)|that|of|tied)\b"
        ),
    ),
    **dict.fromkeys(("bits", "bit"), re.compile(r" (?:of|and pieces)\b")),
    **dict.fromkeys(
        ("moles", "mole"), re.compile(r" (?:on|were|had|under|removed|in the (?:lawn|garden))\b")
    ),
    **dict.fromkeys(
        ("pounds", "pound"),
        re.compile(r" (?:sterling|coins?|notes?|a (?:week|month|year|head)|for the|at the)\b"),
    ),
    **dict.fromkeys(("grays", "gray"), re.compile(r" ")),
    **dict.fromkeys(("atmospheres",), re.compile(r" (?:of (?:the|other)|in)\b")),
    **dict.fromkeys(
        ("stone",),
        re.compile(
            r" (?:walls?|steps?|lions?|bridges?|houses?|cottages?|arch|pillars?|crosses|columns?|towers?|"
            r"circles?|age|heads?)\b"
        ),
    ),
    **dict.fromkeys(("ton", "tons"), re.compile(r" of (?:fun|work|people|homework|money|things)\b")),
    **dict.fromkeys(("days", "day"), re.compile(r" (?:off|out)\b")),
}
"""What stands after the name then: six cups and saucers."""

LENGTH_BEFORE = re.compile(
    r"\b(?:depth|height|length|width|breadth|thickness|diameter|radius|girth|waist|circumference|rainfall|"
    r"snowfall|measur(?:es|ed|ing))\b[a-z ]{0,24}$"
)
INCHES_GO_ON = re.compile(
    r" (?:(?:by|or|on|at|from|with|for|to|was|is|were|when|after|before|below|above)\b|and\b(?! around)|"
    r"of (?:rain|snow|water|ice|mud|soil|mulch|foam|insulation|concrete|hail|sand|gravel)\b)"
)
INCHES_OF = re.compile(
    r" of (?:rain|snow|water|ice|mud|soil|mulch|foam|insulation|concrete|hail|sand)\b"
    r"|\)| \([\d,.]+ ?(?:mm|cm|m)\b| (?:x|by) \d"
)
"""What makes inches of "in", mostly a preposition: a depth of 18 in by May, 2 in of rain, 5 in (127 mm)."""
THOUSANDS = re.compile(r"(?<![\d,.])\d[\d,]*\d{3}\Z")
IN_FEET = re.compile(r" ?\([\d,.]+[ \xa0-]?(?:ft|feet|foot|yd|yards?|mi|miles?)\b")
METRES_AFTER = re.compile(
    r"[ \xa0-](?:long|high|tall|deep|wide|away|above|below|apart|tower|race|sprint|hurdles|dash|"
    r"freestyle|relay|butterfly|backstroke|breaststroke|medley|north|south|east|west|underwater|final|"
    r"x\b|by \d|pool|of (?:rope|cable|fabric|hose|pipe|fencing|wire|water|snow|chain|line)|in (?:length|"
    r"height|depth|width|diameter)|tank|yacht|swim|crane|mast|ship|vessel|telescope|waves?|drop|cliff|"
    r"dinghy|boat|wall|fence|pole|ladder|ditch|fall|lead|putt|kick|penalty|radius|gap|trench|trees?|"
    r"statue|stretch|section|strip|climb|descent|tunnel|bridge|length of|buffer|exclusion|run-up|hole)\b"
)
METRES_BEFORE = re.compile(
    r"\b(?:depth|height|length|width|distance|radius|altitude|elevation|diameter|metres?|rope|cliff|"
    r"trench|tunnel|pool|hurdles|sprint|freestyle|swam|climbed|dived?|dug|measur(?:es|ing|ed))\b"
    r"|\d ?(?:km|cm|mm|ft)\b|\dm (?:x|by) $|\b\d{1,2}[x\xd7]$"
    r"|\b(?:ran|run|jumped|threw|stands|within)(?: (?:the|about|some|nearly))? $"
)
HOURS_BEFORE = re.compile(r"\dh(?:rs?|ours?)?[ \xa0]?$")
KELVIN = re.compile(
    r"\b(?:temperatures?|kelvin|heated|cooled|cool(?:s|ing)?|warmed|boil(?:s|ing)?|melt(?:s|ing)?|"
    r"freez(?:es|ing)|anneal(?:ed)?|thermal|superconduct\w*|cryogenic|cryostat|plasma|star|sample|"
    r"furnace|liquid|helium|nitrogen|colou?r temperature|surface|bath|incubat\w*|held|kept|\d "
    r"?[\xb0\xba]c)\b"
)
AT_BEFORE = re.compile(
    r"\b(?:at|to|of|above|below|near|from|between)[ \xa0](?:about |around |roughly |only )?$"
)
NO_TEMPERATURE = re.compile(
    r"\b(?:sold|sell\w*|sales?|pric\w+|valu\w+|worth|bids?|bidding|salar\w+|paid|pay|earn\w*|wages?|peak\w*|"
    r"cost\w*|estimat\w+|sto?od|stands?|capped|list(?:ed|ing)|start\w*|began|begins?|open\w*|clos\w+|trad\w+|"
    r"revenues?|incomes?|budget\w*|attendance|circulation|population|totals?|count\w*|views?|followers?|"
    r"subscribers?|users|members?|debts?|loans?|deposits?|fees?|rents?|mortgages?|house|flat|mileage|miles|"
    r"jobs|claims|downloads|likes|votes)\b|[$\xa2-\xa5]"
)
"""Words around a bare "at 310K" that make thousands of it."""
BITS = re.compile(
    r"\b(?:bits?|bytes?|blocks?|cipher|key|keys|encryption|memory|register|packet|hash|header|buffer|"
    r"cache|disk|word|payload|instruction|storage|ram|sector|\d ?(?:kb|mb|gb|kib|mib))\b"
)
GIGABYTES = re.compile(
    r"g[ \xa0-](?:of (?:ram|data|memory|storage|space|disk)|ram|drives?|disks?|ssds?|cards?|sticks?|memory|"
    r"storage)\b"
)
MOLAR = re.compile(
    r"\b(?:solutions?|buffers?|acid|chloride|nacl|hcl|naoh|kcl|koh|urea|glucose|sucrose|sodium|potassium|"
    r"sulfate|sulphate|phosphate|tris|edta|concentrations?|ions?|electrolytes?|aqueous|salt|molar)\b"
)
TESLA = re.compile(r"\b(?:mri|magnet|magnets|scanner|magnetic|field|tesla|coil)\b")

# Number words: what stands around them where they count something, or nothing.

UNIT_NAMES = "|".join(sorted(name for name in NAMES if name.isalpha()))
MEASURED = re.compile(rf"[ \xa0-](?:{UNIT_NAMES}|percent(?:age)?|per cent|points?)\b")
HYPHENATED = re.compile(rf"-(?:{UNIT_NAMES}|percent(?:age)?|point)\b")
BEFORE_POINT = frozenset(
    " of by to at about than only just nearly minus plus around or and is was".split(" ")
)
"""Words, or none, before a decimal that begins with "point": by point five percent."""
FRACTION_FOLLOWS = re.compile(
    r"[ \xa0](?:of|in|more|less|from|to|since|on|at|as|higher|lower|by|over|after|this|last|and|or|"
    r"during|went|goes|go|was|is|were|had|has|will|would|each|every|again)\b|[.,;:)!?]|\s*$"
)
OF_FOLLOWS = re.compile(r"[ \xa0]of\b")
PAST_OR_TO = re.compile(r"[ \xa0](?:past|to|till)\b")
"""What follows "by a quarter" where no share is meant: by a quarter to six."""
GIVEN_TO = re.compile(r"[ \xa0]to[ \xa0](?:the|her|his|my|our|their|its|each)\b")
"""What follows a share that is given away: a quarter to the hospice."""
COMPARED = re.compile(
    r"[ \xa0](?:below|above|less|more|fewer|lower|higher|cheaper|dearer|smaller|larger|bigger|longer|shorter"
    r"|faster|slower|off|again)\b"
)
"""What follows a share of a comparison: "a quarter below where it began"."""
QUARTERS_OF_A_YEAR = re.compile(
    r"[ \xa0]of[ \xa0](?:growth|declines?|loss(?:es)?|falling|rising|profits?|contraction|expansion|"
    r"consecutive|negative|positive|shrinking|data|results|earnings|weak|strong|flat|slowing|straight)\b"
)
TIMED = re.compile(
    r"[ \xa0](?:ad|advert|advertisement|clip|video|delay|spot|silence|timer|warning|burst|countdown|rule|"
    r"window|interval|pause|exposure|film|trailer|commercial|lead|gap|penalty|sprint|head start)s?\b"
)
SINGLE_THING = re.compile(
    r"[ \xa0](?!(?:mother|father|parent|mum|dad|malt|market|currency|file|bed|room|ticket|man|woman|"
    r"people|release|and|or|was|is|by|from|track|life|again|in|on)\b)[a-z]{3,}"
)
HALF_DONE = re.compile(
    rf"-(?!(?:{UNIT_NAMES}|an?|points?|percent(?:age)?|million|billion|trillion|thousand|hundred|dozen|"
    rf"price|pipe)\b)"
    r"[a-z]|[ \xa0](?:asleep|awake|naked|dead|dressed|finished|hidden|forgotten|buried|expect\w*|hoping|"
    r"hoped|believed|mad|drunk|done|joking|listening)\b"
)
"""A half that measures nothing: half-timbered, half asleep."""
OF_A = re.compile(r"[ \xa0]of[ \xa0]an?\b")
PERIOD_FOLLOWS = re.compile(r"[ \xa0-](?:past|year|time|back|way|brother|sister|hearted|life|mast|term)")
TIME_FOLLOWS = re.compile(
    r"[ \xa0](?:later|ago|before|after|or|and|in|to|faster|slower|earlier|at)\b|[.,;:)!?]|\s*$"
)
HALF_OF = re.compile(rf"[ \xa0](?:of|an?|as|{UNIT_NAMES})\b|[-%]")
"""What follows the half that is a share; "the half" alone is a part of a match, or of a year."""
PERIOD_BEFORE = frozenset(
    "first second third fourth last latest latter this next previous prior other same current each "
    "better".split()
)
ONE_IS_A_PRONOUN_AFTER = frozenset("no this that the which each every another any some".split())
ONE_IS_A_PRONOUN_BEFORE = re.compile(
    r"[ \xa0](?:another|can|should|must|might|could|would|may|of (?:the|these|those|them|its|his|her|my|"
    r"our|their|many|several|us|you|your|only|which|whom)|wonders?|hopes?|thinks?|supposes|imagines?|"
    r"assumes|expects|feels|knows|never|always|has to|needs to|does not|doesn't|cannot)\b|'s\b|self|"
    r"[ \xa0][a-z]+ or (?:an)?other\b|-(?:off|sided|liner|upmanship|"
    r"eyed|horse|stop|to-one)|[ \xa0](?:fine )?(?:day|morning|afternoon|evening|night|summer|winter)"
    r"(?:,| (?:you|he|she|they|we|i|it|the|a|soon|when|maybe|perhaps|my|your|his|her|our|their|all|this|"
    r"there|"
    r"someone|everyone|people)\b)"
)
ONE_IN = re.compile(
    r"[ \xa0]in[ \xa0](?:every[ \xa0])?(?:\d|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|"
    r"twenty|thirty|forty|fifty|a (?:hundred|thousand|million))\b"
)
"""What makes a share of a pronoun: about one in five."""
PRAISE = re.compile(r"[a-z' -]*(?: is| was| are|'s|'re|'m) one in a million$")
CHANCE = re.compile(
    r"\b(?:chances?|odds|risks?|probability|likelihood|rate|ratio|share|incidence|frequency|figure|error|"
    r"it|that|this)\b"
)
"""Whose "one in a million" is a share; of a person it is praise."""
CLAUSE_BEFORE_ONE = frozenset("what how where whether when as than if".split())
VERB_AFTER_ONE = re.compile(
    r"[ \xa0](?:will|is|does|has|wants|likes|gets|sees|finds|needs|goes|looks|wishes|pleases|reads|gives)\b"
)
"""What makes a pronoun of "one" after such a word: what one will find."""
QUALIFIED = re.compile(
    r"\b(?:the|a|an|this|that|my|his|her|their|our|your|its|first|last|only|any|every) [a-z'-]+[ \xa0]$"
)
PRONOUN_ENDS = re.compile(
    r"[ \xa0](?:is|was|are|were|has|had|in|on|at|by|with|from|that|which|who|to|for|and|or|of|but|as|"
    r"will|would|did|does|made|after|before|can|could|may|might|must|should|broke|came|went|fell|got|took|"
    r"sold|"
    r"ran|lost|won|gave|left|takes?|needs?|lasts?|only|just|also|out|seems?|looks?|works?|costs?|says?|"
    r"said|[a-z]+ed)\b|[.,;:)!?\"']|\s*$"
)
IDIOMS: dict[str, str] = {
    "nine": "cloud _|cloud-_|_ lives|whole _ yards|full _ yards|_-to-five|in time saves _|work _ to five|"
    "works _ to five|worked _ to five|working _ to five",
    "one": "square _|day _|number _|owe you _|owe him _|owe her _|owes me _|owed me _|one by _|one-on-_|"
    "one-to-_|_-way|_-time|_-off|_ by one|_-by-one|_ after another|_ after the other|_-on-one|_ of a kind|"
    "_-of-a-kind|_ for the team|_-track mind|for _ thing,|for _ thing the |for _ thing it |"
    "for _ thing there |for _ thing he |for _ thing she |for _ thing they |for _ thing we |"
    "for _ thing you |for _ thing i |i for _ |, for _,|rose as _|at _ with|_ and only|"
    "_ and all|_ too many|_ up on|went _ better|go _ better|goes _ better|six of _|"
    "_ moment please|_ moment, please|_ second please|_ second, please|_ minute please|_-trick pony|"
    "_ foot in the grave|_ fell swoop|in _ ear and|_-hit wonder|_ for the road|_ thing led to|"
    "_ stone unturned|birds with _ stone|heads are better than _|odd _ out|_ and the same|_ step ahead|"
    "_-man band|"
    "_ way or another|_ way or the other|_ step at a time|_-upped",
    "five": "high _|high-_|take _|nine-to-_|big _-oh|work nine to _|works nine to _|worked nine to _|"
    "working nine to _",
    "six": "hit for _|knocked for _|him for _|her for _|them for _|me for _|us for _|_ feet under|_ of one",
    "seven": "twenty-four _|_-year itch",
    "twenty-four": "_ seven",
    "eight": "behind the _",
    "eleven": "starting _",
    "zero": "ground _|patient _|net _|net-_|_ tolerance|_-tolerance|_-sum|_ sum game|_ in on",
    "forty": "_ winks",
    "ten": "hang _|_-foot pole|_-foot bargepole|_ a penny|_-a-penny",
    "twenty": "_ questions",
    "fifty": "_-fifty|fifty-_",
    "four": "to the _ winds|the _ corners of",
    "nineteen": "_ to the dozen",
    "half": "_ the battle|_ the fun|_ the trouble|not _ bad|_ a mind to",
    "half a dozen": "six of one and _|six of one, _|_ of the other",
    "twice": "think _|thinks _|thought _|thinking _|_ shy",
    "million": "_-dollar question|by the _",
    "thousand": "_-yard stare|by the _",
    "hundred": "by the _",
    **dict.fromkeys(
        ("a hundred and one", "a thousand and one", "a million and one"),
        "_ things|_ reasons|_ ways|_ uses|_ excuses|_ questions|_ other|_ different",
    ),
    "two": "_ cents' worth|your _ cents|my _ cents|_-faced|_ heads are better|_ birds with one|"
    "_ peas in a pod|_ left feet|_ wrongs |"
    "_ sides of the same|in _ minds|_ and two together|put two and _|"
    "puts two and _|putting two and _|_ of a kind|_ to tango|_'s company",
    "three": "_ of a kind|_'s a crowd|_ cheers|_ sheets to the wind",
    "a million": "thanks _|thank you _|man in _|woman in _|girl in _|boy in _|not in _ years|"
    "never in _ years|_ thanks",
    "a thousand": "worth _ words|_ thanks|_ apologies|not in _ years|never in _ years",
    "a dozen": "a dime _",
    "dozen": "by the _|nineteen to the _",
    "first": "at _|_ things first|_ come, first|_ come first|come, _ served|come _ served|_ of all|_ aid|"
    "_-aid|_ name|_ lady|_-hand|_ hand |_-rate|_-class|_ and foremost|to _ base|"
    "_ person.|_ person,|_ person singular|_ person plural|_-person",
    "second": "_-hand|_ hand |_ thought|_ nature|_ wind|_ to none|_-guess|_-rate|_-class|_-string|_ fiddle|"
    "i _ that|i _ the|we _ that|we _ the|'d _ that|'d _ the|'ll _ that|'ll _ the|to _ the motion",
    "third": "_ time lucky|_ time's the charm|_ time is the charm|_ party|_ parties|_-party|_ degree|"
    "_-degree|_ wheel|_ rail|_-rate|_ world|_ person.|_ person,|"
    "_ person singular|_ person plural|_-person",
    "fourth": "_ estate has|_ estate is|_ estate was|_ estate.|_ estate,|_ estate's",
    "fifth": "_ column|_ wheel",
    "sixth": "_ sense",
    "seventh": "_ heaven",
    "eleventh": "_ hour|_-hour",
}
"""Idioms of number words, `_` in place of the word: cloud nine, second-hand, the whole nine yards."""
SCORE_OF = re.compile(
    r"[ \xa0](?!(?:draws?|sheets?|lines?|cards?|books?|boards?|keepers?|settings?|points?)\b)[a-z]+|\s*[.,;)]"
)
"""What follows a score of things: three score sheep, but three score sheets."""
A_SCORE_OF = re.compile(
    r"[ \xa0](?:of|or (?:so|more)(?: of)?)[ \xa0](?!(?:points|goals|marks|runs|tens|sorts|less|plus|"
    r"minus|thirds|halves|ones|twos|threes|fours|fives|sixes|sevens|eights|nines|his|its|this|various|perhaps)\b)"
    r"(?:(?:young|old|small|large|other|local) )?(?:people|men|women|children|sheep|cattle|fish|"
    r"[a-z]{2,}[a-rt-z]s)"
    r"(?![a-z'])"
)
"""What follows "a score" where it is twenty: a score of cyclists, but a score of points."""
FIRST_ENDS = re.compile(r"[.,;:!?)]|\s*$| thing\b| then\b")
RANKED = frozenset(
    "the a an my his her its our their your this that these those very came come comes coming finished "
    "finish finishes finishing placed ranked rank ranks was is are were be been being stood stands joint "
    "tied equal world industry national club and or each every whose who which one".split()
)
"""Words before "first" at the end of a clause where it ranks something: came first; not "read this first"."""
