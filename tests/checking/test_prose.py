"""Which texts are read as English prose, by their words."""

from __future__ import annotations

import pytest

from numerate.checking.prose import AMONG_FIGURES, UNKNOWN_WORDS, Prose
from numerate.documents import Document, read
from numerate.text import extract
from tests.checking.stub import VOCABULARY

ENGLISH = {
    "earnings": "Harrow Industries said on Tuesday that quarterly profit rose 12 percent to $3.4 "
    "billion, helped by strong demand for engines in Asia. Revenue was $21.5 billion, up from $19.8 "
    "billion a year earlier. Analysts had expected earnings of 85 cents a share.",
    "abstract": "We enrolled 248 patients with type 2 diabetes in a randomized, double-blind "
    "trial. After 24 weeks, mean HbA1c had fallen by 0.8 percentage points in the treatment group and by "
    "0.2 points in the placebo group (P < 0.001). Serious adverse events occurred in 6% of patients.",
    "minutes": "The committee noted that inflation had been close to 2 percent for most of the "
    "year. Members agreed to keep the rate at 0.75 percent, with 7 votes in favour and 2 against.",
    "ingredients": "1 cup flour\n1/2 cup sugar\n2 tbsp butter, melted\n3 eggs\n1/4 tsp salt\n350 g chicken\n",
    "scores": "City 2-1 United. Rovers 0-3 Albion (half-time 0-1). Goals: Smith 14, Jones 27, Brown 88. "
    "Attendance: 31,209. Yellow cards: Green 45, White 61.",
    "facts": "Area: total: 41,290 sq km; land: 39,997 sq km. Coastline: 0 km. Highest point: 4,634 m.",
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


def reasons(document: Document) -> list[str | None]:
    numbers = extract(document.text)
    assert numbers
    return list(Prose(document, VOCABULARY.__contains__).reasons(numbers))


@pytest.mark.parametrize("name", ENGLISH)
def test_english_text_is_judged(name: str) -> None:
    assert set(reasons(Document.from_text(ENGLISH[name]))) == {None}


@pytest.mark.parametrize("name", OTHER)
def test_other_languages_tables_and_programs_are_not(name: str) -> None:
    language = name in ("german", "french", "spanish", "dutch", "chinese")
    expected = {UNKNOWN_WORDS} if language else {AMONG_FIGURES}
    assert set(reasons(Document.from_text(OTHER[name]))) == expected


@pytest.mark.parametrize("name", ["german", "csv", "codes", "python"])
def test_a_long_paragraph_is_classified_without_its_neighbours(name: str) -> None:
    text = f"{ENGLISH['earnings']}\n\n{OTHER[name] * 3}\n\n{ENGLISH['abstract']}"
    begin, end = text.index(OTHER[name][:20]), text.index(ENGLISH["abstract"])
    for number, reason in zip(extract(text), reasons(Document.from_text(text)), strict=True):
        inside = begin <= number.start < end
        assert (reason is not None) is inside, number


def test_a_table_is_classified_without_its_neighbours() -> None:
    rows = "".join(
        f"<tr><td>Plant {name}</td><td>{n}</td><td>{n * 3.5}</td></tr>"
        for n, name in enumerate("ABCDEFGH", 7)
    )
    document = read(
        f"<p>{ENGLISH['earnings']}</p><table>{rows}</table><p>{ENGLISH['abstract']}</p>".encode(),
        name="a.html",
    )
    for number, reason in zip(extract(document.text), reasons(document), strict=True):
        assert (reason is not None) is (document.block(number.start).kind == "table"), number


def test_a_short_line_next_to_a_table_is_classified_without_it() -> None:
    cells = "".join(f"<tr><td>{n}</td><td>{n * 3.5}</td></tr>" for n in range(7, 30))
    document = read(f"<p>Fares were 41,240 euros.</p><table>{cells}</table>".encode(), name="a.html")
    assert reasons(document)[0] is None
    assert set(reasons(document)[1:]) == {AMONG_FIGURES}


def test_numbers_are_classified_the_same_one_by_one_as_all_at_once() -> None:
    text = f"{ENGLISH['earnings']}\n\n{OTHER['csv']}\n\n{ENGLISH['abstract']}"
    prose, numbers = Prose(Document.from_text(text), VOCABULARY.__contains__), extract(text)
    apart = [result for number in numbers for result in prose.reasons([number])]
    assert apart == list(prose.reasons(numbers))
    assert list(prose.reasons([])) == []
