"""Currencies: ISO 4217 codes, signs, names with and without their country, and minor units."""

from __future__ import annotations

import re

from numerate.text.view import view

_CURRENCIES: tuple[tuple[str, str, str], ...] = (
    # code, whose it is (countries and adjectives), what it is called; a regular plural is understood
    ("AED", "uae, emirati, united arab emirates", "dirham"),
    ("AFN", "afghan, afghanistan", "afghani"),
    ("ALL", "albanian", "lek"),
    ("AMD", "armenian", "dram"),
    ("ANG", "netherlands antillean, antillean", "guilder"),
    ("AOA", "angolan", "kwanza"),
    ("ARS", "argentine, argentinian, argentina", "peso"),
    ("AUD", "australian, australia, aussie, tuvaluan, kiribati, nauruan", "dollar"),
    ("AWG", "aruban", "florin"),
    ("AZN", "azerbaijani", "manat"),
    ("BAM", "bosnian, bosnia and herzegovina", "convertible mark, mark"),
    ("BBD", "barbadian, barbados", "dollar"),
    ("BDT", "bangladeshi, bangladesh", "taka"),
    ("BEF", "belgian", "franc"),
    ("BGN", "bulgarian, bulgaria", "lev, leva"),
    ("BHD", "bahraini, bahrain", "dinar"),
    ("BIF", "burundian, burundi", "franc"),
    ("BMD", "bermudian, bermuda", "dollar"),
    ("BND", "brunei", "dollar"),
    ("BOB", "bolivian, bolivia", "boliviano"),
    ("BRL", "brazilian, brazil", "real, reais"),
    ("BSD", "bahamian, bahamas", "dollar"),
    ("BTC", "", "bitcoin"),
    ("BTN", "bhutanese, bhutan", "ngultrum"),
    ("BWP", "botswana, botswanan", "pula"),
    ("BYN", "belarusian, belarus", "rouble, ruble"),
    ("BZD", "belize", "dollar"),
    ("CAD", "canadian, canada", "dollar"),
    ("CDF", "congolese, congo", "franc"),
    ("CHF", "swiss, switzerland", "franc"),
    ("CLP", "chilean, chile", "peso"),
    ("CNY", "chinese, china", "yuan, renminbi, kuai"),
    ("COP", "colombian, colombia", "peso"),
    ("CRC", "costa rican, costa rica", "colon, colón, colones"),
    ("CUP", "cuban, cuba", "peso"),
    ("CVE", "cape verdean, cape verde", "escudo"),
    ("CZK", "czech", "koruna, crown"),
    ("DEM", "german, west german, deutsche", "mark"),
    ("DJF", "djiboutian, djibouti", "franc"),
    ("DKK", "danish, denmark, faroese", "krone, kroner, krona, crown"),
    ("DOP", "dominican", "peso"),
    ("DZD", "algerian, algeria", "dinar"),
    ("EEK", "estonian", "kroon, krooni"),
    ("EGP", "egyptian, egypt", "pound"),
    ("ERN", "eritrean, eritrea", "nakfa"),
    ("ESP", "spanish", "peseta"),
    ("ETB", "ethiopian, ethiopia", "birr"),
    ("ETH", "", "ether"),
    ("EUR", "", "euro"),
    ("FIM", "finnish", "markka, mark"),
    ("FJD", "fijian, fiji", "dollar"),
    ("FKP", "falkland islands, falkland island, falklands", "pound"),
    ("FRF", "french", "franc"),
    ("GBP", "british, uk, jersey, guernsey, manx", "pound, pound sterling, pounds sterling"),
    ("GEL", "georgian, georgia", "lari"),
    ("GHS", "ghanaian, ghana", "cedi"),
    ("GIP", "gibraltar", "pound"),
    ("GMD", "gambian, gambia", "dalasi"),
    ("GNF", "guinean, guinea", "franc"),
    ("GRD", "greek", "drachma"),
    ("GTQ", "guatemalan, guatemala", "quetzal, quetzales"),
    ("GYD", "guyanese, guyana", "dollar"),
    ("HKD", "hong kong, hk", "dollar"),
    ("HNL", "honduran, honduras", "lempira"),
    ("HRK", "croatian, croatia", "kuna"),
    ("HTG", "haitian, haiti", "gourde"),
    ("HUF", "hungarian, hungary", "forint"),
    ("IDR", "indonesian, indonesia", "rupiah"),
    ("IEP", "irish", "pound, punt"),
    ("ILS", "israeli, israel", "shekel, new shekel"),
    ("INR", "indian, india", "rupee"),
    ("IQD", "iraqi, iraq", "dinar"),
    ("IRR", "iranian, iran", "rial"),
    ("ISK", "icelandic, iceland", "krona, kronur, króna, krónur, crown"),
    ("ITL", "italian", "lira, lire"),
    ("JMD", "jamaican, jamaica", "dollar"),
    ("JOD", "jordanian, jordan", "dinar"),
    ("JPY", "japanese, japan", "yen"),
    ("KES", "kenyan, kenya", "shilling"),
    ("KGS", "kyrgyz, kyrgyzstani", "som"),
    ("KHR", "cambodian, cambodia", "riel"),
    ("KMF", "comorian, comoros", "franc"),
    ("KPW", "north korean", "won"),
    ("KRW", "south korean, korean", "won"),
    ("KWD", "kuwaiti, kuwait", "dinar"),
    ("KYD", "cayman islands, cayman island, cayman, caymanian", "dollar"),
    ("KZT", "kazakh, kazakhstani, kazakhstan", "tenge"),
    ("LAK", "lao, laotian, laos", "kip"),
    ("LBP", "lebanese, lebanon", "pound"),
    ("LKR", "sri lankan, sri lanka", "rupee"),
    ("LRD", "liberian, liberia", "dollar"),
    ("LSL", "lesotho", "loti, maloti"),
    ("LTL", "lithuanian", "litas, lit"),
    ("LVL", "latvian", "lats, lat"),
    ("LYD", "libyan, libya", "dinar"),
    ("MAD", "moroccan, morocco", "dirham"),
    ("MDL", "moldovan, moldova", "leu, lei"),
    ("MGA", "malagasy, madagascar", "ariary"),
    ("MKD", "macedonian", "denar"),
    ("MMK", "burmese, myanmar", "kyat"),
    ("MNT", "mongolian, mongolia", "togrog, tögrög, tugrik"),
    ("MOP", "macanese, macau", "pataca"),
    ("MRU", "mauritanian, mauritania", "ouguiya"),
    ("MUR", "mauritian, mauritius", "rupee"),
    ("MVR", "maldivian, maldives", "rufiyaa"),
    ("MWK", "malawian, malawi", "kwacha"),
    ("MXN", "mexican, mexico", "peso"),
    ("MYR", "malaysian, malaysia", "ringgit"),
    ("MZN", "mozambican, mozambique", "metical, meticais"),
    ("NAD", "namibian, namibia", "dollar"),
    ("NGN", "nigerian, nigeria", "naira"),
    ("NIO", "nicaraguan, nicaragua", "cordoba, córdoba"),
    ("NLG", "dutch, netherlands", "guilder, florin"),
    ("NOK", "norwegian, norway", "krone, kroner, krona, crown"),
    ("NPR", "nepalese, nepali, nepal", "rupee"),
    ("NZD", "new zealand, kiwi, cook islands, niue", "dollar"),
    ("OMR", "omani, oman", "rial, riyal"),
    ("PAB", "panamanian, panama", "balboa"),
    ("PEN", "peruvian, peru", "sol, soles, nuevo sol, nuevos soles"),
    ("PGK", "papua new guinean, papua new guinea", "kina"),
    ("PHP", "philippine, filipino", "peso"),
    ("PKR", "pakistani, pakistan", "rupee"),
    ("PLN", "polish, poland", "zloty, zlotych, złoty, zł"),
    ("PTE", "portuguese", "escudo"),
    ("PYG", "paraguayan, paraguay", "guarani, guaraní, guaranies"),
    ("QAR", "qatari, qatar", "riyal, rial"),
    ("RON", "romanian, romania", "leu, lei"),
    ("RSD", "serbian, serbia", "dinar"),
    ("RUB", "russian, russia", "rouble, ruble"),
    ("RWF", "rwandan, rwanda", "franc"),
    ("SAR", "saudi, saudi arabian, saudi arabia", "riyal, rial"),
    ("SBD", "solomon islands, solomon island", "dollar"),
    ("SCR", "seychellois, seychelles", "rupee"),
    ("SDG", "sudanese, sudan", "pound"),
    ("SEK", "swedish, sweden", "krona, kronor, krone, kroner, crown"),
    ("SGD", "singapore, singaporean", "dollar"),
    ("SHP", "saint helena, st helena", "pound"),
    ("SKK", "slovak", "koruna, crown"),
    ("SLE", "sierra leonean, sierra leone", "leone"),
    ("SOS", "somali, somalia", "shilling"),
    ("SRD", "surinamese, suriname", "dollar"),
    ("SSP", "south sudanese, south sudan", "pound"),
    ("STN", "são tomé and príncipe, sao tome and principe", "dobra"),
    ("SVC", "salvadoran, el salvador", "colon, colón, colones"),
    ("SYP", "syrian, syria", "pound"),
    ("SZL", "swazi, eswatini", "lilangeni, emalangeni"),
    ("THB", "thai, thailand", "baht"),
    ("TJS", "tajikistani, tajik", "somoni"),
    ("TMT", "turkmen, turkmenistan, turkmenistani", "manat"),
    ("TND", "tunisian, tunisia", "dinar"),
    ("TOP", "tongan", "pa'anga, paʻanga"),
    ("TRY", "turkish, turkey", "lira"),
    ("TTD", "trinidad and tobago, trinidad, trinidadian", "dollar"),
    ("TWD", "new taiwan, taiwan, taiwanese", "dollar"),
    ("TZS", "tanzanian, tanzania", "shilling"),
    ("UAH", "ukrainian, ukraine", "hryvnia, hryvnya"),
    ("UGX", "ugandan, uganda", "shilling"),
    ("USD", "us, u.s., u.s, american, united states, virgin islands, micronesian, palauan", "dollar"),
    ("UYU", "uruguayan, uruguay", "peso"),
    ("UZS", "uzbek, uzbekistani", "som, sum"),
    ("VES", "venezuelan, venezuela", "bolivar, bolívar"),
    ("VND", "vietnamese, vietnam", "dong"),
    ("VUV", "vanuatu", "vatu"),
    ("WST", "samoan, samoa", "tala, tālā"),
    ("XAF", "central african, central africa", "cfa franc, franc"),
    ("XCD", "east caribbean, eastern caribbean", "dollar"),
    ("XOF", "west african, west africa, cfa", "franc, cfa franc"),
    ("XPF", "cfp", "franc"),
    ("YER", "yemeni, yemen", "rial, riyal"),
    ("ZAR", "south african, south africa", "rand"),
    ("ZMW", "zambian, zambia", "kwacha"),
    ("ZWL", "zimbabwean, zimbabwe", "dollar"),
)
CODES = frozenset(code.lower() for code, _, _ in _CURRENCIES) | {"rmb"}
"""Before a number they are read in capitals, after it in lower case, too, where they are no words."""
ALSO_WORDS = frozenset(
    "all amd ang ars bam bob cad cdf cop cup cve dem ern esp gel gip irr kes kgs lak mad mop mur nad pab pen "
    "php ron rub sar scr shp sle sos stn szl top try wst yer".split()
)
"""Codes that are words or abbreviations for other things, too: "try 5" is an attempt."""
ALSO_LOWER_CASE = frozenset(
    "usd eur gbp jpy cny rmb inr chf aud nzd sek nok dkk hkd sgd krw brl mxn zar czk huf btc eth".split()
)
"""Codes that are read in lower case on either side: "usd 25"."""
ALIASES = {"RMB": "CNY"}

