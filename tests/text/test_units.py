import pytest

from numerate import extract
from numerate.text import convert
from numerate.text.units import DIMENSIONS, NAMES, SYMBOLS, find
from tests.text.reading import one

# Symbols that pint spells otherwise, or that mean something else there.
_PINT = {
    "ton": "short_ton", "long ton": "long_ton", "ct": "carat", "mo": "month", "yr": "year", "wk": "week",
    "d": "day", "h": "hour", "°": "degree", "′": "arcminute", "″": "arcsecond",
    "kn": "knot", "hp": "horsepower",
    "BTU": "Btu", "Torr": "torr", "fl oz": "fluid_ounce", "ozt": "troy_ounce", "st": "stone", "in": "inch",
    "pt": "pint", "qt": "quart", "gal": "gallon", "bu": "bushel", "bbl": "oil_barrel", "nmi": "nautical_mile",
    "ly": "light_year", "au": "astronomical_unit", "Å": "angstrom", "ha": "hectare",
    "min": "minute", "%": "percent",
    "L": "liter", "Ω": "ohm", "M": "molar", "lm": "lumen", "B": "byte", "t": "metric_ton", "cal": "calorie",
    "Ah": "ampere_hour", "kt": "kilometric_ton", "century": "century", "°C": "delta_degC", "°F": "delta_degF",
    "imp gal": "imperial_gallon", "MMBTU": "megaBtu", "acre·ft": "acre_foot", "ft·lbf": "foot_pound",
    "H": "henry",
}  # fmt: skip
_OURS_ALONE = {
    "IU", "px", "Mpx", "pp", "bp", "‰", "ppb", "dB", "decade", "bu", "fps", "boe", "Mcf", "MMcf", "Bcf",
    "Tcf", "board-foot",
    "dessertspoon", "ppt", "M☉", "q", "G", "mG", "kG", "Jy", "mJy", "µJy",
}  # fmt: skip
_BASES = {
    "length": "[length]", "mass": "[mass]", "time": "[time]", "temperature": "[temperature]",
    "current": "[current]", "substance": "[substance]", "luminosity": "[luminosity]",
}  # fmt: skip
_PLAIN = sorted(
    symbol
    for symbol in {measure.symbol for measure in (*SYMBOLS.values(), *NAMES.values())} - _OURS_ALONE
    if not set("/^¢") & set(symbol)
)


@pytest.fixture(scope="module")
def registry():
    return pytest.importorskip("pint").UnitRegistry()


@pytest.mark.parametrize("symbol", _PLAIN)
def test_factors_and_dimensions_are_those_of_pint(symbol, registry):
    measure = find(symbol)
    quantity = registry.Quantity(1, _PINT.get(symbol, symbol)).to_base_units()
    # Survey feet, which pint uses for some, differ from feet by two in a million.
    assert quantity.magnitude == pytest.approx(measure.factor, rel=1e-5)
    dimensions = {_BASES[name]: exponent for name, exponent in measure.dimensions if name in _BASES}
    assert {name: exponent for name, exponent in quantity.dimensionality.items() if exponent} == dimensions


@pytest.mark.parametrize(
    ("text", "symbol", "dimension"),
    [
        ("12 kilometres", "km", "length"),
        ("80 km/h", "km/h", "speed"),
        ("126 mg/dL", "mg/dL", "density"),
        ("40 dollars a barrel", "USD/bbl", "currency/volume"),
        ("€90 per MWh", "EUR/MWh", "currency/energy"),
        ("5 percentage points", "pp", "ratio"),
        ("25 basis points", "bp", "ratio"),
        ("a density of 2.7 g/cm³", "g/cm^3", "density"),
        ("3 m s⁻¹", "m/s", "speed"),
        ("200 square miles", "mi^2", "area"),
        ("37 degrees Celsius", "°C", "temperature"),
        ("100 Mbps", "Mbit/s", "data rate"),
        ("20 Hong Kong cents", "HKD¢", "currency"),
        ("26 cents", "USD¢", "currency"),
    ],
)
def test_units_are_normalised(text, symbol, dimension):
    unit = one(text).unit
    assert (unit.symbol, unit.dimension) == (symbol, dimension)
    assert text[unit.start : unit.end].strip() in unit.text or unit.text in text


def test_a_number_converts_to_another_unit_of_its_dimension():
    assert convert(one("12 miles"), "km") == pytest.approx(19.312128)
    assert convert(one("It was -10 °C."), "°F") == pytest.approx(14)
    assert convert(one("6 ft 2 in"), "cm") == pytest.approx(187.96)
    assert convert(one("80 km/h"), "m/s") == pytest.approx(22.2222222)


@pytest.mark.parametrize(
    ("text", "unit", "message"),
    [
        ("12 miles", "kg", "cannot become"),
        ("12 miles", "parsnips", "no such unit"),
        ("12 people", "km", "no unit"),
    ],
)
def test_what_cannot_be_converted_is_refused_with_a_reason(text, unit, message):
    with pytest.raises(ValueError, match=message):
        convert(one(text), unit)


def test_every_dimension_has_a_name_of_its_own():
    assert len(set(DIMENSIONS.values())) == len(DIMENSIONS)


@pytest.mark.parametrize(
    ("text", "values", "readings"),
    [
        ("The show drew 30m viewers.", [30e6], 2),
        ("The pool is 30m long.", [30], 0),
        ("Revenue was $30m.", [30e6], 0),
        ("It has 310K followers.", [310e3], 2),
        ("The sample was cooled to 310K.", [310], 0),
    ],
)
def test_a_suffix_is_read_by_its_context_and_keeps_its_other_reading(text, values, readings):
    numbers = extract(text)
    assert [number.value for number in numbers] == values
    assert len(numbers[0].readings) == readings
    if readings:
        assert numbers[0].readings[0].value == numbers[0].value
