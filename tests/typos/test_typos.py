from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate import extract
from numerate.distributions import SHIPPED, Digits
from numerate.training.evaluation.anomalies import ANOMALIES
from numerate.typos import typos as channel
from numerate.typos.typos import (
    KIND_PROBABILITIES,
    Typos,
    channel_evidence,
    describe,
    draw_typo,
    typo_posteriors,
    typos,
)
from tests.checking.stub import StubModel
from tests.text.reading import one

MOST = 125


def candidates_of(written, text=None):
    return {typo.text: typo for typo in typos(one(written), text or written)}


@pytest.mark.parametrize(
    ("stands", "meant", "kind"),
    [
        ("$3.4 billion", "$3.4 million", "magnitude"),
        ("$3.4 billion", "$3.4 trillion", "magnitude"),
        ("£20m", "£20bn", "magnitude"),
        ("five million", "five billion", "magnitude"),
        ("$34 billion", "$3.4 billion", "decimal"),
        ("$3.4 billion", "$34.0 billion", "decimal"),
        ("1,234", "1.234", "separator"),
        ("1.234", "1,234", "separator"),
        ("$26", "$0.26", "unit"),
        ("0.12%", "12%", "unit"),
        ("45 mg", "45000", "prefix"),
        ("1016", "2016", "keypad"),
        ("1916", "2016", "century"),
        ("12345", "1235", "add"),
        ("12344", "1234", "repeated"),
        ("1243", "1234", "transposed"),
        ("125", "126", "keypad"),
        ("124", "1234", "missing"),
        ("fifteen", "fifty", "teens"),
        ("21st", "12th", "transposed"),
        ("12%", "112%", "missing"),
    ],
)
def test_what_may_have_been_meant(stands, meant, kind):
    assert candidates_of(stands)[meant].kind == kind


def test_a_magnitude_left_out_is_looked_for_nearby():
    text = "It rose to $3.4 from $2.1 billion."
    number = extract(text)[0]
    (typo,) = [typo for typo in typos(number, text) if typo.kind == "magnitude"]
    assert (typo.text, typo.value) == ("$3.4 billion", 3.4e9)
    assert describe(typo, number) == "billion left out?"


def test_a_magnitude_word_may_be_superfluous() -> None:
    text = "They sold a million of them."
    [number] = extract(text)
    [typo] = [typo for typo in typos(number, text) if typo.value == 1]
    assert describe(typo, number) == "million too much?"