SIGNS: dict[str, str] = {
    "$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₪": "ILS",
    "₺": "TRY", "₫": "VND", "₦": "NGN", "₱": "PHP", "₴": "UAH", "฿": "THB", "₵": "GHS", "₡": "CRC",
    "₲": "PYG", "₸": "KZT", "₮": "MNT", "₭": "LAK", "₼": "AZN", "₾": "GEL", "₨": "INR", "¢": "USD",
}  # fmt: skip
DOLLAR_PREFIXES: dict[str, str] = {
    "us": "USD", "c": "CAD", "ca": "CAD", "can": "CAD", "cdn": "CAD", "a": "AUD", "au": "AUD", "aus": "AUD",
    "nz": "NZD", "hk": "HKD", "s": "SGD", "sg": "SGD", "nt": "TWD", "mex": "MXN", "mx": "MXN", "r": "BRL",
    "j": "JMD", "z": "ZWL", "tt": "TTD", "t": "TTD", "b": "BND", "bd": "BBD", "ec": "XCD", "fj": "FJD",
    "gy": "GYD", "ci": "KYD", "n": "NAD", "bz": "BZD", "mop": "MOP", "ws": "WST", "si": "SBD",
}  # fmt: skip
PREFIXES: dict[str, str] = {
    "rs": "INR", "rs.": "INR", "re": "INR", "rm": "MYR", "fr": "CHF", "fr.": "CHF", "sfr": "CHF", "kr": "kr",
    "ksh": "KES", "kshs": "KES", "tsh": "TZS", "ush": "UGX", "rp": "IDR", "dh": "AED", "dhs": "AED",
}  # fmt: skip
"""Abbreviations that stand before an amount or directly after it: Rs 500, RM60, 60RM."""

