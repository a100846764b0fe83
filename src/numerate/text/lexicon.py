"""The words of numbers, and what a word beside a number makes of it."""

from __future__ import annotations

from decimal import Decimal

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_SMALL_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

UNITS: dict[str, int] = {word: value for value, word in enumerate(_SMALL)}
TENS: dict[str, int] = {word: 10 * value for value, word in enumerate(_TENS, 2)}
SCALES: dict[str, int] = {
    "hundred": 10**2,
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
    "quadrillion": 10**15,
}
SMALL_ORDINALS: dict[str, int] = {word: value for value, word in enumerate(_SMALL_ORDINALS)}
TENS_ORDINALS: dict[str, int] = {word[:-1] + "ieth": value for word, value in TENS.items()}
SCALE_ORDINALS: dict[str, int] = {word + "th": value for word, value in SCALES.items()}
ORDINALS: dict[str, int] = {**SMALL_ORDINALS, **TENS_ORDINALS, **SCALE_ORDINALS}

DENOMINATORS: dict[str, int] = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4,
    **{word: value for word, value in ORDINALS.items() if value >= 4},
    **{word + "s": value for word, value in ORDINALS.items() if value >= 4},
}  # fmt: skip
"""Words under a fraction line. "second" is none: "one second" is a time."""

FOLDS: dict[str, int] = {
    **{word + "fold": value for word, value in {**UNITS, **TENS}.items() if value >= 2},
    "hundredfold": 100,
    "thousandfold": 1000,
    "twice": 2,
    "thrice": 3,
}

MAGNITUDES: dict[str, Decimal] = {
    **{word: Decimal(value) for word, value in SCALES.items()},
    **{word + "s": Decimal(value) for word, value in SCALES.items()},
    "mln": Decimal(10**6), "mio": Decimal(10**6), "mn": Decimal(10**6), "mm": Decimal(10**6),
    "bn": Decimal(10**9), "bln": Decimal(10**9),
    "tn": Decimal(10**12), "trn": Decimal(10**12), "tln": Decimal(10**12),
    "cr": Decimal(10**7),
    "dozen": Decimal(12),
    "k": Decimal(10**3), "m": Decimal(10**6), "b": Decimal(10**9), "t": Decimal(10**12),
}  # fmt: skip
"""What may follow digits and multiply them. The last line holds only with care: `5 m` is five metres."""

LETTER_MAGNITUDES = frozenset(("k", "m", "b", "t", "mm", "cr"))