def test_the_end_of_a_span_of_years_stays_in_its_century():
    _, end = extract("the 2016-17 season")
    assert {typo.value // 100 for typo in typos(end, "the 2016-17 season")} == {20}


def test_kinds_are_named_as_the_planted_anomalies():
    shared = {"add", "missing", "repeated", "transposed", "keypad", "decimal", "unit", "magnitude"}
    assert shared <= set(KIND_PROBABILITIES)
    assert shared <= set(ANOMALIES)
    assert sum(KIND_PROBABILITIES.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("stands", "meant", "words"),
    [
        ("$3.4 billion", "$3.4 million", "billion for million?"),
        ("12345", "1235", "a digit was added"),
        ("124", "1234", "a digit is missing"),
        ("$26", "$0.26", "cents for dollars?"),
        ("0.12%", "12%", "a fraction for a percentage?"),
        ("1243", "1234", "two digits were swapped"),
        ("1,234", "1.234", "a decimal point for a thousands separator, or the other way round"),
    ],
)
def test_describe_names_the_difference(stands, meant, words):
    assert describe(candidates_of(stands)[meant], one(stands)) == words


@pytest.mark.parametrize(
    "written", ["$1,200 million", "12,000 thousand", "0.4 billion", "five million", "£20m"]
)
def test_a_magnitude_word_is_never_described_as_a_typo_for_itself(written):
    number = one(written)
    reasons = {
        typo.text: describe(typo, number) for typo in typos(number, written) if typo.kind == "magnitude"
    }
    for reason in reasons.values():
        word, _, other = reason.removesuffix("?").partition(" for ")
        assert word != other, reason


def test_a_change_of_magnitude_under_the_same_word_is_described_by_its_factor():
    number = one("$1,200 million")
    reasons = {typo.value: describe(typo, number) for typo in typos(number, "$1,200 million")}
    assert reasons[1.2e6] == "off by a factor of 1,000"


STYLES = st.sampled_from(
    ["{}", "{},{:03}", "$3.{}", "${} billion", "{}%", "{}.{}", "0.{}", "US${}bn", "{}st", "{} basis points",
     "-{}", "{} 000", "{}e6", "{}/{}", "{}0s", "0{}", "{}:{:02}", "{} kg", "€{}m", "{} cents"]
)  # fmt: skip


@given(STYLES, st.integers(0, 10**9), st.integers(0, 999))
def test_candidates_are_few_distinct_readable_and_never_the_number_itself(style, first, second):
    text = style.format(first, second)
    for number in extract(text):
        candidates = typos(number, text)
        values = [typo.value for typo in candidates]
        assert len(values) == len(set(values)) <= MOST
        assert number.value not in values
        for typo in candidates:
            assert typo.log_prior <= math.log(KIND_PROBABILITIES[typo.kind])
            assert describe(typo, number)
            read = extract(typo.text)
            if number.kind not in ("year", "time", "date", "identifier"):
                assert [n.value for n in read] == pytest.approx([typo.value]), typo
        assert candidates == sorted(candidates, key=lambda typo: -typo.log_prior)


def test_many_digits_have_no_more_candidates_than_few():
    assert len(typos(one("7" * 18 + ".77"), "")) <= MOST


def test_a_leading_point_belongs_to_the_digits() -> None:
    text = "The period was .08 days."
    [number] = extract(text)
    kinds = {typo.text: typo.kind for typo in typos(number, text)}
    assert kinds[".80"] == "transposed"
    assert kinds["1.08"] == "missing"
    assert "1.0" not in kinds


# -- A brute-force reference ------------------------------------------------------------------------------

NEIGHBOURS = {"0": "12", "1": "024", "2": "0135", "3": "26", "4": "157", "5": "2468", "6": "359", "7": "48",
          "8": "579", "9": "68"}  # fmt: skip


def by_single_keys(digits):
    """Yield what may have been meant by digits, with the probability of the single-key typo."""
    places = [at for at, char in enumerate(digits) if char != "."]
    count = len(places)
    for at in range(min(len(digits), 5) + 1):
        for digit in "0123456789":
            yield digits[:at] + digit + digits[at:], KIND_PROBABILITIES["missing"] / (count + 1)
    places = places[:12]
    for at, after in zip(places, [*places[1:], None], strict=True):
        without = digits[:at] + digits[at + 1 :]
        if count > 1:
            yield without, KIND_PROBABILITIES["add"] / (10 * count)
        for key in NEIGHBOURS[digits[at]]:
            chance = KIND_PROBABILITIES["keypad"] / (count * len(NEIGHBOURS[key]))
            yield digits[:at] + key + digits[at + 1 :], chance
        if after is not None and digits[at] == digits[after]:
            yield without, KIND_PROBABILITIES["repeated"] / (count - 1)
        elif after is not None:
            swapped = list(digits)
            swapped[at], swapped[after] = swapped[after], swapped[at]
            yield "".join(swapped), KIND_PROBABILITIES["transposed"] / (count - 1)


DIGIT_KINDS = {"missing", "add", "keypad", "repeated", "transposed"}
NUMERALS = st.from_regex(r"(0|[1-9][0-9]{0,19})(\.[0-9]{1,6})?", fullmatch=True)


@given(NUMERALS, st.sampled_from([("{} kg", 0), ("${} billion", 9), ("€{}m", 6), ("{}%", 0)]))
def test_digit_typos_agree_with_the_reference(digits, style):
    written, power = style[0].format(digits), style[1]
    numbers = extract(written)
    assume([number.text for number in numbers] == [written.removesuffix(" kg")] and numbers[0].value > 0)
    [number] = numbers
    expected = {}
    for meant, chance in by_single_keys(digits):
        value = float(f"{meant}e{power}")
        if 0 < value != number.value and (meant[0] != "0" or meant[1:2] in ("", ".")):
            expected[value] = max(chance, expected.get(value, 0))
    candidates = {typo.value: typo for typo in typos(number, written)}
    assert set(expected) <= set(candidates)
    for value, typo in candidates.items():
        if typo.kind in DIGIT_KINDS:
            assert typo.log_prior == pytest.approx(math.log(expected[value]))
        elif value in expected:
            assert typo.log_prior >= math.log(expected[value]) - 1e-9


@given(st.lists(st.tuples(STYLES, st.integers(0, 10**9), st.integers(0, 999)), min_size=1, max_size=8))
def test_batches_and_single_numbers_have_the_same_candidates(parts):
    text = "; ".join(style.format(first, second) for style, first, second in parts)
    numbers = extract(text)
    if not numbers:
        return
    batch = Typos.of(numbers, [text] * len(numbers))
    for i, number in enumerate(numbers):
        listed = batch.log_priors[i] > -math.inf
        candidates = typos(number, text)
        assert batch.likeliest(i) == candidates
        assert dict(zip(batch.values[i, listed], batch.log_priors[i, listed], strict=True)) == {
            typo.value: typo.log_prior for typo in candidates
        }


TEXT = "The bank said that profit was ${} billion in {} and that it rose {}% from the year before."


def predicted(*values: object):
    text = TEXT.format(*values)
    [judged] = StubModel().stream(text)
    return judged, text


def scores(*values: object) -> list[float]:
    judged, text = predicted(*values)
    evidence = channel_evidence(judged.numbers, [text] * len(judged.numbers), judged.distributions)
    return evidence.scores().tolist()


def test_usual_numbers_have_negative_scores() -> None:
    assert max(scores(3, 2014, 8)) < 0


@pytest.mark.parametrize(
    ("values", "place"),
    [((3000, 2014, 8), 0), ((3, 20145, 8), 1), ((3, 2041, 8), 1), ((3, 2014, 800), 2), ((3, 2014, 0.08), 2)],
)
def test_a_typo_has_a_high_score_and_its_neighbours_do_not(values: tuple[object, ...], place: int) -> None:
    result = scores(*values)
    assert result[place] > 1
    assert max(x for i, x in enumerate(result) if i != place) < 0


def test_the_score_grows_with_distance_and_saturates() -> None:
    first, second, third = (scores(3, 2014, percent)[2] for percent in (37, 370, 3700))
    assert first < second < third
    assert scores(3, 2014, 3e15)[2] == pytest.approx(scores(3, 2014, 3e14)[2], abs=0.5)


def test_typos_come_with_their_posterior_probabilities() -> None:
    judged, text = predicted(3, 2041, 8)
    right, wrong, _ = typo_posteriors(judged.numbers, text, judged.distributions, most=200)
    assert (wrong.typos[0].text, wrong.typos[0].kind) == ("2014", "transposed")
    assert wrong.probabilities[0] > 0.9
    assert sum(wrong.probabilities) < 1
    assert list(wrong.probabilities) == sorted(wrong.probabilities, reverse=True)
    assert len(wrong.typos) == len(wrong.probabilities) > 3
    # A correct number leaves almost no probability for typos.
    assert sum(right.probabilities) < 0.05


def test_batches_and_single_numbers_have_the_same_posteriors() -> None:
    judged, text = predicted(3, 2041, 80)
    batched = typo_posteriors(judged.numbers, text, judged.distributions)
    single = [typo_posteriors([n], text, judged.distributions[[i]])[0] for i, n in enumerate(judged.numbers)]
    for posterior, other in zip(batched, single, strict=True):
        assert posterior.typos == other.typos
        assert posterior.probabilities == pytest.approx(other.probabilities)
        assert len(posterior.typos) == 3


def test_typos_of_likely_numbers_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = []
    of = channel.Typos.of
    monkeypatch.setattr(
        channel.Typos,
        "of",
        lambda numbers, texts: listed.extend(n.text for n in numbers) or of(numbers, texts),
    )
    shapes = Digits.raw_shapes(SHIPPED, digits=2, width=4)
    raw = {n: np.zeros(s if n in Digits.shared() else (2, *s)) for n, s in shapes.items()}
    raw["logits"][:, SHIPPED.class_of(np.array(12.0))] = 9.0
    raw["bias"][0, 1] = raw["bias"][1, 2] = 9.0
    numbers = extract("It sold 12 trucks and 570 cars.")
    channel_evidence(numbers, ["", ""], Digits.from_raw(raw, SHIPPED))
    assert listed == ["570"]


def test_a_number_without_typos_is_scored_by_its_tail_probability() -> None:
    text = "It was a third of the profit of the bank in the year."
    numbers = extract(text)
    [judged] = StubModel({"fraction": (1e6, 2.0)}).stream(text)
    assert channel_evidence(numbers, [text], judged.distributions).scores()[0] > 1
    assert typo_posteriors(numbers, text, judged.distributions)[0].typos == ()


def test_typos_to_plant_are_drawn_by_the_probability_of_their_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel, "typos", cache(channel.typos))  # of one number, each time the same
    text = "It sold 4,250 trucks."
    [number] = extract(text)
    rng = np.random.default_rng(5)
    drawn = [typo for _ in range(2000) if (typo := draw_typo(number, text, rng))]
    shares = {kind: sum(typo.kind == kind for typo in drawn) / len(drawn) for kind in KIND_PROBABILITIES}
    possible = sum(KIND_PROBABILITIES[kind] for kind, share in shares.items() if share)
    possible += KIND_PROBABILITIES["repeated"]  # it is drawn as a digit that was added
    assert shares["missing"] == pytest.approx(KIND_PROBABILITIES["missing"] / possible, abs=0.04)
    assert shares["keypad"] == pytest.approx(KIND_PROBABILITIES["keypad"] / possible, abs=0.04)
    for typo in drawn:
        if typo.kind == "add":
            assert len(typo.text) > len(number.text) - 1
    assert all(typo.value != number.value for typo in drawn)


def test_numbers_in_words_seldom_have_a_typo() -> None:
    text = "It sold twenty trucks."
    [number] = extract(text)
    rng = np.random.default_rng(6)
    drawn = [draw_typo(number, text, rng) for _ in range(500)]
    assert {typo.kind for typo in drawn if typo} <= {"teens", "words"}
    assert sum(typo is not None for typo in drawn) < 50
