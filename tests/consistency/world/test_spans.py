"""The two years of a life, a reign or a war."""

import pytest

from numerate.consistency import inconsistencies


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Queen Victoria (1819–1901) had nine children.", []),
        ("Queen Victoria (1819–1911) had nine children.", ["1911"]),
        ("Queen Victoria (1829–1901) had nine children.", ["1829"]),
        ("Queen Victoria (1850–1860) had nine children.", []),  # something else, as neither is right
        ("The First World War (1914 to 1928) began in summer.", ["1928"]),
    ],
)
def test_one_of_two_years_is_wrong(text, numbers):
    reported = inconsistencies(text, rules=["known"])
    assert [finding.suspect.text for finding in reported if finding.suspect] == numbers
