"""Words that decide whether a figure is said of a subject, whatever the property."""

from __future__ import annotations

NEUTRAL = frozenset(
    "a an the its his her their our this that these those which who whose whom it he she they we "
    "there here s is are was were be been being has have had do does did can may will must of in on "
    "at to with as for into up out off about around approximately approx roughly some nearly almost "
    "just over under exactly precisely only even still already today now currently officially "
    "generally usually normally typically commonly often always ever also circa ca c estimated more "
    "than less most least fully full total mean average all whole entire one 1 both very quite rather "
    "first finally actually really simply namely itself himself herself alone measures measured "
    "measuring stands lies lying reaches reaching counts numbers numbering amounts comes "
    "equals equal known called famous great big large small little tiny modern ancient old mighty "
    "consists contains comprises made consisting containing holds possesses year years ad bc bce ce "
    "early late mid spring summer autumn winter month day january february march april june july "
    "august september october november december kilometres kilometers miles metres meters feet close "
    "near".split()
)
"""Words that name nothing else, and may stand between subject, cue and value."""
SILENT = frozenset(
    "would might imagine suppose supposing supposedly assuming assume pretend hypothetical fictional "
    "fiction myth myths mythical wrong wrongly mistaken mistakenly falsely false incorrect "
    "incorrectly erroneously error misprint typo joke riddle puzzle quiz allegedly claimed claims "
    "replica replicas miniature simulated simulation simulator parody dream dreamed dreamt fake hoax "
    "rumour rumor unlike believed thought guessed guess guesses contrary actor actress starring".split()
)
"""Words that make a sentence say something else about its figures: a supposition, a tale, a mistake."""
REPORTED = ("estimated that", "said that", "taught that", "claimed that", "calculated that", "argued that")
"""Words that make a sentence say what somebody else held."""
NEGATIONS = frozenset("not never no neither nor cannot t without hardly".split())
CLAUSE = frozenset(
    "but while whereas because although though when where if unlike whether unless so yet except ; . "
    "? ! | \x97 \x85".split()
)
"""Words and signs beyond which nothing more is said of the subject."""
HEDGES = frozenset("about around approximately roughly some nearly almost over just only exactly ~".split())
BEFORE_VALUE = frozenset(
    "by from between plus another extra additional further every after within until since than minus "
    "times before during except without beyond against per x \xd7 * ^".split()
)
"""Words before a value that make it a change, a limit or a part."""
AFTER_VALUE = frozenset(
    "higher taller longer deeper wider larger bigger smaller shorter lower more less fewer than older "
    "younger ahead behind later earlier apart closer further farther faster slower hotter colder "
    "warmer cooler heavier \xd7 * ^ lighter below above beneath before after per away north south "
    "east west inland upstream downstream high tall long wide deep thick broad across old short each "
    "apiece under".split()
)
"""Words after a value that make it a comparison, a distance, or another dimension."""
SIZES = frozenset(
    "diameter length height width depth area size circumference radius age volume weight mass breadth".split()
)
BEFORE_YEAR = frozenset(
    "in on of year ( , the about around circa ca c - \x96 born b died d ad during late early mid "
    "spring summer autumn winter january february march april may june july august september october "
    "november december s :".split()
)
"""Words before the year of an event: others make it a limit, or the year of another event."""
PREPOSITIONS = frozenset(
    "in on at from to near under above below around over for with by via through across between "
    "behind against into onto off inside outside beyond past up down like than after before since "
    "until during about of towards toward along per within without".split()
)
DETERMINERS = frozenset("a an each every one 1 any the our your all".split())
ANY = frozenset(
    "a an each every one 1 any single standard normal ordinary regular typical modern common full "
    "healthy average real whole usual classic classical simple adult human male female bull "
    "grown wild".split()
)
"""Words before the name of a thing that mean any such thing."""
THE = ANY | frozenset("the our your".split())
PURE = frozenset("pure liquid solid molten plain ordinary distilled metallic fresh clean".split())
"""Adjectives of a substance that leave it what it is."""
BEFORE_SUBSTANCE = PURE | frozenset(
    'that of and or but as while because where when why how all does do did , ( : ; in - \x96 \x97 " * knows '
    "know says said so then called fluid gas element metal is also however therefore thus like".split()
)
"""Words that may stand before the name of a substance, or before a plural."""
SPECIFIC = frozenset("the a an this that his her their our my your its".split())
"""Words that make an adjective before a proper name part of it: the new Suez Canal."""
AFTER_PARTICIPLE = frozenset(
    "in on by as at for with to from when and , . ) ( ; : after during between under into near here "
    "there that which only first until".split()
)
"""What may follow the cue of something that was done to the subject: founded in, opened to."""
VERBS = frozenset(
    "is are was were has have had can does did stands lies reaches measures rises holds contains "
    "covers comprises consists became opened sank died won orbits circles takes needs turns travels "
    "moves began ended came fell flows runs boils melts freezes weighs weigh lives live grows grow spans "
    "measure reach rise stand".split()
)
"""What follows an apposition, or the "and" between two things said of one subject."""
OBJECTS = frozenset(
    "orbits orbit circles circle circling orbiting crosses cross crossed leaves left passes passed "
    "visits visited reach reaches reached climbs climbed like unlike if times than as".split()
)
"""Words before a name that make it the object of another, or a condition."""
TIGHT = frozenset(
    "is are was were of in on at the a an , ( : = - \x96 which that measures equals about around "
    "approximately roughly nearly almost just some exactly over only early late mid * _ \" ' year day "
    "morning equal to on may first world world's highest".split()
)
"""What may stand between a subject and a value where no cue is needed."""
DEFINES = frozenset(
    "is are has have = equals contains lasts makes consists corresponds measures means".split()
)
DEFINITION = (
    DEFINES
    | HEDGES
    | frozenset(
        "equal to of up as defined precisely normally usually always under slightly just little more than "
        "less a".split()
    )
)
"""What stands between a thing and its definition: "a mile is just over 1.6 km"."""
BEFORE_DEFINITION = frozenset(
    'that and but because since as while so know knows years . , ; : ( * - \x96 "'.split()
) | {""}
AFTER_DEFINITION = frozenset(". , ; : ) ( ! or and long exactly precisely on in".split()) | {""}