_SHARED: dict[str, str] = {
    "dollar": "USD", "franc": "francs", "peso": "pesos", "dinar": "dinars", "shilling": "shillings",
    "krone": "kroner", "kroner": "kroner", "krona": "SEK", "rupee": "INR", "rouble": "RUB", "ruble": "RUB",
    "rial": "IRR", "riyal": "SAR", "dirham": "AED", "lira": "TRY", "won": "KRW", "lei": "RON", "leu": "RON",
    "koruna": "CZK", "guilder": "NLG", "kwacha": "ZMW", "manat": "AZN", "escudo": "PTE",
    "mark": "DEM", "cfa franc": "XOF",
}  # fmt: skip
"""What a name that several countries share stands for without one: the best known, or the name itself."""
_NEVER_ALONE = frozenset("pound crown colon sol som sum lat lit punt florin mark ether dram".split())
"""Names that mean a currency only with their country, in the singular."""
_OTHER_NAMES: dict[str, str] = {
    "dlr": "USD", "dlrs": "USD", "buck": "USD", "bucks": "USD", "sterling": "GBP", "quid": "GBP",
    "soles": "PEN", "marks": "DEM", "drams": "AMD",
}  # fmt: skip
AMBIGUOUS = frozenset(
    "won real reals rand rands marks soles dong lei dram drams lev leva lek leks kip kips kina pula tala "
    "loti quetzal quetzals lats litas guarani guaranis florins leone leones kuna".split()
)
"""Names that are words for other things, too: money only where the number is large."""