CURRENCY_SIGNS: dict[str, str] = {
    "$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₪": "ILS",
    "₺": "TRY", "₫": "VND", "₦": "NGN", "₱": "PHP", "₴": "UAH", "฿": "THB", "¢": "USD",
}  # fmt: skip
DOLLAR_PREFIXES: dict[str, str] = {
    "us": "USD", "c": "CAD", "ca": "CAD", "can": "CAD", "a": "AUD", "au": "AUD", "aus": "AUD", "nz": "NZD",
    "hk": "HKD", "s": "SGD", "sg": "SGD", "nt": "TWD", "mex": "MXN", "mx": "MXN", "r": "BRL", "j": "JMD",
    "z": "ZWD", "t": "TTD",
}  # fmt: skip
CURRENCY_CODES = frozenset(
    "usd eur gbp jpy chf cad aud nzd cny rmb hkd sgd inr krw brl rub mxn zar sek nok dkk pln try thb twd "
    "idr myr php czk huf ils aed sar egp ngn vnd".split()
)
"""Read only where the text has them in capitals: "try 5" is an attempt."""
CURRENCY_PREFIXES: dict[str, str] = {
    "rs": "INR",
    "rs.": "INR",
    "rm": "MYR",
    "fr": "CHF",
    "sfr": "CHF",
    "re": "INR",
}
CURRENCY_WORDS: dict[str, str] = {
    "dollar": "USD", "dollars": "USD", "dlr": "USD", "dlrs": "USD", "buck": "USD", "bucks": "USD",
    "cent": "USD", "cents": "USD", "cts": "USD",
    "euro": "EUR", "euros": "EUR",
    "sterling": "GBP", "quid": "GBP", "pence": "GBP", "penny": "GBP", "p": "GBP",
    "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "won": "KRW", "rupee": "INR", "rupees": "INR",
    "paise": "INR", "rouble": "RUB", "roubles": "RUB", "ruble": "RUB", "rubles": "RUB",
    "franc": "francs", "francs": "francs", "peso": "pesos", "pesos": "pesos", "krona": "SEK",
    "kronor": "SEK", "kroner": "kroner", "real": "BRL", "reais": "BRL", "rand": "ZAR", "baht": "THB",
    "lira": "TRY", "liras": "TRY", "lire": "ITL", "zloty": "PLN", "zlotys": "PLN", "forint": "HUF",
    "forints": "HUF", "shekel": "ILS", "shekels": "ILS", "dirham": "AED", "dirhams": "AED",
    "riyal": "SAR", "riyals": "SAR", "ringgit": "MYR", "rupiah": "IDR", "marks": "DEM", "guilders": "NLG",
}  # fmt: skip
COMMON_WORDS = frozenset(("won", "real"))
"""Currencies that are words for other things, too."""
SMALL_COINS = frozenset(("cent", "cents", "cts", "pence", "penny", "p", "paise", "¢"))
_DOLLARS = "dollar dollars dlr dlrs cent cents"
_KRONER = "krona kronor krone kroner"
_NAMED: dict[str, dict[str, str]] = {
    _DOLLARS: {
        "u.s.": "USD", "us": "USD", "american": "USD", "canadian": "CAD", "australian": "AUD",
        "new zealand": "NZD", "hong kong": "HKD", "singapore": "SGD", "singaporean": "SGD", "taiwan": "TWD",
        "taiwanese": "TWD", "new taiwan": "TWD", "jamaican": "JMD", "zimbabwean": "ZWD",
    },
    _KRONER: {"swedish": "SEK", "norwegian": "NOK", "danish": "DKK", "icelandic": "ISK"},
    "franc francs": {"swiss": "CHF", "french": "FRF", "belgian": "BEF", "cfa": "CFA francs"},
    "pound pounds pence": {
        "british": "GBP", "egyptian": "EGP", "lebanese": "LBP", "syrian": "SYP", "sudanese": "SDG",
        "irish": "IEP",
    },
    "peso pesos": {
        "mexican": "MXN", "argentine": "ARS", "chilean": "CLP", "colombian": "COP", "philippine": "PHP",
        "cuban": "CUP", "uruguayan": "UYU", "dominican": "DOP",
    },
    "rupee rupees paise": {
        "indian": "INR", "pakistani": "PKR", "pakistan": "PKR", "sri lankan": "LKR", "nepalese": "NPR",
        "mauritian": "MUR",
    },
    "rouble roubles ruble rubles": {"russian": "RUB", "belarusian": "BYN"},
    "yen": {"japanese": "JPY"},
    "yuan renminbi": {"chinese": "CNY"},
    "won": {"korean": "KRW", "south korean": "KRW", "north korean": "KPW"},
    "real reais": {"brazilian": "BRL"},
    "rand": {"south african": "ZAR"},
    "riyal riyals": {"saudi": "SAR", "saudi arabian": "SAR", "qatari": "QAR", "omani": "OMR"},
    "dirham dirhams": {"uae": "AED", "emirati": "AED", "moroccan": "MAD"},
    "lira liras lire": {"turkish": "TRY", "italian": "ITL"},
    "zloty zlotys": {"polish": "PLN"},
    "forint forints": {"hungarian": "HUF"},
    "shekel shekels": {"israeli": "ILS"},
    "ringgit": {"malaysian": "MYR"},
    "baht": {"thai": "THB"},
    "rupiah": {"indonesian": "IDR"},
    "marks": {"german": "DEM", "west german": "DEM", "finnish": "FIM"},
    "guilders": {"dutch": "NLG"},
}  # fmt: skip
NAMED_CURRENCIES: dict[str, str] = {
    f"{country} {coin}": code
    for coins, countries in _NAMED.items()
    for country, code in countries.items()
    for coin in coins.split()
}
"""A currency with its country, after an amount: "5 billion Canadian dollars", "8 Swiss francs"."""
_COUNTRY_BEGINS = frozenset(name.partition(" ")[0] for name in NAMED_CURRENCIES)

MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec "
    "jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec.".split()
)
SEASONS = frozenset("spring summer autumn fall winter".split())

