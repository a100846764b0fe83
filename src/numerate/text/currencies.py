"""Currencies: ISO 4217 codes, signs, names, and minor units."""

from __future__ import annotations

CODES = frozenset(
    "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn bzd "
    "cad cdf chf clp cny cop crc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd "
    "gnf gtq gyd hkd hnl htg huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt "
    "lak lbp lkr lrd lsl lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr "
    "nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp "
    "stn svc syp szl thb tjs tmt tnd top try ttd twd tzs uah ugx usd uyu uzs ves vnd vuv wst xaf xcd xof "
    "xpf yer zar zmw zwl "
    # out of use, and codes that are not ISO's
    "dem frf itl nlg iep bef fim esp pte grd rmb btc eth".split()
)
"""Read only where the text has them in capitals: "try 5" is an attempt."""
ALSO_WORDS = frozenset("all top try pen cop cup mop gel sos bam cad lak mad nad rub ron top".split())
"""Codes that are words or abbreviations for other things."""
ALSO_LOWER_CASE = frozenset(
    "usd eur gbp jpy cny rmb inr chf aud nzd sek nok dkk hkd sgd krw brl mxn zar czk huf btc eth".split()
)
"""Codes that are read in lower case too: "25 usd"."""
ALIASES = {"RMB": "CNY"}

SIGNS: dict[str, str] = {
    "$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₪": "ILS",
    "₺": "TRY", "₫": "VND", "₦": "NGN", "₱": "PHP", "₴": "UAH", "฿": "THB", "₵": "GHS", "₡": "CRC",
    "₲": "PYG", "₸": "KZT", "₮": "MNT", "₭": "LAK", "₼": "AZN", "₾": "GEL", "₨": "INR", "¢": "USD",
}  # fmt: skip
DOLLAR_PREFIXES: dict[str, str] = {
    "us": "USD", "c": "CAD", "ca": "CAD", "can": "CAD", "cdn": "CAD", "a": "AUD", "au": "AUD", "aus": "AUD",
    "nz": "NZD", "hk": "HKD", "s": "SGD", "sg": "SGD", "nt": "TWD", "mex": "MXN", "mx": "MXN", "r": "BRL",
    "j": "JMD", "z": "ZWL", "tt": "TTD", "t": "TTD", "b": "BND", "bd": "BBD",
}  # fmt: skip
PREFIXES: dict[str, str] = {
    "rs": "INR", "rs.": "INR", "re": "INR", "rm": "MYR", "fr": "CHF", "fr.": "CHF", "sfr": "CHF", "kr": "kr",
    "ksh": "KES", "kshs": "KES", "tsh": "TZS", "ush": "UGX", "rp": "IDR", "dh": "AED", "dhs": "AED",
}  # fmt: skip
"""Abbreviations that stand before an amount or directly after it: Rs 500, RM60, 60RM."""

NAMES: dict[str, str] = {
    "dollar": "USD", "dollars": "USD", "dlr": "USD", "dlrs": "USD", "buck": "USD", "bucks": "USD",
    "euro": "EUR", "euros": "EUR", "sterling": "GBP", "quid": "GBP",
    "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "won": "KRW", "rupee": "INR", "rupees": "INR",
    "rouble": "RUB", "roubles": "RUB", "ruble": "RUB", "rubles": "RUB",
    "franc": "francs", "francs": "francs", "peso": "pesos", "pesos": "pesos", "krona": "SEK", "kronor": "SEK",
    "krone": "kroner", "kroner": "kroner", "real": "BRL", "reais": "BRL", "rand": "ZAR", "baht": "THB",
    "lira": "TRY", "liras": "TRY", "lire": "ITL", "zloty": "PLN", "zlotys": "PLN", "zlotych": "PLN",
    "forint": "HUF", "forints": "HUF", "shekel": "ILS", "shekels": "ILS", "dirham": "AED", "dirhams": "AED",
    "riyal": "SAR", "riyals": "SAR", "ringgit": "MYR", "rupiah": "IDR", "marks": "DEM", "guilders": "NLG",
    "hryvnia": "UAH", "hryvnias": "UAH", "hryvnya": "UAH", "naira": "NGN", "cedi": "GHS", "cedis": "GHS",
    "taka": "BDT", "dong": "VND", "dinar": "dinars", "dinars": "dinars", "shilling": "shillings",
    "shillings": "shillings", "koruna": "CZK", "korunas": "CZK", "leu": "RON", "lei": "RON", "lev": "BGN",
    "leva": "BGN", "tenge": "KZT", "birr": "ETB", "kwacha": "ZMW", "bolivars": "VES", "soles": "PEN",
    "lari": "GEL", "dram": "AMD", "kuna": "HRK", "bitcoin": "BTC", "bitcoins": "BTC",
}  # fmt: skip
"""Names in singular and plural; where several countries share one, the name stands for the code."""
AMBIGUOUS = frozenset(
    ("won", "real", "rand", "marks", "soles", "buck", "bucks", "dong", "lei", "dram", "lev", "leva")
)
"""Currencies that are words for other things, too."""