MINOR: dict[str, str] = {
    "cent": "USD", "cents": "USD", "cts": "USD", "¢": "USD", "pence": "GBP", "penny": "GBP", "pennies": "GBP",
    "p": "GBP", "paise": "INR", "paisa": "INR", "sen": "MYR", "kopek": "RUB", "kopeks": "RUB",
    "kopecks": "RUB", "kopeck": "RUB", "kopiyka": "UAH", "kopiykas": "UAH", "kopiyok": "UAH", "öre": "SEK",
    "øre": "NOK", "ore": "SEK", "fen": "CNY", "centavos": "pesos", "centavo": "pesos", "groszy": "PLN",
    "grosz": "PLN", "rappen": "CHF", "centimes": "francs", "centime": "francs", "haleru": "CZK",
    "satang": "THB", "satangs": "THB", "kobo": "NGN", "pesewas": "GHS", "pesewa": "GHS", "agorot": "ILS",
    "agora": "ILS", "kurus": "TRY", "bani": "RON", "stotinki": "BGN", "stotinka": "BGN",
    "filler": "HUF", "fillér": "HUF", "tetri": "GEL", "lipa": "HRK", "halala": "SAR", "halalas": "SAR",
    "poisha": "BDT", "toea": "PGK", "sene": "WST", "seniti": "TOP", "thebe": "BWP", "tambala": "MWK",
    "ngwee": "ZMW", "butut": "GMD", "bututs": "GMD", "diram": "TJS", "dirams": "TJS", "chetrum": "BTN",
    "pfennig": "DEM", "pfennigs": "DEM", "penni": "FIM", "groschen": "ATS", "piastres": "EGP",
    "centimos": "PEN", "céntimos": "PEN",
}  # fmt: skip
"""Hundredths, by the currency they belong to."""
AMBIGUOUS_MINOR = frozenset(("ore", "fen", "filler", "bani", "p", "agora", "sene"))
_ALSO_AFTER_COUNTRIES = {"dollar": "$ dlr dlrs", "pound": "£", "rouble": "₽"}
_HUNDREDTHS = {"dollar": "cent cents", "pound": "pence", "rupee": "paise", "shilling": "cents"}