UNIT_WORDS = frozenset(
    # lengths, areas, volumes, masses
    "nm mm cm km ft yd mi inch inches foot feet yard yards mile miles metre metres meter meters "
    "kilometre kilometres kilometer kilometers centimetre centimetres centimeter centimeters millimetre "
    "millimetres millimeter millimeters nanometre nanometres nanometer nanometers micron microns "
    "acre acres hectare hectares ha sqm sqft ml dl cl litre litres liter liters gallon gallons barrel "
    "barrels bpd bushel bushels pint pints tsp tbsp teaspoon teaspoons tablespoon tablespoons "
    "kg mg ng lb lbs oz ounce ounces pound pounds gram grams gramme grammes "
    "kilogram kilograms kilo kilos milligram milligrams ton tons tonne tonnes "
    # times
    "sec secs second seconds min mins minute minutes hr hrs hour hours day days week weeks month "
    "months quarter quarters year years yr yrs decade decades century centuries ms night nights "
    # everything else with a dial
    "kelvin degrees degree celsius fahrenheit hz khz mhz ghz thz kv mv volt volts kw mw gw tw "
    "kwh mwh gwh twh watt watts megawatt megawatts gigawatt gigawatts kilowatt kilowatts amp amps ma kj "
    "mj kcal cal calorie calories ev kev mev gev tev pa kpa mpa gpa bar mbar psi atm kn mol mmol nmol "
    "ppm ppb db rpm mph kph kmh mpg kt kts knot knots hp baud bit bits byte bytes kb mb gb tb pb "
    "kbps mbps gbps pixels px dpi gy sv kbp".split()
) | {"\xb5m", "\xb5g", "\xb5l", "\xb0c", "\xb0f", "\xb0", "\xb5mol", "\xb5s"}  # fmt: skip
LETTER_UNITS = frozenset("m g s h l L t C F K V W J N A".split())
"""Units of one letter, in the only case in which they are units."""
AGE_UNITS = frozenset("year years yr yrs month months week weeks day days".split())

METRE_CONTEXT = frozenset(
    "long high tall deep wide away above below tower race sprint hurdles dash freestyle relay north south "
    "east west underwater".split()
)
TESLA_CONTEXT = frozenset("mri magnet scanner magnetic field".split())

PERCENT_WORDS = frozenset(("%", "\x89", "percent", "pct", "pc"))
POINT_UNITS: dict[str, str] = {
    "pp": "percentage points", "ppt": "percentage points", "ppts": "percentage points",
    "bp": "basis points", "bps": "basis points",
}  # fmt: skip

REFERENCE_WORDS = frozenset(
    "figure fig fig. table section sec. chapter ch. appendix "
    "equation eq eq. page p. vol. volume version ver. v. ref. "
    "footnote theorem lemma proposition corollary algorithm exhibit annex isbn issn isin cusip doi "
    "flight route highway interstate room suite extension ext. windows ios android python supplement panel "
    "scheme movie video rev. revision rule article clause".split()
)
"""What follows one of these is a name, not an amount: Figure 3, Section 4.2, version 10."""
REFERENCES_WORDS = frozenset(
    "figures figs figs. tables sections secs. chapters equations eqs. pages pp. refs.".split()
)
"""What follows one of these is a series of names: Sections 2.1 and 2.2."""
INDEX_NAMES = frozenset(
    "nasdaq ftse dow dax cac nikkei russell stoxx fortune topix kospi csi sensex nifty asx smi aex ibex "
    "boeing airbus xbox playstation iphone usb bluetooth".split()
)
"""Names that end in a number: FTSE 100, Boeing 747."""

INDEFINITE = frozenset("few several many some multi hundreds thousands millions billions dozens".split())

BARE_SCALES = (*SCALES, "dozen")

AFTER: dict[str, str] = {
    **dict.fromkeys(UNIT_WORDS, "unit"),
    **dict.fromkeys(map(str.lower, LETTER_UNITS), "letter"),
    **dict.fromkeys(AGE_UNITS, "age"),
    **dict.fromkeys(CURRENCY_CODES, "code"),
    **dict.fromkeys(CURRENCY_WORDS, "coin"),
    **dict.fromkeys(_COUNTRY_BEGINS, "country"),
    **dict.fromkeys(("$", "\xa2", "\xa3", "\xa4", "\xa5"), "sign"),
    **dict.fromkeys(PERCENT_WORDS, "percent"),
    **dict.fromkeys(POINT_UNITS, "points"),
    **dict.fromkeys(("percentage", "basis"), "point"),
    "per": "per",
    "pound": "pound",
    "pounds": "pound",
    "fold": "fold",
    "times": "times",
    "x": "x",
}
"""What a word directly after a number, or after its magnitude, does to it."""

YEAR_WORDS = frozenset(
    "in since of by from until till during through throughout year years fiscal fy early late mid end the "
    "and to after before between for circa ca. c. calendar quarter half around".split()
)
BEFORE: dict[str, str] = {
    **dict.fromkeys(YEAR_WORDS, "year"),
    **dict.fromkeys(SEASONS, "year"),
    **dict.fromkeys(MONTHS, "month"),
    **dict.fromkeys(REFERENCE_WORDS, "reference"),
    **dict.fromkeys(REFERENCES_WORDS, "references"),
    **dict.fromkeys(INDEX_NAMES, "reference"),
    **dict.fromkeys(CURRENCY_CODES, "currency"),
    **dict.fromkeys(CURRENCY_PREFIXES, "currency"),
    **dict.fromkeys(("minus", "negative", "plus"), "sign"),
    "s&p": "reference",
    "aged": "age",
    "on": "on",
}
"""What the word before a number says of it."""