MINOR: dict[str, str] = {
    "cent": "USD", "cents": "USD", "cts": "USD", "¢": "USD", "pence": "GBP", "penny": "GBP", "p": "GBP",
    "paise": "INR", "paisa": "INR", "sen": "MYR", "kopek": "RUB", "kopeks": "RUB", "kopecks": "RUB",
    "kopeck": "RUB", "kopiyka": "UAH", "kopiykas": "UAH", "kopiyok": "UAH", "öre": "SEK", "øre": "NOK",
    "ore": "SEK", "fen": "CNY", "centavos": "pesos", "centavo": "pesos", "groszy": "PLN", "grosz": "PLN",
    "rappen": "CHF", "centimes": "francs", "haleru": "CZK", "satang": "THB", "kobo": "NGN", "pesewas": "GHS",
    "agorot": "ILS", "kurus": "TRY", "bani": "RON", "stotinki": "BGN", "filler": "HUF",
}  # fmt: skip
"""Hundredths, by the currency they belong to."""
AMBIGUOUS_MINOR = frozenset(("ore", "fen", "filler", "bani", "p"))

_DOLLARS = "dollar dollars dlr dlrs cent cents"
_KRONER = "krona kronor krone kroner kr\xf3na kr\xf3nur crowns"
_BY_COUNTRY: dict[str, dict[str, str]] = {
    _DOLLARS: {
        "u.s.": "USD", "us": "USD", "american": "USD", "canadian": "CAD", "australian": "AUD",
        "new zealand": "NZD", "kiwi": "NZD", "hong kong": "HKD", "singapore": "SGD",
        "singaporean": "SGD", "taiwan": "TWD",
        "taiwanese": "TWD", "new taiwan": "TWD", "jamaican": "JMD", "zimbabwean": "ZWL", "fijian": "FJD",
        "bermudian": "BMD", "bermuda": "BMD", "bahamian": "BSD", "barbadian": "BBD", "barbados": "BBD",
        "belize": "BZD", "brunei": "BND", "namibian": "NAD", "liberian": "LRD", "guyanese": "GYD",
        "surinamese": "SRD", "trinidadian": "TTD", "cayman": "KYD", "east caribbean": "XCD",
    },
    _KRONER: {"swedish": "SEK", "norwegian": "NOK", "danish": "DKK", "icelandic": "ISK"},
    "franc francs": {"swiss": "CHF", "french": "FRF", "belgian": "BEF", "cfa": "XOF"},
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
    "real reals reais": {"brazilian": "BRL"},
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
    "dinar dinars": {"kuwaiti": "KWD", "iraqi": "IQD", "jordanian": "JOD", "serbian": "RSD",
        "bahraini": "BHD", "tunisian": "TND", "algerian": "DZD", "libyan": "LYD",},
    "shilling shillings": {"kenyan": "KES", "ugandan": "UGX", "tanzanian": "TZS"},
    "koruna korunas crowns": {"czech": "CZK"},
    "naira": {"nigerian": "NGN"},
    "taka": {"bangladeshi": "BDT"},
    "cedi cedis": {"ghanaian": "GHS"},
    "dong": {"vietnamese": "VND"},
    "lev leva": {"bulgarian": "BGN"},
    "leu lei": {"romanian": "RON", "moldovan": "MDL"},
    "hryvnia hryvnias": {"ukrainian": "UAH"},
    "tenge": {"kazakh": "KZT", "kazakhstani": "KZT"},
    "birr": {"ethiopian": "ETB"},
    "kwacha": {"zambian": "ZMW", "malawian": "MWK"},
    "bolivar bolivars": {"venezuelan": "VES"},
    "sol soles": {"peruvian": "PEN"},
    "lari": {"georgian": "GEL"},
    "dram drams": {"armenian": "AMD"},
    "kuna": {"croatian": "HRK"},
    "manat": {"azerbaijani": "AZN", "turkmen": "TMT"},
    "kyat": {"burmese": "MMK", "myanmar": "MMK"},
    "riel": {"cambodian": "KHR"},
    "kip": {"lao": "LAK", "laotian": "LAK"},
    "pula": {"botswana": "BWP"},
    "quetzales": {"guatemalan": "GTQ"},
    "colones": {"costa rican": "CRC"},
    "balboa": {"panamanian": "PAB"},
    "guaranies": {"paraguayan": "PYG"},
    "bolivianos": {"bolivian": "BOB"},
    "rials": {"iranian": "IRR", "yemeni": "YER", "omani": "OMR"},
    "escudos": {"portuguese": "PTE", "cape verdean": "CVE"},
    "pesetas": {"spanish": "ESP"},
    "drachmas": {"greek": "GRD"},
}  # fmt: skip
BY_COUNTRY: dict[str, str] = {
    f"{country} {coin}": code
    for coins, countries in _BY_COUNTRY.items()
    for country, code in countries.items()
    for coin in coins.split()
}
"""A currency with its country, after an amount: "5 billion Canadian dollars", "8 Swiss francs"."""
COUNTRIES = frozenset(name.partition(" ")[0] for name in BY_COUNTRY)
"""First words of such names."""
