"""What is English prose, and what is not: texts of other languages, tables, codes, programs."""

from __future__ import annotations

import pytest

from numerate.checking.score import Prose
from numerate.documents import Document, read
from numerate.model.calibration import Calibration
from numerate.text import extract

LEAST = Calibration().min_prose_share

PROSE = {
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


@pytest.mark.parametrize("name", PROSE)
def test_prose(name: str) -> None:
    assert min(share for share, _ in shares(PROSE[name])) > LEAST


@pytest.mark.parametrize("name", OTHER)
def test_no_english_prose(name: str) -> None:
    found = shares(OTHER[name])
    assert max(share for share, _ in found) < LEAST
    wordy = name in ("german", "french", "spanish", "dutch")
    assert all(words is wordy for _, words in found) or name in ("phones", "python")


@pytest.mark.parametrize("name", ["german", "csv", "codes", "python"])
def test_a_paragraph_speaks_for_itself(name: str) -> None:
    """Prose before and after it does not help; nor does it harm what stands beside it."""
    text = f"{PROSE['earnings']}\n\n{OTHER[name] * 3}\n\n{PROSE['abstract']}"
    begin, end = text.index(OTHER[name][:20]), text.index(PROSE["abstract"])
    numbers = extract(text)
    for number, (share, _) in zip(numbers, Prose(Document.from_text(text)).around(numbers), strict=True):
        inside = begin <= number.start < end
        assert (share < LEAST) is inside, number


def test_a_table_speaks_for_itself() -> None:
    rows = "".join(
        f"<tr><td>Plant {name}</td><td>{n}</td><td>{n * 3.5}</td></tr>"
        for n, name in enumerate("ABCDEFGH", 7)
    )
    document = read(
        f"<p>{PROSE['earnings']}</p><table>{rows}</table><p>{PROSE['abstract']}</p>".encode(), name="a.html"
    )
    numbers = extract(document.text)
    for number, (share, _) in zip(numbers, Prose(document).around(numbers), strict=True):
        assert (share < LEAST) is (document.block(number.start).kind == "table"), number


def test_some_numbers_at_a_time_look_as_all_at_once_do() -> None:
    text = f"{PROSE['earnings']}\n\n{OTHER['csv']}\n\n{PROSE['abstract']}"
    numbers = extract(text)
    prose = Prose(Document.from_text(text))
    apart = [found for number in numbers for found in prose.around([number])]
    assert apart == list(prose.around(numbers))
    assert list(prose.around([])) == []