def _plural(name: str) -> str:
    return name if name.endswith("s") else name + "s"


def _names() -> tuple[dict[str, str], dict[str, tuple[tuple[str, str, bool], ...]]]:
    """Index the names that stand alone, and by their first word those of several words."""
    owners: dict[str, set[str]] = {}
    longer: dict[str, list[tuple[str, str, bool]]] = {}
    for code, countries, names in _CURRENCIES:
        called = names.split(", ")
        signs = _ALSO_AFTER_COUNTRIES.get(called[0], "").split()
        minor = {name for name, main in MINOR.items() if main == code}
        minor |= set(_HUNDREDTHS.get(called[0], "").split())
        for name in called:
            owners.setdefault(name, set()).add(code)
            if re.search("[ ']", name):
                longer.setdefault(_first_word(name), []).extend(
                    (view(form), code, False) for form in (name, _plural(name))
                )
        for country in filter(None, countries.split(", ")):
            forms = {*called, *map(_plural, called), *signs}
            longer.setdefault(_first_word(country), []).extend(
                (view(f"{country} {form}"), code, form in minor) for form in forms | minor
            )
    longer.setdefault("euro", []).extend((f"euro {form}", "EUR", True) for form in ("cent", "cents"))
    for prefix, code in DOLLAR_PREFIXES.items():
        longer.setdefault(prefix, []).append((f"{prefix}$", code, False))
    alone = {
        view(form): _SHARED.get(name) or next(iter(codes))
        for name, codes in owners.items()
        if name not in _NEVER_ALONE and not re.search("[ ']", name)
        for form in (name, _plural(name))
    }
    by_length = {
        first: tuple(sorted(set(names), key=lambda n: -len(n[0]))) for first, names in longer.items()
    }
    return {**alone, **_OTHER_NAMES}, by_length


def _first_word(name: str) -> str:
    match = re.match(r"[a-z\xdf-\xff\xaa]+(?:\.[a-z]\.)?", view(name))
    return match[0] if match else name


NAMES, BY_FIRST_WORD = _names()
"""Names of one word, and (name, code, whether a hundredth) by first word: Hong Kong dollars, Swiss francs."""
IN_CENTS = frozenset(code for code, _, names in _CURRENCIES if names == "dollar") | {"EUR", "ZAR"}
"""Currencies whose hundredths are cents."""
