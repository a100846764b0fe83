import pytest

from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("In the placebo group (n = 48), 18 (73.5%) withdrew.", "18 of 48 is 37.5%, not 73.5%."),
        ("Women (n = 45) and men (n = 35) together made up the sample of N = 90.", "45 + 35 = 80, not 90."),
        (
            "A paired t test with 25 pairs gave t(42) = 2.40, p = .02.",
            "t(42) needs a larger sample than 25: at most 24 degrees.",
        ),
        (
            "A one-way ANOVA on the 60 seedlings showed an effect, F(2, 75) = 4.10, p = .02.",
            "F(2, 75) needs a larger sample than 60: at most 57 degrees.",
        ),
    ],
)
def test_messages(text, message):
    assert only(text).message == message


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("In the placebo group (n = 48), 18 (37.5%) withdrew.", "group"),
        ("In the placebo group (n = 48), 18 (38%) withdrew.", "group"),
        ("Women (n = 45) and men (n = 35) together made up the sample of N = 80.", "group"),
        ("A paired t test with 25 pairs gave t(20) = 2.40, p = .026.", "degrees"),  # missing values
        ("The correlation (n = 52) was weak, r(52) = .21, p = .13.", "degrees"),
        ("A one-way ANOVA (n = 20) gave F(3, 76) = 0.08, p = .97.", "degrees"),
    ],
)
def test_what_fits_holds(text, rule):
    assert holds(text, rule)


@pytest.mark.parametrize(
    "text",
    [
        "Mean age was 22.9 and n = 51 participants were female (76.1%).",
        "In a study (n = 29), it disappeared in eight of 20 patients (40%).",
        "In groups A (n = 48) and B (n = 52), 25 (25%) withdrew.",
        "Each of 20 participants saw 40 trials; t(780) = 2.9, p = .004.",
        "In 20 couples, t(38) = 2.10, p = .042.",
    ],
)
def test_other_wholes_are_left_alone(text):
    assert kinds(text) == []
