"""Scores, p-values and reasons, with a stub model of known expectations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from numerate.checking.score import (
    AMONG_FIGURES,
    IGNORED,
    NOT_PROSE,
    OPEN,
    Prose,
    Suspect,
    judge,
    score_document,
)
from numerate.documents import Document, read
from numerate.model import Judged
from numerate.model.calibration import Calibration, PValueCalibration, PValueTable
from numerate.report.options import CheckOptions
from numerate.report.report import CheckedNumber
from numerate.text import extract
from tests.checking.stub import StubModel

PROSE = (
    "The bank said on Tuesday that its profit was $3.1 billion in 2014 and that it had risen by 8 percent. "
    "It expects to open 480 of its branches in the cities of the north and to close none of the others."
)
WRONG = PROSE.replace("8 percent", "800 percent")
SENSITIVE = CheckOptions(false_alarms=0.05)


def judged(
    text: str, options: CheckOptions = SENSITIVE, model: StubModel | None = None
) -> tuple[list[CheckedNumber], list[Suspect]]:
    return judge(Document.from_text(text), model or StubModel(), options)


def reasons(text: str, model: StubModel | None = None) -> dict[str, str | None]:
    return {checked.text: checked.reason for checked in judged(text, model=model)[0]}


class PartialModel(StubModel):
    """Has no distribution for the first number, and takes the second for a mask."""

    def stream(self, text: str) -> Iterator[Judged]:
        for judged in super().stream(text):
            first, second, *others = judged.numbers
            numbers = (first, second._replace(value=math.nan), *others)
            index = judged.index[1:]
            yield replace(judged, numbers=numbers, index=index, distributions=judged.distributions[index])


def test_an_unlikely_number_is_a_suspect_and_the_others_are_not() -> None:
    checked, [suspect] = judged(WRONG)
    assert [c.number for c in checked] == extract(WRONG)
    assert suspect.number.text == "800 percent"
    assert suspect.p_value == min(c.p_value for c in checked)
    assert suspect.p_value == pytest.approx(math.exp(-suspect.score))
    assert suspect.prediction.number == suspect.number
    assert suspect.prediction.median == pytest.approx(8)


def test_numbers_up_to_the_rate_of_false_alarms_are_suspects() -> None:
    checked, everything = judged(WRONG, CheckOptions(false_alarms=1.0))
    assert [suspect.number for suspect in everything] == [c.number for c in checked]
    lowest = min(c.p_value for c in checked)
    assert len(judged(WRONG, CheckOptions(false_alarms=lowest))[1]) == 1
    assert judged(WRONG, CheckOptions(false_alarms=np.nextafter(lowest, 0)))[1] == []


def test_predictions_are_kept_if_the_options_say_so() -> None:
    kept, _ = judged(WRONG, CheckOptions(keep=True))
    assert [c.prediction.number for c in kept] == extract(WRONG)
    assert kept[0].prediction.median == pytest.approx(3e9)
    assert {c.prediction for c in judged(WRONG)[0]} == {None}


def test_results_stay_with_their_numbers_if_some_have_no_distribution() -> None:
    checked, suspects = judged(WRONG, CheckOptions(false_alarms=0.05, keep=True), PartialModel())
    first, second, third, fourth = checked
    assert "out of the range" in first.reason
    assert second.reason == OPEN
    assert (first.p_value, second.p_value) == (None, None)
    assert third.prediction.median == pytest.approx(8)
    assert fourth.prediction.median == pytest.approx(500)
    assert [suspect.number.text for suspect in suspects] == ["800 percent"]


def test_numbers_are_scored_together_with_the_text_around_them() -> None:
    [part] = score_document(Document.from_text(WRONG), PartialModel())
    assert [number.text for number in part.numbers] == ["800 percent", "480"]
    assert part.positions.tolist() == [1, 2]
    assert len(part.scores) == len(part.prose) == len(part.wordy) == len(part.ignored) == 2
    assert part.scores[0] > 3 > 0 > part.scores[1]
    assert min(part.prose) > 0.2


def test_a_long_document_is_judged_in_order_to_its_end() -> None:
    text = "\n\n".join([PROSE] * 5 + [WRONG])
    checked, [suspect] = judged(text)
    assert [c.number for c in checked] == extract(text)
    assert all(c.p_value is not None for c in checked)
    assert text[suspect.number.start : suspect.number.end] == "800 percent"


@pytest.mark.parametrize("text", ["", "\n\n", "No number is in it."])
def test_without_numbers_nothing_is_judged(text: str) -> None:
    assert judged(text) == ([], [])


def test_numbers_outside_english_prose_are_not_judged() -> None:
    codes = "".join(f"{name} {n} {n * 7}\n" for n, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 4000))
    german = (
        "Der Umsatz der Bank stieg im vergangenen Jahr um 9000 Prozent, teilte der Vorstand am Mittwoch mit. "
        "Der Gewinn lag bei 250000000000 Euro und damit deutlich unter den Erwartungen vieler Anleger."
    )
    text = f"{PROSE}\n\n{codes}\n\n{german}"
    by_number = reasons(text)
    assert by_number["$3.1 billion"] is None
    assert by_number["4000"] == by_number["28000"] == AMONG_FIGURES
    assert by_number["9000"] == by_number["250000000000 Euro"] == NOT_PROSE
    assert judged(text)[1] == []


def test_the_thresholds_are_those_of_the_calibration() -> None:
    strict = StubModel(calibration=replace(Calibration(), min_prose_share=0.99))
    assert set(reasons(PROSE, strict).values()) == {NOT_PROSE}


def test_numbers_with_an_ignore_comment_are_not_judged() -> None:
    text = f"{PROSE}\n\n{WRONG} <!-- numerate: ignore -->\n"
    checked, suspects = judge(read(text.encode(), format="markdown"), StubModel(), SENSITIVE)
    assert [c.reason for c in checked] == [None] * 4 + [IGNORED] * 4
    assert suspects == []


def test_errors_never_silence_a_document() -> None:
    sentence = "The farm said that it had sold {} of its {} cows by the end of the year. "
    text = "".join(sentence.format(5_000_000 + n, 7_000_000_000 + n) for n in range(8))
    checked, suspects = judged(text)
    assert {c.reason for c in checked} == {None}
    assert len(suspects) == 16


def test_planting_errors_leaves_all_numbers_judged() -> None:
    wrong = (
        PROSE.replace("$3.1 billion", "$3.1 trillion").replace("8 percent", "800 percent").replace("480", "4")
    )
    for text in (PROSE, wrong):
        assert all(c.p_value is not None for c in judged(f"{text}\n\n{PROSE}")[0])


def test_p_values_are_those_of_the_group_of_a_number() -> None:
    never, always = PValueTable((0.5,), (1e3,), 9), PValueTable((0.001,), (-1e3,), 9)
    tables = {"cardinal": never, "cardinal 3": always, "year": always}
    model = StubModel(calibration=replace(Calibration(), p_values=PValueCalibration(never, tables)))
    assert [suspect.number.text for suspect in judged(PROSE, model=model)[1]] == ["2014", "480"]


def test_a_value_that_stands_elsewhere_is_less_likely_an_error() -> None:
    wrong = PROSE.replace("8 percent", "812 percent")
    again = f"{wrong}\n\nThe margin of 812 percent was the largest of the year."
    [once] = [c.p_value for c in judged(wrong)[0] if c.text == "812 percent"]
    first, second = (c.p_value for c in judged(again)[0] if c.text == "812 percent")
    assert once < first
    assert first == second


def test_p_values_are_adjusted_for_the_document() -> None:
    rng = np.random.default_rng(1)
    adjusted = PValueCalibration.fit(
        rng.exponential(size=9000), ["age"] * 9000, np.arange(9000) // 9
    ).adjusted
    unadjusting = StubModel()
    adjusting = StubModel(calibration=replace(Calibration(), p_values=PValueCalibration(adjusted=adjusted)))
    alone, _ = judge(Document.from_text(WRONG), unadjusting, SENSITIVE)
    checked, suspects = judge(Document.from_text(WRONG), adjusting, SENSITIVE)
    expected = adjusting.calibration.p_values.adjust_for_document(np.array([c.p_value for c in alone]))
    assert [c.p_value for c in checked] == expected.tolist() != [c.p_value for c in alone]
    assert [(s.number.text, s.p_value) for s in suspects] == [
        (c.number.text, c.p_value) for c in checked if c.p_value <= 0.05
    ]
    assert suspects


# -- prose --------------------------------------------------------------------------------------------------


MIN_PROSE = Calibration().min_prose_share

ENGLISH = {
    "earnings": "Harrow Industries said on Tuesday that quarterly profit rose 12 percent to $3.4 "
    "billion, helped by strong demand for engines in Asia. Revenue was $21.5 billion, up from $19.8 "
    "billion a year earlier. Analysts had expected earnings of 85 cents a share.",
    "abstract": "We enrolled 248 patients with type 2 diabetes in a randomized, double-blind "
    "trial. After 24 weeks, mean HbA1c had fallen by 0.8 percentage points in the treatment group and by "
    "0.2 points in the placebo group (P < 0.001). Serious adverse events occurred in 6% of patients.",
    "minutes": "The committee noted that inflation had been close to 2 percent for most of the "
    "year. Members agreed to keep the rate at 0.75 percent, with 7 votes in favour and 2 against.",
    "headline": "Profit up 12% to $3.4 bln",
    "word": "Twelve",
}
OTHER = {
    "german": "Der Umsatz des Unternehmens stieg im vergangenen Jahr um 12 Prozent auf 3,4 "
    "Milliarden Euro, teilte der Vorstand am Mittwoch in Frankfurt mit. Der Gewinn lag bei 250 Millionen "
    "Euro und damit deutlich über den Erwartungen der Analysten, die mit 230 Millionen gerechnet hatten.",
    "french": "Le chiffre d'affaires de la société a progressé de 12 % l'an dernier pour atteindre "
    "3,4 milliards d'euros, a annoncé mercredi la direction à Paris. Le bénéfice s'est élevé à 250 "
    "millions d'euros, nettement au-dessus des attentes des analystes, qui tablaient sur 230 millions.",
    "spanish": "Las ventas de la empresa aumentaron un 12 por ciento el año pasado hasta alcanzar "
    "3.400 millones de euros, según anunció el miércoles la dirección en Madrid. El beneficio fue de 250 "
    "millones de euros, muy por encima de lo que esperaban los analistas.",
    "dutch": "De omzet van het bedrijf is vorig jaar met 12 procent gestegen tot 3,4 miljard euro, "
    "zo was woensdag in Amsterdam te horen. De winst lag op 250 miljoen euro, ver boven de verwachting "
    "van analisten, die op 230 miljoen hadden gerekend.",
    "chinese": "公司周三宣布，去年销售额增长 12%，达到 34 亿欧元。"
    "利润为 2.5 亿欧元，远高于分析师预期的 2.3 亿欧元。"
    "公司预计明年将增长 5% 至 7%，并将雇用 800 名新员工。",
    "python": "def area(width, height=10):\n    total = 0\n    for i in range(100):\n        total "
    "+= width * height / 3.5\n        if total > 1000:\n            return total - 42\n    return "
    "max(total, 7) * 16\n",
    "c": "int main(void) {\n  int total = 0;\n  for (int i = 0; i < 100; i++) {\n    if (i % 7 == "
    '3) total += i * 2;\n  }\n  printf("%d\\n", total / 12);\n  return total > 4096 ? 1 : 0;\n}\n',
    "csv": "sku,name,qty,price\n10293,bolt m8,1200,0.12\n10294,nut m8,1500,0.08\n"
    "20391,washer,9000,0.01\n33410,bracket,84,3.50\n33411,hinge,62,4.75\n40002,panel,12,89.00\n"
    "40013,frame,7,120.00\n",
    "phones": "Meyer, Anna 4471 2290\nSchmidt, Karl 1180 4432\nJones, Peter 7946 8018\nDupont, "
    "Marie 4268 5300\nRossi, Luca 4470 1192\nNovak, Jana 2241 9087\n",
    "codes": "A 4471 88213 7\nB 9921 10034 2\nC 1182 55031 9\nD 7342 90012 4\nE 6612 33190 1\nF "
    "2230 71823 8\n",
}


def shares(text: str) -> list[tuple[float, bool]]:
    numbers = extract(text)
    assert numbers
    return list(Prose(Document.from_text(text)).around(numbers))


@pytest.mark.parametrize("name", ENGLISH)
def test_english_prose_has_many_function_words(name: str) -> None:
    assert min(share for share, _ in shares(ENGLISH[name])) > MIN_PROSE


@pytest.mark.parametrize("name", OTHER)
def test_other_languages_tables_and_programs_have_few(name: str) -> None:
    results = shares(OTHER[name])
    assert max(share for share, _ in results) < MIN_PROSE
    wordy = name in ("german", "french", "spanish", "dutch")
    assert all(words is wordy for _, words in results) or name in ("phones", "python")


@pytest.mark.parametrize("name", ["german", "csv", "codes", "python"])
def test_a_long_paragraph_is_classified_without_its_neighbours(name: str) -> None:
    text = f"{ENGLISH['earnings']}\n\n{OTHER[name] * 3}\n\n{ENGLISH['abstract']}"
    begin, end = text.index(OTHER[name][:20]), text.index(ENGLISH["abstract"])
    numbers = extract(text)
    for number, (share, _) in zip(numbers, Prose(Document.from_text(text)).around(numbers), strict=True):
        inside = begin <= number.start < end
        assert (share < MIN_PROSE) is inside, number


def test_a_table_is_classified_without_its_neighbours() -> None:
    rows = "".join(
        f"<tr><td>Plant {name}</td><td>{n}</td><td>{n * 3.5}</td></tr>"
        for n, name in enumerate("ABCDEFGH", 7)
    )
    document = read(
        f"<p>{ENGLISH['earnings']}</p><table>{rows}</table><p>{ENGLISH['abstract']}</p>".encode(),
        name="a.html",
    )
    numbers = extract(document.text)
    for number, (share, _) in zip(numbers, Prose(document).around(numbers), strict=True):
        assert (share < MIN_PROSE) is (document.block(number.start).kind == "table"), number


def test_numbers_are_classified_the_same_one_by_one_as_all_at_once() -> None:
    text = f"{ENGLISH['earnings']}\n\n{OTHER['csv']}\n\n{ENGLISH['abstract']}"
    numbers = extract(text)
    prose = Prose(Document.from_text(text))
    apart = [result for number in numbers for result in prose.around([number])]
    assert apart == list(prose.around(numbers))
    assert list(prose.around([])) == []
