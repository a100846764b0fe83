import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.documents.number_formats import show


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (5, "General", "5"),
        (0.1 + 0.2, "General", "0.3"),
        (1234567.5, "General", "1234567.5"),
        (1e20, "General", "1E+20"),
        (5, None, "5"),
        (1234.5, "0", "1235"),
        (2.5, "0", "3"),
        (-2.5, "0", "-3"),
        (1234.5, "0.00", "1234.50"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (5, "#,##0", "5"),
        (0, "#,##0", "0"),
        (0, "#,###", ""),
        (0.5, "#.##", ".5"),
        (12, "0000", "0012"),
        (0.1234, "0%", "12%"),
        (0.1234, "0.0%", "12.3%"),
        (1234567, "#,##0,", "1,235"),
        (1234567, '0.0,,"m"', "1.2m"),
        (-1234, "#,##0;(#,##0)", "(1,234)"),
        (1234, "#,##0_);(#,##0)", "1,234"),
        (-1234, "#,##0_);[Red](#,##0)", "(1,234)"),
        (0, '#,##0;(#,##0);"–"', "–"),
        (0, '_-* #,##0_-;-* #,##0_-;_-* "-"??_-;_-@_-', "-"),
        (1234.5, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', "$1,234.50"),
        (-5, "[$£-809]#,##0.00", "-£5.00"),
        (5, "[$€-2] #,##0", "€ 5"),
        (5, '#,##0 "kg"', "5 kg"),
        (5, r"\$#,##0", "$5"),
        (-0.001, "0.00", "0.00"),
        (12345, "0.00E+00", "1.23E+04"),
        (0.00012, "0.0E-0", "1.2E-4"),
        (1.25, "# ?/?", "1 1/4"),
        (0.5, "?/?", "1/2"),
        (5000, "[>=1000]#,##0,\"k\";0", "5k"),
        (500, "[>=1000]#,##0,\"k\";0", "500"),
        (5, '"about "General', "about 5"),
        (-5, "General;(General)", "(5)"),
        (1.005, "0.00", "1.01"),
        (12.3456, "0.0##", "12.346"),
        (12.0, "0.0##", "12.0"),
        (5, ";;;", ""),
    ],
)  # fmt: skip
def test_numbers(value, number_format, shown):
    assert show(value, number_format) == shown


@pytest.mark.parametrize(
    ("number_format", "shown"),
    [
        ("yyyy-mm-dd", "2023-06-05"),
        ("d/m/yy", "5/6/23"),
        ("d mmm yyyy", "5 Jun 2023"),
        ("mmmm d, yyyy", "June 5, 2023"),
        ("mmm-yy", "Jun-23"),
        ("dddd", "Monday"),
        ("hh:mm:ss", "14:03:09"),
        ("h:mm AM/PM", "2:03 PM"),
        ("[$-409]d-mmm-yy;@", "5-Jun-23"),
        ("yyyy", "2023"),
    ],
)
def test_dates(number_format, shown):
    assert show(datetime.datetime(2023, 6, 5, 14, 3, 9), number_format) == shown


def test_times_and_dates_without_a_date_format():
    assert show(datetime.datetime(2023, 6, 5), "General") == "2023-06-05"
    assert show(datetime.time(9, 5), "hh:mm") == "09:05"
    assert show(datetime.timedelta(hours=30, minutes=5), "[h]:mm") == "30:05"
    assert show(datetime.timedelta(hours=-1, seconds=5), "[h]:mm:ss") == "-0:59:55"


@given(
    st.text('0#?,.%;-()[]"\\_* $£eE+/ymdhsgAPM', max_size=20),
    st.floats(allow_nan=False, allow_infinity=False),
)
@settings(max_examples=200)
def test_any_format_shows_something(number_format, value):
    assert isinstance(show(value, number_format), str)
    assert isinstance(show(datetime.datetime(2023, 6, 5), number_format), str)
