import pytest

from numerate.documents.labels import Period, read_period, read_unit_label


def unit(label: str, is_caption: bool = False) -> tuple[str | None, int]:
    read = read_unit_label(label, is_caption)
    return read.unit and read.unit.symbol, read.scale


@pytest.mark.parametrize(
    ("label", "symbol", "scale"),
    [
        ("£m", "GBP", 10**6),
        ("£ million", "GBP", 10**6),
        ("$000", "USD", 10**3),
        ("$'000", "USD", 10**3),
        ("€bn", "EUR", 10**9),
        ("US$ millions", "USD", 10**6),
        ("HK$ million", "HKD", 10**6),
        ("USD m", "USD", 10**6),
        ("k€", "EUR", 10**3),
        ("2023 £m", "GBP", 10**6),
        ("Revenue (£m)", "GBP", 10**6),
        ("in thousands of dollars", "USD", 10**3),
        ("(dollars in thousands, except per share)", "USD", 10**3),
        ("(in millions)", None, 10**6),
        ("Population (thousands)", None, 10**3),
        ("'000 tonnes", "t", 10**3),
        ("Million tonnes", "t", 10**6),
        ("Rs crore", None, 10**7),
        ("Price per share (pence)", "GBP¢", 1),
        ("Amounts in Swiss francs", "francs", 1),
        ("EUR", "EUR", 1),
        ("Weight (kg)", "kg", 1),
        ("Weight, kg", "kg", 1),
        ("Distance in km", "km", 1),
        ("Energy [MWh]", "MWh", 1),
        ("mg/dL", "mg/dL", 1),
        ("Age (years)", "yr", 1),
        ("% of total", "%", 1),
        ("Change (%)", "%", 1),
        ("2024 % of sales", "%", 1),
        ("pp change", "pp", 1),
    ],
)
def test_units_and_scales_of_labels(label, symbol, scale):
    assert unit(label) == (symbol, scale)


@pytest.mark.parametrize(
    "label",
    """Employees|Note|A|Sales in 2023|Sales above $5|5 million people|Top 10|of which 50% owned|In all|No.
    |Item|m|Group (A)|Model (1)|Total|Thousand Oaks|Male (n = 45)|2023|Million-dollar idea""".split("|"),
)
def test_labels_without_a_unit(label):
    assert unit(label.strip()) == (None, 1)


@pytest.mark.parametrize(
    ("caption", "symbol", "scale"),
    [
        ("Table 1: Sales (in millions)", None, 10**6),
        ("Table 1: Sales (£m)", "GBP", 10**6),
        ("Table 2. Income, in thousands of euros, 2019–2023", "EUR", 10**3),
        ("All amounts in £'000", "GBP", 10**3),
        ("Turnout by region (%)", "%", 1),
        ("Table 3. A city of millions and its 5 million commuters", None, 1),
        ("Table 4. Weight, kg and height of the children", None, 1),
        ("Table 5. Firms with sales above $5 million", None, 1),
    ],
)
def test_units_and_scales_of_captions(caption, symbol, scale):
    assert unit(caption, is_caption=True) == (symbol, scale)


@pytest.mark.parametrize(
    ("label", "period"),
    [
        ("2023", Period(2023)),
        ("FY23", Period(2023)),
        ("FY2023", Period(2023)),
        ("2022/23", Period(2023)),
        ("2022–2023", Period(2023)),
        ("Q1 2023", Period(2023, "Q1")),
        ("1Q23", Period(2023, "Q1")),
        ("First quarter 2021", Period(2021, "Q1")),
        ("H1 2022", Period(2022, "H1")),
        ("30 June 2023", Period(2023, "30 Jun")),
        ("Dec. 31, 2022", Period(2022, "31 Dec")),
        ("Mar-23", Period(2023, "Mar")),
        ("Year ended 31 December 2023", Period(2023)),
        ("Three months ended June 30, 2023", Period(2023, "3 months to 30 Jun")),
        ("2023-06", Period(2023)),
        ("Revenue 2023E", Period(2023)),
        ("Change", None),
        ("2,023", None),
        ("£2023", None),
        ("2019.5", None),
    ],
)
def test_periods(label, period):
    assert read_period(label) == period
