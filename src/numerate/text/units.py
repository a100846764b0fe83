"""Units of measure: how they are written, what they measure, and their factor to SI.

The table is our own, so that reading text needs no registry at run time: importing pint takes longer than
reading a megabyte. `tests/text/test_units.py` holds every factor and dimension to pint's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

Dimensions = tuple[tuple[str, int], ...]
"""Base dimensions with their exponents, sorted by name: (("length", 1), ("time", -1)) for a speed."""


class Measure(NamedTuple):
    """The meaning of a unit, however it is written."""

    symbol: str
    dimensions: Dimensions
    factor: float = 1.0
    """Multiplies a value to give SI base units; for currencies the main unit, for ratios a plain number."""
    offset: float = 0.0
    """Added after multiplying; only temperatures have one."""

    @property
    def dimension(self) -> str:
        """The name of what it measures: "length", "speed", "currency/volume"."""
        return _dimension_name(self.dimensions)

    def per(self, other: Measure) -> Measure:
        """Divide by another unit: km per h."""
        symbol = f"{self.symbol or '1'}/{other.symbol}"
        symbol = "mph" if symbol == "mi/h" else symbol
        return Measure(
            symbol, multiply((self.dimensions, 1), (other.dimensions, -1)), self.factor / other.factor
        )

    def times(self, other: Measure) -> Measure:
        """Multiply with another unit: N·m."""
        dimensions = multiply((self.dimensions, 1), (other.dimensions, 1))
        return Measure(f"{self.symbol}·{other.symbol}", dimensions, self.factor * other.factor)

    def to_the(self, power: int) -> Measure:
        """Raise to a power: m^2."""
        if power == 1:
            return self
        symbol = f"{self.symbol}^{power}" if power > 0 else f"1/{self.to_the(-power).symbol}"
        return Measure(symbol, multiply((self.dimensions, power)), self.factor**power)


class Unit(NamedTuple):
    """A unit as written next to a number, and its meaning.

    `start:end` is its span in the text that the number was read from. Signs that belong to the number (a
    currency, a percent sign) and the units of a compound quantity lie within the number's span, other units
    directly after it.
    """

    text: str
    start: int
    end: int
    measure: Measure

    @property
    def symbol(self) -> str:
        """The normalised symbol: "km" for kilometres, "USD" for $, "mg/dL"."""
        return self.measure.symbol

    @property
    def dimension(self) -> str:
        """The name of what it measures: "length", "speed", "currency"."""
        return self.measure.dimension

    @property
    def factor(self) -> float:
        """The factor that converts a value to SI base units."""
        return self.measure.factor

    def to_dict(self) -> dict[str, str | int | float]:
        """Return its text, span, symbol, dimension and factor."""
        return {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "symbol": self.symbol,
            "dimension": self.dimension,
            "factor": self.factor,
        }

    def __str__(self) -> str:
        return self.text


def multiply(*terms: tuple[Dimensions, int]) -> Dimensions:
    """Multiply dimensions, each raised to a power."""
    exponents: dict[str, int] = {}
    for dimensions, power in terms:
        for name, exponent in dimensions:
            exponents[name] = exponents.get(name, 0) + exponent * power
    return tuple(sorted((name, exponent) for name, exponent in exponents.items() if exponent))


def _named(**exponents: int) -> Dimensions:
    return tuple(sorted(exponents.items()))


DIMENSIONS: dict[str, Dimensions] = {
    "length": _named(length=1),
    "mass": _named(mass=1),
    "time": _named(time=1),
    "temperature": _named(temperature=1),
    "current": _named(current=1),
    "amount": _named(substance=1),
    "luminous flux": _named(luminosity=1),
    "angle": _named(angle=1),
    "data": _named(data=1),
    "level": _named(level=1),
    "activity": _named(activity=1),
    "pixels": _named(pixels=1),
    "area": _named(length=2),
    "volume": _named(length=3),
    "speed": _named(length=1, time=-1),
    "acceleration": _named(length=1, time=-2),
    "frequency": _named(time=-1),
    "force": _named(length=1, mass=1, time=-2),
    "energy": _named(length=2, mass=1, time=-2),
    "power": _named(length=2, mass=1, time=-3),
    "pressure": _named(length=-1, mass=1, time=-2),
    "density": _named(length=-3, mass=1),
    "molar concentration": _named(length=-3, substance=1),
    "voltage": _named(current=-1, length=2, mass=1, time=-3),
    "resistance": _named(current=-2, length=2, mass=1, time=-3),
    "charge": _named(current=1, time=1),
    "inductance": _named(current=-2, length=2, mass=1, time=-2),
    "conductance": _named(current=2, length=-2, mass=-1, time=3),
    "magnetic flux": _named(current=-1, length=2, mass=1, time=-2),
    "capacitance": _named(current=2, length=-2, mass=-1, time=4),
    "magnetic flux density": _named(current=-1, mass=1, time=-2),
    "absorbed dose": _named(length=2, time=-2),
    "illuminance": _named(length=-2, luminosity=1),
    "flow": _named(length=3, time=-1),
    "data rate": _named(data=1, time=-1),
    "irradiance": _named(mass=1, time=-3),
    "ratio": (),
}
_DIMENSION_NAMES = {dimensions: name for name, dimensions in DIMENSIONS.items()}
CURRENCY = "currency "
"""Begins the base dimension of a currency: amounts in two of them cannot be converted."""


@cache
def _dimension_name(dimensions: Dimensions) -> str:
    if name := _DIMENSION_NAMES.get(dimensions):
        return name
    if [exponent for base, exponent in dimensions if base.startswith(CURRENCY)] == [1]:
        rest = tuple((base, -exponent) for base, exponent in dimensions if not base.startswith(CURRENCY))
        return f"currency/{_dimension_name(rest)}" if rest else "currency"
    return "·".join(base if exponent == 1 else f"{base}^{exponent}" for base, exponent in dimensions)


_PREFIXES: dict[str, tuple[str, float]] = {
    "Y": ("yotta", 1e24), "Z": ("zetta", 1e21), "E": ("exa", 1e18), "P": ("peta", 1e15), "T": ("tera", 1e12), "G": ("giga", 1e9), "M": ("mega", 1e6),
    "k": ("kilo", 1e3), "h": ("hecto", 1e2), "da": ("deca", 1e1), "d": ("deci", 1e-1), "c": ("centi", 1e-2), "m": ("milli", 1e-3),
    "µ": ("micro", 1e-6), "n": ("nano", 1e-9), "p": ("pico", 1e-12),
}  # fmt: skip

_PREFIXED: tuple[tuple[str, str, float, str, str], ...] = (
    # symbol, dimension, factor, prefixes it is written with, names in the singular
    ("m", "length", 1, "k h da c d m µ n p", "metre meter"),
    ("g", "mass", 1e-3, "k m µ n p M G T", "gram gramme"),
    ("L", "volume", 1e-3, "h d c m µ n M", "litre liter"),
    ("s", "time", 1, "m µ n p", "second"),
    ("W", "power", 1, "m µ k M G T P", "watt"),
    ("J", "energy", 1, "m k M G T P E", "joule"),
    ("Wh", "energy", 3600, "m k M G T P", "watt-hour watthour"),
    ("cal", "energy", 4.184, "k", "calorie"),
    ("eV", "energy", 1.602176634e-19, "m k M G T", "electronvolt electron-volt"),
    ("V", "voltage", 1, "m µ k M", "volt"),
    ("A", "current", 1, "m µ n k", "ampere amp"),
    ("Ah", "charge", 3600, "m k", "ampere-hour amp-hour"),
    ("F", "capacitance", 1, "m µ n p", "farad"),
    ("Ω", "resistance", 1, "m k M", "ohm"),
    ("Hz", "frequency", 1, "m k M G T", "hertz"),
    ("Pa", "pressure", 1, "h k M G m", "pascal"),
    ("bar", "pressure", 1e5, "m k", "bar"),
    ("N", "force", 1, "m k M", "newton"),
    ("T", "magnetic flux density", 1, "m µ", "tesla"),
    ("Gy", "absorbed dose", 1, "m µ", "gray"),
    ("Sv", "absorbed dose", 1, "m µ", "sievert"),
    ("Bq", "frequency", 1, "k M G T", "becquerel"),
    ("mol", "amount", 1, "m µ n p k", "mole"),
    ("M", "molar concentration", 1e3, "m µ n p", "molar"),
    ("B", "data", 8, "k M G T P E Z Y", "byte"),
    ("bit", "data", 1, "k M G T P", "bit"),
    ("t", "mass", 1e3, "k M G", "tonne"),
    ("lm", "luminous flux", 1, "k", "lumen"),
    ("lx", "illuminance", 1, "k", "lux"),
    ("K", "temperature", 1, "m µ", "kelvin"),
    ("H", "inductance", 1, "m µ n", "henry"),
    ("C", "charge", 1, "m µ n", "coulomb"),
    ("Wb", "magnetic flux", 1, "m", "weber"),
    ("S", "conductance", 1, "m µ", "siemens"),
    ("cd", "luminous flux", 1, "", "candela"),
    ("Ci", "frequency", 3.7e10, "m µ", "curie"),
    ("VA", "power", 1, "k M", "volt-ampere"),
    ("pc", "length", 3.0856775814913672e16, "k M G", "parsec"),
    ("px", "pixels", 1, "M", "pixel"),
    ("dB", "level", 1, "", "decibel"),
)

_UNITS: tuple[tuple[str, str, float, str], ...] = (
    # symbol, dimension, factor, names
    ("in", "length", 0.0254, "inch, inches"),
    ("ft", "length", 0.3048, "foot, feet"),
    ("yd", "length", 0.9144, "yard, yards"),
    ("mi", "length", 1609.344, "mile, miles"),
    ("nmi", "length", 1852, "nautical mile, nautical miles, sea miles"),
    ("ly", "length", 9460730472580800, "light-year, light-years, light year, light years"),
    ("au", "length", 149597870700, "astronomical unit, astronomical units"),
    ("Å", "length", 1e-10, "angstrom, angstroms, ångström"),
    ("furlong", "length", 201.168, "furlong, furlongs"),
    ("fathom", "length", 1.8288, "fathom, fathoms"),
    ("ha", "area", 1e4, "hectare, hectares"),
    ("acre", "area", 4046.8564224, "acre, acres"),
    ("gal", "volume", 3.785411784e-3, "gallon, gallons"),
    ("qt", "volume", 9.46352946e-4, "quart, quarts"),
    ("pt", "volume", 4.73176473e-4, "pint, pints"),
    ("cup", "volume", 2.365882365e-4, "cup, cups, cupful, cupfuls"),
    ("fl oz", "volume", 2.95735295625e-5, "fluid ounce, fluid ounces, fl oz, fl. oz."),
    ("tbsp", "volume", 1.478676478125e-5, "tablespoon, tablespoons, tablespoonful, tablespoonfuls, tbs"),
    ("tsp", "volume", 4.92892159375e-6, "teaspoon, teaspoons, teaspoonful, teaspoonfuls"),
    ("bbl", "volume", 0.158987294928, "barrel, barrels"),
    ("imp gal", "volume", 4.54609e-3, "imperial gallon, imperial gallons"),
    ("acre·ft", "volume", 1233.48183754752, "acre-foot, acre-feet, acre foot, acre feet"),
    ("Mcf", "volume", 28.316846592, ""),
    ("MMcf", "volume", 28316.846592, ""),
    ("Bcf", "volume", 28316846.592, ""),
    ("Tcf", "volume", 28316846592.0, ""),
    ("bu", "volume", 0.03523907016688, "bushel, bushels"),
    ("lb", "mass", 0.45359237, "pound, pounds"),
    ("oz", "mass", 0.028349523125, "ounce, ounces"),
    ("ozt", "mass", 0.0311034768, "troy ounce, troy ounces"),
    ("st", "mass", 6.35029318, "stone"),
    ("ton", "mass", 907.18474, "ton, tons, short ton, short tons"),
    ("long ton", "mass", 1016.0469088, "long ton, long tons"),
    ("cwt", "mass", 45.359237, "hundredweight, hundredweights"),
    ("ct", "mass", 2e-4, "carat, carats"),
    ("min", "time", 60, "minute, minutes"),
    ("h", "time", 3600, "hour, hours"),
    ("d", "time", 86400, "day, days"),
    ("wk", "time", 604800, "week, weeks"),
    ("fortnight", "time", 1209600, "fortnight, fortnights"),
    ("mo", "time", 2629800, "month, months"),
    ("yr", "time", 31557600, "year, years"),
    ("decade", "time", 315576000, "decade, decades"),
    ("century", "time", 3155760000, "century, centuries"),
    ("millennium", "time", 31557600000, "millennium, millennia, millenniums"),
    ("rad", "angle", 1, "radian, radians"),
    ("°", "angle", 0.017453292519943295, "degree, degrees"),
    ("′", "angle", 2.908882086657216e-4, "arcminute, arcminutes, minutes of arc"),
    ("″", "angle", 4.84813681109536e-6, "arcsecond, arcseconds, seconds of arc"),
    ("mph", "speed", 0.44704, ""),
    ("kn", "speed", 0.5144444444444445, "knot, knots"),
    ("hp", "power", 745.6998715822702, "horsepower"),
    ("BTU", "energy", 1055.056, ""),
    ("MMBTU", "energy", 1055056000, ""),
    ("therm", "energy", 105505600, "therm, therms"),
    ("ft·lbf", "energy", 1.3558179483314004, "foot-pound, foot-pounds, foot pounds, pound-feet"),
    ("N·m", "energy", 1, "newton-metre, newton-metres, newton-meter, newton-meters, newton metres"),
    ("erg", "energy", 1e-7, "erg, ergs"),
    ("boe", "energy", 6119324800, "barrel of oil equivalent, barrels of oil equivalent"),
    ("toe", "energy", 41868000000, "tonnes of oil equivalent, tons of oil equivalent"),
    ("dyn", "force", 1e-5, "dyne, dynes"),
    ("lbf", "force", 4.4482216152605, "pounds of force, pounds force"),
    ("psi", "pressure", 6894.757293168361, ""),
    ("mmHg", "pressure", 133.322387415, "millimetres of mercury, millimeters of mercury"),
    ("inHg", "pressure", 3386.389, "inches of mercury, inch of mercury"),
    ("atm", "pressure", 101325, "atmosphere, atmospheres"),
    ("Torr", "pressure", 133.32236842105263, ""),
    ("fps", "frequency", 1, ""),
    ("IU", "activity", 1, "international units"),
    ("%", "ratio", 0.01, "percent, percents, per cent, pct, per-cent"),
    ("‰", "ratio", 0.001, "per mille, permille, per mil"),
    ("pp", "ratio", 0.01, "percentage point, percentage points, ppt, ppts"),
    ("bp", "ratio", 0.0001, "basis point, basis points, bps"),
    ("ppm", "ratio", 1e-6, "parts per million, part per million"),
    ("ppb", "ratio", 1e-9, "parts per billion, part per billion"),
)

_SYMBOLS_TOO: dict[str, str] = {
    # further symbols, case-sensitive, by the unit they stand for
    "kB": "KB", "MB": "mb", "GB": "gb", "TB": "tb", "bit": "b", "kbit": "Kb kb Kbit", "Mbit": "Mb",
    "Gbit": "Gb",
    "Tbit": "Tb", "kbit/s": "kbps Kbps kb/s", "Mbit/s": "mbps Mbps Mb/s", "Gbit/s": "gbps Gbps Gb/s",
    "MB/s": "MBps", "GB/s": "GBps", "µg": "mcg ug μg", "µm": "um μm micron microns", "µs": "us μs usec",
    "µL": "uL ul µl μL μl", "µmol": "μmol umol", "µM": "μM uM", "µA": "μA", "µV": "μV", "µF": "μF",
    "mL": "ml ML Ml cc", "L": "l ℓ Ltr ltr", "cL": "cl", "dL": "dl", "hL": "hl",
    "kg": "Kg KG kgs Kgs kilo kilos", "g": "gm gms gr", "km": "KM Km kms", "cm": "CM cms", "m": "mtr mtrs",
    "mm": "mms", "W": "Watts", "kW": "kw KW Kw", "MW": "mw Mw", "GW": "gw", "TW": "tw", "kWh": "kwh KWh "
    "KWH Kwh",
    "MWh": "mwh MWH Mwh", "GWh": "gwh GWH", "TWh": "twh TWH", "Hz": "hz HZ", "kHz": "khz KHz Khz",
    "MHz": "mhz Mhz MHZ", "GHz": "ghz Ghz GHZ", "THz": "thz", "kPa": "kpa KPa", "MPa": "mpa", "GPa": "gpa",
    "hPa": "hpa", "kV": "kv KV", "mV": "mv", "mA": "ma", "kJ": "kj KJ", "MJ": "mj", "eV": "ev", "keV": "kev",
    "MeV": "mev", "GeV": "gev", "TeV": "tev", "Ω": "Ω ohm ohms Ohm Ohms", "dB": "db DB dBA dbA",
    "s": "sec secs", "min": "mins Min Mins", "h": "hr hrs Hr Hrs H", "wk": "wks", "mo": "mos", "yr": "yrs",
    "lb": "lbs Lb Lbs LB LBS", "oz": "Oz OZ", "in": "ins", "ft": "Ft FT", "yd": "yds", "hp": "HP bhp",
    "mph": "MPH Mph", "psi": "PSI", "1/min": "bpm BPM rpm RPM", "BTU": "Btu btu BTUs", "Torr": "torr",
    "km/h": "kph KPH kmh kmph KMPH km/hr kms/h", "mi/gal": "mpg MPG", "kn": "kt kts", "bbl/d": "bpd",
    "ft^3/min": "cfm", "°C": "degC ºC C° celsius Celsius centigrade Centigrade",
    "°F": "degF ºF F° fahrenheit Fahrenheit", "°": "deg º", "′": "arcmin", "″": "arcsec", "kcal": "Cal "
    "Calories",
    "m^2": "sqm sq.m m2 ㎡", "km^2": "sqkm km2", "cm^2": "cm2", "mm^2": "mm2", "ft^2": "sqft sq.ft ft2 sf",
    "m^3": "m3", "cm^3": "cm3", "ft^3": "ft3", "t": "te", "acre": "ac", "IU": "iu IUs", "mmHg": "mmhg",
    "au": "AU", "tbsp": "Tbsp", "mmol/L": "mmol/l", "N·m": "Nm", "MMBTU": "MMBtu mmBtu mmbtu", "fps": "FPS",
    "Mcf": "mcf", "MMcf": "mmcf", "Bcf": "bcf BCF", "Tcf": "tcf TCF", "px/in": "ppi PPI dpi DPI",
    "ft^3/s": "cfs", "gal/min": "gpm GPM", "boe/d": "boepd boed", "Mpx": "MP", "kVA": "kva KVA",
}  # fmt: skip


_NAMES_TOO: dict[str, str] = {
    # further names, by the unit they stand for
    "t": "metric ton, metric tons, metric tonne, metric tonnes", "kt": "kiloton, kilotons",
    "Mt": "megaton, megatons", "Gt": "gigaton, gigatons", "H": "henries",
}  # fmt: skip
NAMED_ONLY = frozenset("dam hm pm pc cd toe erg dyn".split())
"""Units that are read by their names alone, since their symbols are words or something else."""


def _definitions() -> Iterator[tuple[Measure, str]]:
    """List every unit of the table with its names, separated by commas."""
    for symbol, dimension, factor, prefixes, names in _PREFIXED:
        forms = [form for name in names.split() for form in (name, name if name[-1] in "zx" else name + "s")]
        yield Measure(symbol, DIMENSIONS[dimension], factor), ", ".join(forms)
        for prefix in prefixes.split():
            word, power = _PREFIXES[prefix]
            measure = Measure(prefix + symbol, DIMENSIONS[dimension], float(f"{power * factor:.12g}"))
            yield measure, ", ".join(word + form for form in forms)
    for symbol, dimension, factor, names in _UNITS:
        yield Measure(symbol, DIMENSIONS[dimension], factor), names
    temperature = DIMENSIONS["temperature"]
    yield Measure("°C", temperature, 1.0, 273.15), "degrees celsius, degree celsius, degrees centigrade"
    yield Measure("°F", temperature, 5 / 9, 459.67 * 5 / 9), "degrees fahrenheit, degree fahrenheit"
    for power, prefix in enumerate(("Ki", "Mi", "Gi", "Ti"), 1):
        yield Measure(f"{prefix}B", DIMENSIONS["data"], 8.0 * 1024**power), ""


def _tables() -> tuple[dict[str, Measure], dict[str, Measure]]:
    symbols: dict[str, Measure] = {}
    names: dict[str, Measure] = {}
    for measure, written in _definitions():
        symbols[measure.symbol] = measure
        names.update(dict.fromkeys(filter(None, written.split(", ")), measure))
    for symbol, spellings in _SYMBOLS_TOO.items():
        for spelling in spellings.split():
            symbols.setdefault(spelling, _parse(symbol, symbols))
    for symbol, written in _NAMES_TOO.items():
        names.update(dict.fromkeys(written.split(", "), symbols[symbol]))
    return symbols, names


def _parse(symbol: str, symbols: dict[str, Measure]) -> Measure:
    """Build a compound from its normalised symbol: "km/h", "ft^3/min", "1/min"."""
    first, *others = symbol.split("/")
    measure = Measure("", ()) if first == "1" else _power(first, symbols)
    for other in others:
        measure = measure.per(_power(other, symbols))
    return measure


def _power(symbol: str, symbols: dict[str, Measure]) -> Measure:
    base, _, power = symbol.partition("^")
    return symbols[base].to_the(int(power or 1))


SYMBOLS, NAMES = _tables()
"""Units by symbol, case-sensitive, and by name, lower-case."""


def find(written: str) -> Measure | None:
    """Look a unit up as somebody writes it: "km", "kilometres", "km/h", "mg/dL", "m^2", "USD"."""
    known = SYMBOLS.get(written) or NAMES.get(written.lower())
    if known is not None:
        return known
    parts = written.replace("²", "^2").replace("³", "^3").replace(" per ", "/").split("/")
    measures = [_find_power(part.strip()) for part in parts]
    if None in measures:
        return None
    first, *others = [measure for measure in measures if measure is not None]
    for other in others:
        first = first.per(other)
    return first


def _find_power(written: str) -> Measure | None:
    base, _, power = written.partition("^")
    if written == "1":
        return Measure("", ())
    known = SYMBOLS.get(base) or NAMES.get(base.lower())
    if known is None and len(base) == 3 and base.isupper():
        known = currency(base)
    return None if known is None or not (power or "1").isdigit() else known.to_the(int(power or 1))


@cache
def currency(code: str, *, minor: bool = False) -> Measure:
    """Return the measure of a currency, or of its hundredth ("USD¢", cents)."""
    return Measure(f"{code}¢" if minor else code, ((CURRENCY + code, 1),), 0.01 if minor else 1.0)


def convert_value(value: float, unit: Measure, target: Measure) -> float:
    """Convert a value from one unit to another of the same dimension."""
    if unit.dimensions != target.dimensions:
        raise ValueError(
            f"{unit.symbol} measures {unit.dimension} and cannot become {target.symbol}, {target.dimension}"
        )
    return (value * unit.factor + unit.offset - target.offset) / target.factor
