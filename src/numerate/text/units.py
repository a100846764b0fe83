"""Units of measure: what they mean, compounds of them, and conversion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import NamedTuple

from numerate.text.unit_table import NAMES_TOO, PREFIXED, PREFIXES, SYMBOLS_TOO, UNITS

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
        return _quotient(self, other)

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


@lru_cache(maxsize=4096)  # texts have few rates, and many of each
def _quotient(unit: Measure, other: Measure) -> Measure:
    symbol = f"{unit.symbol or '1'}/{other.symbol}"
    symbol = "mph" if symbol == "mi/h" else symbol
    dimensions = multiply((unit.dimensions, 1), (other.dimensions, -1))
    return Measure(symbol, dimensions, unit.factor / other.factor)


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


make_unit: Callable[[tuple[str, int, int, Measure]], Unit] = partial(tuple.__new__, Unit)
"""Make a unit of its fields, all of them; in the reader's inner loops twice as fast as `Unit(…)`."""


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
    "kinematic viscosity": _named(length=2, time=-1),
    "viscosity": _named(length=-1, mass=1, time=-1),
    "spectral flux density": _named(mass=1, time=-2),
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
LENGTH, MASS, TIME, TEMPERATURE = (DIMENSIONS[name] for name in ("length", "mass", "time", "temperature"))
_DIMENSION_NAMES = {dimensions: name for name, dimensions in DIMENSIONS.items()}
CURRENCY = "currency "
"""Begins the base dimension of a currency: amounts in two of them cannot be converted."""


@lru_cache(maxsize=4096)  # names of things come from texts
def _dimension_name(dimensions: Dimensions) -> str:
    if name := _DIMENSION_NAMES.get(dimensions):
        return name
    if [exponent for base, exponent in dimensions if base.startswith(CURRENCY)] == [1]:
        rest = tuple((base, -exponent) for base, exponent in dimensions if not base.startswith(CURRENCY))
        return f"currency/{_dimension_name(rest)}" if rest else "currency"
    return "·".join(base if exponent == 1 else f"{base}^{exponent}" for base, exponent in dimensions)


def _definitions() -> Iterator[tuple[Measure, str]]:
    """List every unit of the table with its names, separated by commas."""
    for symbol, dimension, factor, prefixes, names in PREFIXED:
        forms = [form for name in names.split() for form in (name, name if name[-1] in "zx" else name + "s")]
        yield Measure(symbol, DIMENSIONS[dimension], factor), ", ".join(forms)
        for prefix in prefixes.split():
            word, power = PREFIXES[prefix]
            measure = Measure(prefix + symbol, DIMENSIONS[dimension], float(f"{power * factor:.12g}"))
            yield measure, ", ".join(word + form for form in forms)
    for symbol, dimension, factor, names in UNITS:
        yield Measure(symbol, DIMENSIONS[dimension], factor), names
    temperature = DIMENSIONS["temperature"]
    yield Measure("°C", temperature, 1.0, 273.15), "degrees celsius, degree celsius, degrees centigrade"
    yield Measure("°F", temperature, 5 / 9, 459.67 * 5 / 9), "degrees fahrenheit, degree fahrenheit"
    yield Measure("°R", temperature, 5 / 9), "degrees rankine, degree rankine"
    for power, word in enumerate(("kibi", "mebi", "gibi", "tebi", "pebi", "exbi"), 1):
        prefix, factor = word[0].upper() + "i", float(1024**power)
        yield Measure(f"{prefix}B", DIMENSIONS["data"], 8 * factor), f"{word}byte, {word}bytes"
        yield Measure(f"{prefix}bit", DIMENSIONS["data"], factor), f"{word}bit, {word}bits"


def _tables() -> tuple[dict[str, Measure], dict[str, Measure]]:
    symbols: dict[str, Measure] = {}
    names: dict[str, Measure] = {}
    for measure, written in _definitions():
        symbols[measure.symbol] = measure
        names.update(dict.fromkeys(filter(None, written.split(", ")), measure))
    for symbol, spellings in SYMBOLS_TOO.items():
        for spelling in spellings.split():
            symbols.setdefault(spelling, _parse(symbol, symbols))
    for symbol, written in NAMES_TOO.items():
        names.update(dict.fromkeys(written.split(", "), _parse(symbol, symbols)))
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


COUNTED_THINGS: dict[str, Measure] = {
    word: Measure(word, ((word, 1),))
    for word in (
        "share person head capita unit vehicle car household employee worker student pupil child passenger "
        "customer user subscriber night meal bottle item piece copy dose seat visit game patient family "
        "adult member guest plate pack"
    ).split()
}
"""What an amount of money is often divided by: $3 a share, 20 euros per person."""

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
